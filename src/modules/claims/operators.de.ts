// Every sentence of the pages where operators manage their servers and players report them.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './operators.en.ts';

export const operatorMessages: Translation<typeof english.operatorMessages> = {
  about: { title: 'Vom Betreiber' },
  ways: {
    title: 'Zu dieser Seite',
    report: 'Diesen Server melden',
    claim: 'Du betreibst diesen Server?',
    edit: 'Serverseite bearbeiten',
    moderate: 'Diesen Server moderieren',
  },

  unverified:
    'Dafür brauchst du ein freigeschaltetes Konto. Lass deines freischalten und komm dann zurück.',
  toServer: 'Zurück zum Server',
  until: (moment) => `Er gilt bis ${moment}.`,

  adoption: {
    label: 'Schritte',
    done: 'erledigt',
    names: {
      arrived: 'Heartbeat angekommen',
      claim: 'Als Betreiber bestätigen',
      description: 'Beschreibung',
      country: 'Land',
      links: 'Links',
      badge: 'Badge',
    },
  },

  claim: {
    title: (name) => `Als Betreiber bestätigen: ${name}`,
    why: 'Wenn du diesen Server betreibst, bestätige das hier. Dann kannst du seiner Seite eine Beschreibung, Links und Stichwörter geben, sein Land wählen und Spieler über einen anderen Port oder eine andere Adresse beitreten lassen (Portweiterleitung, Tunnel).',
    how: 'Setz dafür für einen Heartbeat einen Code in den Namen des Servers. Niemand sonst sieht den Code: Die Liste zeigt den Namen ohne ihn.',
    request: 'Code holen',
    codeTitle: 'Dein Code',
    steps: [
      'Setz den Code irgendwo in den Namen des Servers, zum Beispiel ans Ende. Unten steht, wie das bei manchen Programmen geht.',
      'Warte bis zu einer Minute auf den nächsten Heartbeat.',
      'Entferne den Code aus dem Namen. Er wird nicht mehr gebraucht.',
    ],
    lines: {
      mcgalaxy:
        'Ändere in properties/server.properties die Zeile server-name so. Gib dann in der Konsole /Server reload ein.',
      procraft:
        'Ändere in config.xml den Schlüssel ServerName unter Settings so. Gib dann in der Konsole /Reload config ein.',
      mcchost: 'Gib das als Administrator des Servers im Chat des Spiels ein.',
    },
    refused:
      'Wenn Heartbeats abgelehnt werden, weil der Port nicht offen ist, setze zuerst public=false im Gameserver. Dann kannst du dich als Betreiber bestätigen und den offenen Port oder die Adresse eintragen, unter der Spieler beitreten.',
    reload: 'Nachsehen, ob der Code angekommen ist',
    waiting: 'Warten auf den Code. Diese Seite aktualisiert sich von selbst, wenn er ankommt.',
    yoursTitle: 'Du bist als Betreiber bestätigt',
    yours:
      'Du kannst die Serverseite jetzt bearbeiten. Entferne den Code aus dem Namen des Servers, falls er noch dort steht.',
    goOn: 'Weiter: Beschreibung',
    toOwn: 'Serverseite bearbeiten',
    takenTitle: 'Dieser Server hat schon einen bestätigten Betreiber',
    taken:
      'Wenn du den Server jetzt betreibst, kannst du das trotzdem bestätigen. Dann gehört er zu deinem Konto, und die Texte des bisherigen Betreibers werden entfernt.',
  },

  own: {
    title: (name) => `Dein Server: ${name}`,
    listNone:
      'Du bist noch für keinen Server als Betreiber bestätigt. Öffne die Seite deines Servers und bestätige es dort.',
    nameless: 'ein Server, der offline ist',
    edited: 'Du bearbeitest diesen Server für seinen Besitzer.',
    done: {
      texts: 'Gespeichert. Die Seite deines Servers zeigt deine Änderungen.',
      icon: 'Gespeichert. Das Bild erscheint jetzt überall, wo dein Server zu sehen ist.',
      face: 'Das Bild wurde entfernt.',
      port: 'Spieler treten jetzt über diesen Port bei.',
      back: 'Spieler treten wieder unter Adresse und Port der Heartbeats bei.',
      revoke: 'Die Heartbeat-URL dieses Servers wurde widerrufen und gilt nicht mehr.',
    },
    contestTitle: 'Ein anderes Programm benutzt seinen Port',
    contest: (name, ago) =>
      `Ein zweites Programm unter derselben Adresse sendet mit anderem Salt Heartbeats für diesen Port. Das erste Programm behält den Eintrag, das andere wird abgelehnt. Das zuletzt abgelehnte Programm (${ago}) nennt sich „${name}“.`,
    contestNext:
      'Wenn beide dir gehören, beende eines oder gib ihm einen anderen Port. Wenn nicht, benutzt noch jemand deine Adresse: Frag deinen Hoster. Wenn dein Server der abgelehnte ist, wird er etwa eine Minute nach dem Ende des anderen angenommen.',
    textsTitle: 'Beschreibung und Links',
    descriptionHint: (limit) =>
      `Einfacher Text, bis zu ${limit} Zeichen. Zeilenumbrüche bleiben erhalten.`,
    linksHint: (limit) => `Bis zu ${limit} Adressen, die mit https beginnen, eine pro Zeile.`,
    tagsHint: (limit) => `Wähle bis zu ${limit}. Spieler filtern die Liste nach Stichwörtern.`,
    oldTag: (tag) => `${tag} (nicht mehr auf der Liste)`,
    noLanguage: 'Keine Angabe',
    countryOf: (name) => (name === undefined ? 'Nach der Adresse' : `Nach der Adresse: ${name}`),
    skip: 'Überspringen',
    addressPart: 'Adresse und Schlüssel',
    sharing: 'Teilen',
    badgeHow:
      'Ein Bild für andere Websites und Foren, mit dem Namen des Servers und seinen Spielern. Kopiere die passende Zeile:',
    badgeAlt: (name) => `Badge von ${name}`,
    toPage: 'Seite des Servers öffnen',
    icon: 'Serverbild',
    iconHow: 'Das Bild erscheint in der Liste, auf der Seite deines Servers und in Browser-Tabs.',
    iconFile: 'Bild',
    iconHint: (size, side) =>
      `PNG oder JPEG, bis ${size} und ${side} × ${side} Pixel. Es wird mit 64 × 64 Pixeln neu gezeichnet.`,
    saveIcon: 'Dieses Bild verwenden',
    removeIcon: 'Bild entfernen',
    portTitle: 'Wo Spieler beitreten',
    heartbeatsFrom: (ip, port) => `Dein Server sendet Heartbeats für Port ${port} auf ${ip}.`,
    portHow:
      'Wenn dein Router einen anderen Port an den Server weiterleitet, gib diesen Port ein. Diese Website prüft ihn und zeigt ihn Spielern und dem Launcher, sobald er offen ist.',
    portAway:
      'Der Server ist offline. Seinen Port kannst du ändern, wenn er wieder Heartbeats sendet.',
    addressHint:
      'Die Adresse dieser Seite und ihr Hash bleiben gleich, wo auch immer Spieler beitreten. Sie hängen von Adresse und Port der Heartbeats ab. Wenn sich eines davon ändert, gilt der Server hier als neuer Server, außer er hat eine eigene Heartbeat-URL (siehe unten).',
    elsewhere: (place) =>
      `Spieler treten unter ${place} bei. Diese Adresse gehört nachweislich dir, und ihr Port ist offen.`,
    elsewhereUnused:
      'Diese Adresse wird zurzeit nicht benutzt: Sie und ihr Port gehören jetzt zu einem anderen Server, oder sie ist gesperrt. Spieler treten unter der Adresse der Heartbeats bei.',
    back: 'Wieder die Adresse der Heartbeats verwenden',
    addressTitle: 'Andere Adresse',
    addressHow:
      'Wenn Spieler über eine andere Adresse beitreten (Tunnel, Weiterleitung auf einem gemieteten Rechner, gemeinsam genutzter Anschluss), bestätige, dass sie dir gehört: Hol dir einen Code und schick ihn von dieser Adresse.',
    addressRequest: 'Code für eine andere Adresse holen',
    addressSteps: [
      'Sorge zuerst dafür, dass die Adresse zu deinem Server führt: Der Port wird geprüft, wenn der Code ankommt.',
      'Führe diesen Befehl auf dem Rechner mit der Adresse aus oder auf einem, der darüber ins Internet geht. Ändere den Port, wenn Spieler über einen anderen beitreten.',
      'Die Antwort nennt das Ergebnis.',
      'Gib diesen Befehl nicht weiter: Wer ihn zuerst ausführt, lässt deine Spieler unter seiner Adresse beitreten.',
    ],
    portHint: (port) => `Leer lassen für ${port}.`,
    savePort: 'Diesen Port prüfen und verwenden',
    url: {
      title: 'Heartbeat-URL dieses Servers',
      why: 'Mit einer eigenen URL bleibt der Server hier derselbe, wenn sich seine Adresse oder sein Port ändert: Seine Seite, sein Verlauf, die Favoriten und deine Texte ziehen mit um, und die frühere Adresse führt zur neuen.',
      make: 'Heartbeat-URL holen',
      renew: 'Neue Heartbeat-URL holen',
      renewHint: 'Die bisherige URL gilt dann sofort nicht mehr.',
      revoke: 'Heartbeat-URL widerrufen',
      once: 'Kopiere diese URL jetzt. Sie wird nicht noch einmal angezeigt.',
      next: 'Trag sie im Gameserver anstelle der Heartbeat-URL dieser Website ein. Der nächste Heartbeat benutzt sie.',
      services:
        'Nur für MCGalaxy auf zwei Listen: Ersetze vor dem Neustart in properties/authservices.properties die URL-Zeile dieser Website durch die Zeile unten, auch wenn du die URL erneuerst oder widerrufst. Der name-suffix gehört zu dieser Zeile. Ohne die Änderung verlieren Spieler von dieser Website diesen Zusatz, und wer hier so heißt wie du, bekommt deinen Rang.',
      made: 'geholt',
      hidden: 'Dieser Server hat eine Heartbeat-URL. Sie kann nicht noch einmal angezeigt werden.',
      secret:
        'Wer die URL hat, kann diesen Server an seine eigene Adresse umziehen. Gib sie nicht weiter. Du bekommst eine E-Mail, wenn ein Heartbeat an diese URL aus einem neuen Netz kommt.',
      formers: 'Wo er vorher war',
      left: 'verlassen',
      formersHint:
        'Links auf diese Adressen führen hierher, solange dort kein anderer Server läuft. Die letzten 20 werden aufbewahrt.',
      contestTitle: 'Zwei Programme benutzen seine Heartbeat-URL',
      contest: (here, there) =>
        `Heartbeats an diese URL kommen abwechselnd von ${here} und von ${there}, und der Server zieht jedes Mal um, höchstens einmal pro Minute. Verwende die URL für nur einen Server. Wenn einer der beiden nicht deiner ist, hol dir eine neue URL.`,
    },
    releaseHow:
      'Deine Texte werden entfernt, und Spieler treten wieder unter Adresse und Port der Heartbeats bei.',
    release: 'Diesen Server abgeben',
  },

  address: {
    done: (ip, port) => `Spieler treten jetzt unter ${ip}, Port ${port}, bei.`,
    fromBrowser:
      'Diese Anfrage kam von einer Webseite. Schick den Code mit dem Befehl, den die Seite deines Servers zeigt, aus einem Terminal auf dem Rechner mit der Adresse.',
    notAForm:
      'Code und Port kamen nicht als Formular an. Schick sie mit dem Befehl, den die Seite deines Servers zeigt.',
  },
};

export const claimFailures: Translation<typeof english.claimFailures> = {
  offline: 'Dieser Server ist offline. Starte ihn und hol dir dann einen Code.',
  offlinePort:
    'Dieser Server ist offline, deshalb lässt sich sein Port nicht prüfen. Starte ihn zuerst.',
  notYours: 'Du bist nicht als Betreiber dieses Servers bestätigt.',
  onlyOwner: 'Das kann nur der Besitzer dieses Servers.',
  changed:
    'Jemand hat diese Texte geändert, nachdem du die Seite geöffnet hast. Deine stehen noch hier. Wenn du noch einmal speicherst, ersetzen sie die anderen.',
  nextIcon: (seconds) => `In ${seconds} Sek. kannst du wieder ein Bild hochladen.`,
  nextCode: (seconds) => `In ${seconds} Sek. kannst du dir einen neuen Code holen.`,
  texts: {
    description: (length, most) =>
      `Die Beschreibung hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    links: (count, most) => `Das sind ${count} Links. Erlaubt sind höchstens ${most}.`,
    link: (link) =>
      `„${link}“ ist kein Link. Gib ganze Adressen ein wie https://example.net/, eine pro Zeile.`,
    noHttps: (link, better) =>
      `„${link}“ beginnt nicht mit https://. Links hier brauchen https, damit niemand die Seite auf dem Weg zum Leser verändern kann. Im Feld steht jetzt „${better}“: Prüfe, ob sich die Seite öffnet, und speichere noch einmal.`,
    longLink: (link, most) =>
      `Der Link „${link}“ ist zu lang. Erlaubt sind höchstens ${most} Zeichen.`,
    tags: (count, most) => `Das sind ${count} Stichwörter. Erlaubt sind höchstens ${most}.`,
    tag: (tag) =>
      `„${tag}“ ist kein gültiges Stichwort. Nimm 2 bis 20 Buchstaben oder Ziffern, mit Bindestrichen dazwischen.`,
    noTag: (tag) =>
      `„${tag}“ steht nicht auf der Liste der Stichwörter. Wähle eins von der Seite deines Servers.`,
    tooManyTags: (most) =>
      `Es gibt schon ${most} Stichwörter, und Betreiber sehen alle auf einmal. Entferne zuerst eins.`,
    language: (code) => `„${code}“ ist keine Sprache. Nimm ihren Code aus zwei Buchstaben, wie de.`,
  },
  join: {
    tooMany: (seconds) =>
      `Du hast zu viele Ports prüfen lassen. Versuche es in ${seconds} Sek. noch einmal.`,
    busy: 'Gerade werden zu viele Ports geprüft. Versuche es gleich noch einmal.',
    taken: (ip, port) => `Port ${port} auf ${ip} gehört zu einem anderen Server.`,
    closed: (ip, port) =>
      `Port ${port} auf ${ip} ist nicht offen. Leite ihn (TCP) zuerst an deinen Server weiter.`,
    port: 'Der Port muss eine ganze Zahl von 1 bis 65535 sein.',
    ipv6: (ip) =>
      `Diese Anfrage kam von der IPv6-Adresse ${ip}, aber Spieler können nur über IPv4 beitreten. Schick sie über IPv4, mit curl -4.`,
    unroutable: (ip) =>
      `Diese Anfrage kam von ${ip}, einer privaten oder reservierten Adresse, die Spieler nicht erreichen. Führe den Befehl auf dem Rechner mit der öffentlichen Adresse aus.`,
    banned: (ip) => `Die Adresse ${ip} ist auf dieser Website gesperrt.`,
    tooManyCodes: (from, seconds) =>
      `Von ${from} kamen zu viele Codes. Schick den nächsten in ${seconds} Sek.`,
    code: 'Dieser Code ist falsch, wurde schon benutzt oder ist älter als eine Stunde. Hol dir auf der Seite deines Servers einen neuen.',
  },
};
