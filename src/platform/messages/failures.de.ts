// Every sentence about what cannot be done: on pages, and in the command line.

import type * as english from './failures.en.ts';
import { formatWait, plural } from './formats.de.ts';
import type { Translation } from './translation.ts';

const END =
  'Gib eine Dauer wie 12h, 7d oder 2w an, ein Datum wie 2031-02-03 oder einen Zeitpunkt in UTC wie 2031-02-03 14:30.';

const endOf = (ofWhat: string, what: string) => ({
  invalid: (text: string) => `„${text}“ ist kein gültiges Ende ${ofWhat}. ${END}`,
  far: (text: string) =>
    `„${text}“ liegt mehr als zehn Jahre in der Zukunft. Lass das Ende weg, wenn ${what} dauerhaft sein soll.`,
});

export const inputFailures: Translation<typeof english.inputFailures> = {
  busy: 'Der Dienst ist gerade überlastet. Versuche es gleich noch einmal.',
  reasonMissing: (most) => `Der Grund fehlt. Gib einen mit höchstens ${most} Zeichen ein.`,
  labels: { reason: 'Der Grund', forumTitle: 'Der Forumstitel' },
  long: (label, length, most) => `${label} hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
  controls: (label) => `${label} enthält Steuerzeichen. Schreib eine Zeile einfachen Text.`,
  picture: {
    none: 'Wähle zuerst ein Bild aus.',
    large: (bytes, most) => `Das Bild hat ${bytes} Bytes. Erlaubt sind höchstens ${most}.`,
    kind: 'Diese Datei ist weder ein PNG noch ein JPEG. Speichere das Bild als eines davon.',
    wide: (width, height, most) =>
      `Das Bild hat ${width} × ${height} Pixel. Verkleinere es auf höchstens ${most} × ${most}.`,
    damaged: (format, width, height) =>
      `Das ${format} mit ${width} × ${height} Pixeln ließ sich nicht lesen: Es ist beschädigt oder von seltener Art. Speichere es mit einem Bildprogramm neu, ohne Interlacing.`,
    slow: 'Das Bild ließ sich nicht rechtzeitig lesen: Der Dienst ist ausgelastet. Versuch es gleich noch einmal.',
  },
  tooMany: (count, most) => `${count} sind zu viele auf einmal. Wähle höchstens ${most} aus.`,
  range: (range) =>
    `Der Adressbereich ${range} ist ungültig. Nimm eine Adresse wie 203.0.113.7 oder einen Bereich wie 203.0.113.0/24 oder 2001:db8::/32.`,
  end: {
    ban: endOf('einer Sperre', 'die Sperre'),
    suspension: endOf('einer Sperrung', 'die Sperrung'),
    notice: endOf('eines Hinweises', 'der Hinweis'),
    past: (text) => `„${text}“ liegt in der Vergangenheit. Gib einen späteren Zeitpunkt an.`,
  },
};

export const formMessages: Translation<typeof english.formMessages> = {
  problemTitle: (title) => `Fehler: ${title}`,
  refusedTitle: 'Das ging nicht',
  summaryTitle: (count) =>
    plural(count, { one: 'Es gibt ein Problem', other: 'Es gibt # Probleme' }),
  problem: 'Problem:',
  reloadThen: 'Lade diese Seite dann neu.',
  hidePassword: 'Verbergen',
  foreign: (baseUrl) =>
    `Dieses Formular kam nicht von einer Seite dieser Website, deshalb wurde nichts getan. Öffne die Seite unter ${baseUrl}/ und schick es von dort ab.`,
  notAForm:
    'Diese Seite nimmt nur ihr eigenes Formular an, und es kam etwas anderes. Öffne die Seite im Browser und benutze ihr Formular.',
};

const minutes = (count: number): string => plural(count, { one: '# Minute', other: '# Minuten' });

export const accountFailures: Translation<typeof english.accountFailures> = {
  name: {
    missing: 'Wähle einen Namen.',
    rule: (name) =>
      `Der Name „${name}“ ist nicht erlaubt. Nimm 2 bis 16 Zeichen aus A–Z, a–z, 0–9, „_“ und „.“, mit mindestens einem Buchstaben oder einer Ziffer und ohne Punkt am Anfang oder Ende.`,
    reserved: (name) =>
      `Der Name „${name}“ ist auf dieser Website reserviert oder sieht einem reservierten ähnlich. Wähle einen anderen.`,
    onlyGiven: (name) =>
      `Der Name „${name}“ ist reserviert. Nur Administratoren können ihn vergeben.`,
    exists: (name) => `Es gibt schon ein Konto namens „${name}“. Wähle einen anderen Namen.`,
    taken: (name) => `Der Name „${name}“ ist vergeben. Wähle einen anderen.`,
    confusable: (name, other) =>
      `Der Name „${name}“ sieht „${other}“ zu ähnlich, und dieser ist vergeben: Groß- und Kleinbuchstaben, 0 und O, 1, I und l sowie ein oder mehrere Unterstriche gelten als gleich.`,
    resting: (name, waitMs) =>
      `Der Name „${name}“ oder ein ähnlicher gehörte bis vor Kurzem zu einem anderen Konto. Er ist in ${formatWait(waitMs)} wieder frei.`,
  },

  email: {
    oddLetters:
      'Die E-Mail-Adresse hat vor dem @ Buchstaben oder Ziffern in einer Sonderform. Nimm gewöhnliche.',
    asciiOnly:
      'Diese Website kann keine E-Mails an Adressen verschicken, die vor dem @ Buchstaben wie ä oder é haben. Gib eine andere ein.',
    long: (length, most) =>
      `Die E-Mail-Adresse hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    invalid: 'Die E-Mail-Adresse ist ungültig. Gib eine Adresse wie alice@example.net ein.',
    exists: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
    ofAnother: 'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto.',
    same: 'Das ist schon deine E-Mail-Adresse. Gib eine andere ein.',
    confirmed: 'Deine E-Mail-Adresse ist schon bestätigt. Es gibt nichts zu verschicken.',
    inUse:
      'Dein Konto ist schon in Gebrauch. Ändere die Adresse auf deiner Kontoseite, mit deinem Passwort.',
    tooSoon: (waitMs) =>
      `Gerade wurde eine E-Mail verschickt. In ${formatWait(waitMs)} kannst du eine neue anfordern.`,
    cannotSend: 'Diese Website kann keine E-Mails verschicken. Wende dich an den Betreiber.',
  },

  password: {
    missing: 'Gib dein Passwort ein.',
    choose: 'Wähle ein Passwort mit 8 bis 64 Zeichen.',
    broken: 'Das Passwort enthält ein unvollständiges Zeichen. Gib es noch einmal ein.',
    length: (length, fewest, most) =>
      `Das Passwort hat ${length} Zeichen. Nimm ${fewest} bis ${most}.`,
    known: 'Dein Name und deine E-Mail-Adresse sind als Passwort nicht erlaubt. Wähle ein anderes.',
    common:
      'Das ist eines der häufigsten Passwörter, und die werden zuerst geraten. Wähle ein anderes.',
  },

  login: {
    nameMissing: 'Gib den Namen deines Kontos ein.',
    nameIsEmail: 'Das ist eine E-Mail-Adresse. Gib stattdessen deinen Namen im Spiel ein.',
    nameUnknown: 'Es gibt kein Konto mit diesem Namen. Prüfe die Schreibweise.',
    passwordWrong: 'Das ist nicht das Passwort dieses Kontos. Gib es noch einmal ein.',
    codeMissing: 'Gib den Code ein.',
    codeWrong:
      'Dieser Code ist falsch, wurde schon benutzt oder ist abgelaufen. Gib den neuesten ein.',
    cannotSend:
      'Diese Website kann keine E-Mails verschicken. Nimm einen Wiederherstellungscode oder wende dich an den Betreiber.',
    tooMany: (waitMinutes) =>
      `Zu viele falsche Versuche von deiner Adresse. Andere sind nicht betroffen. Versuche es in ${minutes(waitMinutes)} noch einmal.`,
    busy: 'Gerade melden sich zu viele Leute an. Versuche es gleich noch einmal.',
    suspended: (end, reason) =>
      `Dieses Konto ist ${end === null ? 'auf unbestimmte Zeit' : `bis ${end} UTC`} gesperrt und kann sich deshalb nicht anmelden. ${
        reason === '' ? 'Frag den Betreiber dieser Website nach dem Grund.' : `Grund: ${reason}`
      }`,
    unknownSender: 'Diese Website ist nicht richtig eingerichtet. Sag dem Betreiber Bescheid.',
  },

  code: {
    missing: 'Gib einen Code ein.',
    digits: 'Der Code aus der E-Mail hat sechs Ziffern.',
    notLatest: 'Das ist nicht der Code aus der neuesten E-Mail. Such die neueste heraus.',
    unexpected: 'Es wird kein Code erwartet, oder er ist abgelaufen. Fordere eine neue E-Mail an.',
    busy: 'Gerade werden andere Codes geprüft. Versuche es gleich noch einmal.',
    tooMany: (waitMs) =>
      `Zu viele falsche Codes. Versuche es in ${formatWait(waitMs)} noch einmal. Der Link in der E-Mail funktioniert weiterhin.`,
  },

  twoFactor: {
    cannotSend:
      'Diese Website kann im Moment keine E-Mails verschicken, deshalb lässt sich das nicht einschalten.',
    unconfirmed:
      'Deine E-Mail-Adresse ist noch nicht bestätigt. Bestätige sie, um Codes per E-Mail zu bekommen.',
    outdated:
      'Das wurde schon erledigt oder vor mehr als 30 Minuten begonnen. Sieh nach, was jetzt eingeschaltet ist, und fang bei Bedarf von vorn an.',
  },

  recovery: {
    cannotSend:
      'Diese Website kann keine E-Mails verschicken. Bitte den Betreiber um ein neues Passwort.',
    whoMissing: 'Gib den Namen deines Kontos oder seine E-Mail-Adresse ein.',
    tooMany: (waitMs) =>
      `Aus deinem Netz oder auf dieser Website wurden zu viele E-Mails angefordert. Versuche es in ${formatWait(waitMs)} noch einmal.`,
    needsWork:
      'Gerade werden viele E-Mails angefordert, deshalb muss dein Browser erst eine kurze Berechnung machen. Schick das Formular noch einmal ab.',
  },

  registration: {
    closed: 'Die Registrierung ist geschlossen. Der Betreiber dieser Website legt die Konten an.',
    inviteWrong:
      'Dieser Einladungscode ist falsch, wurde schon benutzt oder ist abgelaufen. Bitte um einen neuen.',
    tooFast: (waitMs) =>
      `Das Formular kam schneller, als jemand tippen kann. Schick es in ${formatWait(waitMs)} noch einmal ab.`,
    outdated:
      'Dieses Formular war zu lange offen, wurde schon abgeschickt oder kam ohne das Cookie dieser Website. Erlaube Cookies, gib dein Passwort noch einmal ein und schick das Formular erneut ab.',
    trapped:
      'Ein verstecktes Feld wurde ausgefüllt, vielleicht vom Browser oder einer Erweiterung. Schick das Formular noch einmal ab.',
    unproven: (waitMs) =>
      `Dein Browser hat die Berechnung nicht gemacht, die Bots fernhält. Deshalb musst du stattdessen warten. Schick das Formular in ${formatWait(waitMs)} noch einmal ab.`,
    tooMany: (waitMs) =>
      `Aus deinem Netz oder auf dieser Website wurden in der letzten Stunde zu viele Konten registriert. Versuche es in ${formatWait(waitMs)} noch einmal.`,
  },

  rules: {
    missing: 'Setz das Häkchen, um den Regeln dieser Website zuzustimmen.',
    outdated:
      'Die Regeln wurden inzwischen geändert. Lies sie noch einmal und stimme ihnen dann zu.',
  },

  changedMeanwhile: 'Dein Konto wurde gleichzeitig geändert. Lade diese Seite neu.',

  administration: {
    onlyStaff: 'Das dürfen nur Moderatoren und Administratoren.',
    onlyAdministrators: 'Das dürfen nur Administratoren.',
    onlyAdministratorsToStaff: (isAdministrator) =>
      `Beim Konto eines ${isAdministrator ? 'Administrators' : 'Moderators'} dürfen das nur Administratoren.`,
    unknownId: (id) => `Es gibt kein Konto mit der ID ${id}. Die Liste der Konten zeigt die IDs.`,
    unknownName: (name) =>
      `Es gibt kein Konto namens „${name}“. Die Liste der Konten zeigt die Namen.`,
    unknownAction: (action, actions) =>
      `Im Protokoll gibt es keine Aktion „${action}“. Es gibt diese: ${actions}.`,
    emailSearch:
      'Nur Administratoren können Konten nach E-Mail-Adresse suchen. Suche nach einem Teil des Namens oder nach der ID.',
    unknownFilter: (text, filters) =>
      `„${text}“ ist kein Filter für Konten. Nimm einen von diesen: ${filters}.`,
    changedMeanwhile: (name) =>
      `Das Konto „${name}“ wurde gleichzeitig geändert. Sieh es dir noch einmal an.`,
    lastAdministrator:
      'Das ist der letzte Administrator, der sich anmelden kann. Mach zuerst ein anderes Konto zum Administrator.',
    flagOfAdministrators:
      'Das Kennzeichen „a“ bekommen Administratoren automatisch. Mach stattdessen das Konto zum Administrator.',
    flagOfSuspended:
      'Das Kennzeichen „b“ bekommen gesperrte Konten automatisch. Sperre stattdessen das Konto.',
    flagOfUnverified:
      'Das Kennzeichen „u“ bekommen nicht freigeschaltete Konten automatisch. Schalte das Konto frei, um es zu entfernen.',
    flagUnknown: (flag) =>
      `Das Kennzeichen „${flag}“ ist unbekannt. Möglich sind d (Entwickler), m (Forumsmoderator), e (Redakteur), p (Förderer) und r (in Wiederherstellung).`,
  },
};

export const serverFailures: Translation<typeof english.serverFailures> = {
  offline: 'Dieser Server ist offline. Starte ihn und hol dir dann einen Code.',
  offlinePort:
    'Dieser Server ist offline, deshalb lässt sich sein Port nicht prüfen. Starte ihn zuerst.',
  notYours: 'Du bist nicht als Betreiber dieses Servers bestätigt.',
  tooManyAlerts: (most) =>
    `Du wartest schon auf ${most} Server. Wähle zuerst bei einem davon „Nicht mehr warten“.`,
  rally: {
    notVerified: 'Lass zuerst dein Konto freischalten: Nur freigeschaltete Spieler zählen.',
    notListed: 'Dieser Server ist gerade nicht gelistet und nimmt deshalb keine Zusagen an.',
    choice: 'Wähle einen der angebotenen Werte.',
  },
  tooManyFavourites: (most) =>
    `Du kannst höchstens ${most} Favoriten haben. Entferne zuerst einen davon.`,
  webhook: {
    format: 'Wähle, wohin gesendet wird.',
    events: 'Wähle mindestens ein Ereignis aus.',
    url: (longest) =>
      `Gib eine Adresse ein, die mit https:// beginnt, keinen Benutzernamen und kein Passwort enthält und höchstens ${longest} Zeichen hat.`,
    tooMany: (most) => `Es gibt schon ${most} Webhooks. Entferne zuerst einen davon.`,
  },
  nextChange: (seconds) => `Weitere Änderungen sind in ${seconds} Sek. möglich.`,
  nextIcon: (seconds) => `In ${seconds} Sek. kannst du wieder ein Bild hochladen.`,
  nextCode: (seconds) => `In ${seconds} Sek. kannst du dir einen neuen Code holen.`,

  texts: {
    description: (length, most) =>
      `Die Beschreibung hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    links: (count, most) => `Das sind ${count} Links. Erlaubt sind höchstens ${most}.`,
    link: (link) =>
      `„${link}“ ist kein Link. Gib ganze Adressen ein wie https://example.net/, eine pro Zeile.`,
    noHttps: (link, better) =>
      `„${link}“ beginnt nicht mit https://, aber Links hier müssen das, damit niemand unterwegs verändern kann, was sie zeigen. Im Feld steht jetzt „${better}“: Prüfe, ob sich die Seite öffnet, und speichere noch einmal.`,
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
      `Das kam von der IPv6-Adresse ${ip}, aber Spieler können nur über IPv4 beitreten. Schick es über IPv4, mit curl -4.`,
    unroutable: (ip) =>
      `Das kam von ${ip}, einer privaten oder reservierten Adresse, die Spieler nicht erreichen. Führe den Befehl auf dem Rechner mit der öffentlichen Adresse aus.`,
    banned: (ip) => `Die Adresse ${ip} ist auf dieser Website gesperrt.`,
    tooManyCodes: (from, seconds) =>
      `Von ${from} kamen zu viele Codes. Schick den nächsten in ${seconds} Sek.`,
    code: 'Dieser Code ist falsch, wurde schon benutzt oder ist älter als eine Stunde. Hol dir auf der Seite deines Servers einen neuen.',
  },

  report: {
    tooMany: (minutes) =>
      `Du hast zu viele Meldungen geschickt. Die nächste ist in ${minutes} Min. möglich.`,
    offline: 'Dieser Server ist nicht mehr online.',
    open: 'Deine frühere Meldung zu diesem Server ist noch offen.',
    kind: 'Wähle aus, was nicht stimmt.',
    long: (length, most) => `Deine Meldung hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    text: 'Beschreibe, was nicht stimmt.',
  },

  hash: (text) =>
    `„${text}“ ist kein Server-Hash. Nimm die 32 Hexadezimalziffern am Ende der Adresse der Serverseite.`,
  country: (text) =>
    `„${text}“ ist kein Länderkürzel. Gib das zweistellige Länderkürzel ein, etwa NZ.`,
  word: (word, most) =>
    `„${word}“ ist kein einzelnes Wort. Nimm bis zu ${most} Buchstaben und Ziffern, mit * für beliebige Buchstaben.`,
  broadWord: (word, fewest) =>
    `Das Wort „${word}“ würde zu viel erfassen. Nimm mindestens ${fewest} Buchstaben außer *.`,
  longPattern: (pattern, most) =>
    `Das Namensmuster „${pattern}“ ist zu lang. Erlaubt sind höchstens ${most} Zeichen.`,
  broadPattern: (pattern, fewest) =>
    `Das Namensmuster „${pattern}“ würde zu viel erfassen. Nimm mindestens ${fewest} Zeichen außer *.`,

  banned: {
    range: (subject) => `Der Bereich ${subject} ist schon gesperrt.`,
    name: (subject) => `Das Namensmuster ${subject} ist schon gesperrt.`,
    server: (subject) => `Der Server ${subject} ist schon gesperrt.`,
  },
  wideBan: (range, hits) =>
    `${range} ist weiter als ein /16, oder ein /32 von IPv6. ${hits} Bestätige, dass du das meinst.`,
  banHits: (servers, owners) =>
    `Jetzt träfe die Sperre ${plural(servers, { one: '# laufenden Server', other: '# laufende Server' })}${owners === '' ? '.' : `, darunter von ${owners} beanspruchte.`}`,
};

export const siteFailures: Translation<typeof english.siteFailures> = {
  labels: {
    name: 'Der Name',
    description: 'Die Beschreibung',
    linkLabel: 'Die Beschriftung eines Links',
    notice: 'Der Hinweis',
    logo: 'Das Logo',
    text: 'Der Text',
  },
  invisible: (label) => `${label} enthält keine sichtbaren Zeichen.`,
  noColour: (text) =>
    `„${text}“ ist keine Farbe. Gib eine an wie #c4466a oder zwei, für helle und für dunkle Seiten, wie #8a1f4d #ff9ac1.`,
  faint: {
    light: (colour, seen, background, wanted) =>
      `${colour} hat zum Hintergrund ${background} heller Seiten einen Kontrast von ${seen}:1. Nötig sind ${wanted}:1. Nimm eine dunklere Farbe oder zwei, für helle und für dunkle Seiten, wie #8a1f4d #ff9ac1.`,
    dark: (colour, seen, background, wanted) =>
      `${colour} hat zum Hintergrund ${background} dunkler Seiten einen Kontrast von ${seen}:1. Nötig sind ${wanted}:1. Nimm eine hellere Farbe oder zwei, für helle und für dunkle Seiten, wie #8a1f4d #ff9ac1.`,
  },
  noEmail: (text) => `„${text}“ ist keine E-Mail-Adresse. Gib eine an wie team@example.net.`,
  noPage: (text, most) =>
    `„${text}“ ist nicht die Adresse einer Seite. Gib eine an wie https://www.example.net/page, mit höchstens ${most} Zeichen.`,
  noContact: (text) =>
    `„${text}“ ist weder eine E-Mail-Adresse noch die Adresse einer Seite. Gib eine an wie team@example.net oder https://forum.example.net/contact.`,
  noLink: (text) =>
    `„${text}“ ist kein Link. Schreib eine Beschriftung, ein Leerzeichen und eine Adresse, etwa Forum https://forum.example.net.`,
  noTarget: (text, most) =>
    `„${text}“ ist keine Adresse, auf die Seiten verlinken können. Gib eine an wie https://forum.example.net oder mailto:team@example.net, mit höchstens ${most} Zeichen.`,
  secretLink:
    'Die Adresse enthält einen Benutzernamen oder ein Passwort, und alle könnten das lesen. Entferne diese Angabe.',
  links: (count, most) => `Das sind ${count} Links. Erlaubt sind höchstens ${most}.`,
  large: (label, bytes, most, shown) =>
    `${label} hat ${bytes} Byte. Erlaubt sind höchstens ${most} Byte (${shown}).`,
  noPicture: (label) =>
    `${label} ist kein Bild im Format PNG, WebP oder SVG, auch wenn die Dateiendung das nahelegt. Wandle es in eines davon um.`,
  activePicture: (label, found) =>
    `${label} ist ein SVG, das ${found} enthält. Speichere es als einfaches SVG oder als PNG.`,
  active: {
    script: 'ein Skript',
    entity: 'eine Entity',
    document: 'ein anderes Dokument',
    handler: 'einen Event-Handler',
    link: 'einen Link',
  },
  noText: (label, line) =>
    `${label} ist kein Text in UTF-8 (Zeile ${line}). Speichere ihn als UTF-8.`,
  noNotice: 'Der Hinweis ist leer. Schreib, was alle wissen sollen.',
  noLevel: 'Diese Stufe gibt es nicht. Wähle eine aus der Liste.',
  noFile: 'Wähle eine Datei.',
};
