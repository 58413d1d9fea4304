// Every sentence and label that readers of the pages see, except those of the topics beside this file.

import { formatCount, plural } from './formats.de.ts';
import type { messages as english } from './pages.en.ts';
import type { Translation } from './translation.ts';

const servers = (count: number): string => plural(count, { one: '# Server', other: '# Server' });
/** After "auf". */
const onServers = (count: number): string => plural(count, { one: '# Server', other: '# Servern' });
const playing = (players: number): string =>
  plural(players, { one: '# Spieler', other: '# Spieler' });

export const messages: Translation<typeof english> = {
  product: 'Muster',
  skipToContent: 'Zum Inhalt',
  register: 'Registrieren',
  logIn: 'Anmelden',
  logOut: 'Abmelden',
  administration: 'Verwaltung',
  loggedInAs: 'Angemeldet als',
  playingOn: (players, all) => `${playing(players)} auf ${onServers(all)}`,

  newServers: 'Neue Server',

  duration: {
    second: (count) => `${count} Sek.`,
    minute: (count) => `${count} Min.`,
    hour: (count) => `${count} Std.`,
    day: (count) => `${count} Tg.`,
    since: (exact) => `Seit ${exact}`,
  },
  countryUnknown: 'Unbekannt',

  footer: {
    label: 'Mehr auf dieser Website',
    list: 'Serverliste',
  },

  list: {
    searchHint: 'Name, Software, Land',
    filtersLabel: 'Suche und Filter',
    filters: (count) => (count === 0 ? 'Filter' : `Filter (${count})`),
    filtersShown: 'Filter anzeigen',
    order: 'Sortieren nach',
    listOrder: 'Standardreihenfolge',
    orders: {
      name: 'Name, A bis Z',
      '-name': 'Name, Z bis A',
      country: 'Land, A bis Z',
      '-country': 'Land, Z bis A',
      software: 'Software, A bis Z',
      '-software': 'Software, Z bis A',
      '-players': 'Meiste Spieler',
      players: 'Wenigste Spieler',
      '-uptime': 'Am längsten online',
      uptime: 'Am kürzesten online',
    },
    hideEmpty: 'Leere ausblenden',
    hideFull: 'Volle ausblenden',
    webOnly: 'Im Browser spielbar',
    ownOnly: 'Nur diese Website',
    listedAt: (host) => `auf ${host}`,
    opensAt: (host) => `Öffnet ${host}, eine andere Website`,
    elsewhere: (count) => `${formatCount(count)} auf anderen Websites`,
    mirrored:
      'Server mit ↗ stehen auf einer anderen Website, und „Beitreten“ öffnet ihre Seite dort. In der Standardreihenfolge sind sie nie mehr als die Hälfte der ersten Seite, außer wenn keiner dieser Website gefunden wird.',
    anySoftware: 'Jede Software',
    anyCountry: 'Jedes Land',
    anyLanguage: 'Alle Sprachen',
    anyTag: 'Alle Stichwörter',
    apply: 'Anzeigen',
    reset: 'Alles zurücksetzen',
    favouritesOnly: 'Favoriten',
    copyAddress: 'Adresse kopieren',
    favouriteOf: (server) => `Favorit: ${server}`,
    copied: 'Kopiert',
    copyFailed: 'Nicht kopiert',
    live: 'Live',
    paused: 'Angehalten',
    away: 'Verbindet neu …',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    outdated:
      'Diese Liste ist über eine Minute alt, weil der Dienst nicht mehr antwortet. Die Seite versucht es alle 15 Sekunden noch einmal.',
    shown: (shown, all) =>
      shown === all ? servers(all) : `${formatCount(shown)} von ${onServers(all)}`,
    madeAt: 'Stand',
    madeAgo: (time) => `Aktualisiert ${time}`,
    cut: (from, to, found) =>
      `Server ${formatCount(from)} bis ${formatCount(to)} von ${formatCount(found)}`,
    first: 'Erste Seite',
    changes: () => ({ one: '{count} Änderung', other: '{count} Änderungen' }),
    changesTitle: 'Bringt die Server in ihre neue Reihenfolge',
    caption: 'Öffentliche Server',
    columns: {
      uptime: 'Online seit',
    },
    playersOf: (players, most) => `${players} von ${most} Spielern`,
    playersNow: (players, most) => `${players}/${most} Spieler`,
    onlineFor: (duration) => `${duration} online`,
    featuredTitle: 'Vom Betreiber dieser Website empfohlen',
    join: 'Beitreten',
    buttons: (hasPlay) =>
      `${hasPlay ? '„Spielen“ startet das Spiel in deinem Browser. ' : ''}„Beitreten“ zeigt, wie du mit dem Launcher beitrittst.`,
    ranking: (isByPeople) =>
      `Reihenfolge: zuerst empfohlene Server, dann ${isByPeople ? 'nach Spielern im Moment und nach Leuten, die nachweislich da waren' : 'die mit den meisten Spielern, dann die am längsten laufenden'}; leere Server zuletzt.`,
    defaultOrder: 'Diese Reihenfolge verwenden',
    nothingFound: 'Kein Server passt dazu.',
    nothingFoundHint: (all) =>
      all === 1
        ? 'Ein Server ist online, aber er passt nicht zu deiner Suche und deinen Filtern.'
        : `${formatCount(all)} Server sind online, aber keiner passt zu deiner Suche und deinen Filtern.`,
    showAll: 'Alle Server anzeigen',
    noFavourites:
      'Von diesen Servern ist noch keiner ein Favorit. Mit dem Stern neben einem Server fügst du ihn hinzu.',
  },

  ranking: {
    title: 'So ist die Liste geordnet',
    rules: ({ days, halfLifeDays, firstStep, uncapped }, rows) => [
      '## Punkte',
      'Empfohlene Server stehen zuerst, leere zuletzt. Sonst steht vorn, wer die meisten Punkte hat. Bei gleichen Punkten zählen mehr Spieler, dann die längere Laufzeit.',
      'Punkte = log₂ (1 + Spieler, die zählen) + Stufen',
      `Eine Zahl von Spielern kann sich jeder ausdenken. Darum zählen von denen, die gerade online sind, höchstens ${uncapped}, und mit jeder Stufe doppelt so viele.`,
      `Ein Server, der vor weniger als einem Tag in die Liste kam, steht unter allen anderen, bis nachweislich ${firstStep} Leute beigetreten sind, außer er ist empfohlen.`,
      '## Leute und Stufen',
      `Stufen gibt es für verschiedene Leute, die in den letzten ${days} Tagen nachweislich beigetreten sind. Das sind angemeldete Spieler, die die Seite eines Servers geöffnet haben, höchstens drei Minuten bevor er einen Spieler mehr hatte, oder die dort eine Minute im Browser gespielt haben. Wer die ganze Liste öffnet, zählt dadurch nicht.`,
      `Für jeden Server zählt ein Konto einmal und ein Netz (/24, bei IPv6 /48) einmal, nach dem letzten Tag. Wer heute da war, zählt ganz, und alle ${halfLifeDays} Tage danach nur noch halb so viel.`,
      `Wer das war, kann niemand sehen, und nach ${days} Tagen wird es gelöscht.`,
      `Stufen | Leute ab | Spieler bis\n-|-|-\n${rows}`,
    ],
    label: 'Leute',
    joined: (people, today) =>
      `${plural(people, { one: '# Person', other: '# Leute' })} in zwei Wochen, davon ${formatCount(today)} heute`,
    parts: (points, players, steps) =>
      `${formatCount(Math.round(10 * points) / 10)} Punkte: ${plural(players, { one: '# Spieler zählt', other: '# Spieler zählen' })}, ${plural(steps, { one: '# Stufe', other: '# Stufen' })}`,
    isNew: 'Neu, darum steht er vorerst unter den anderen',
  },

  empty: {
    title: 'Noch kein Server online',
    intro:
      'Öffentliche Server erscheinen hier, sobald sie einen Heartbeat senden. So kommt der erste hinein:',
    more: 'Spielen und Server eintragen: alle Schritte, für weitere Serversoftware und für zwei Listen zugleich',
    why: 'Dein Server sendet Heartbeats und steht nicht hier? Sieh nach, warum',
  },

  server: {
    playersNow: 'gerade online',
    softwareUnknown: 'Nicht angegeben',
    listed: 'Sichtbarkeit',
    isPublic: 'In der öffentlichen Liste',
    isPrivate: 'Privat: nicht in der Liste. Beitreten mit der Adresse dieser Seite.',
    isRelocated: 'Nicht gelistet: Die Heartbeats kommen jetzt von einer anderen Adresse',
    toRelocated: 'zur neuen Seite',
    launcherTitle: 'Mit dem Launcher beitreten',
    launcherHow:
      'Melde dich im Launcher an und füge dann diese Adresse in das Feld unter der Serverliste ein:',
    addressLabel: 'Adresse dieses Servers',
    directTitle: 'Mit einem Klick beitreten',
    directHow: (name) =>
      `Nur für ${name}: Dieser Link enthält deinen persönlichen Schlüssel für den Server. Gib ihn nicht weiter.`,
    directLink: 'Im Spiel öffnen',
    directConnect: 'Oder füge diesen Link im Launcher unter „Direct connect“ ein:',
    directLabel: 'Dein Link zu diesem Server',
    copyLink: 'Link kopieren',
    directOnPhone: 'Öffne in der Launcher-App „Direct connect“ und füge diesen Link ein:',
    notOnIos: 'Öffne diese Seite an einem Computer, um diesem Server beizutreten.',
    otherWays: 'Andere Wege beizutreten',
    needsAccount: 'Du brauchst ein Konto auf dieser Website.',
    verify: 'So wird dein Konto freigeschaltet',
    needsVerification: 'Du kannst beitreten, sobald dein Konto freigeschaltet ist.',
    offline: 'Offline',
    lastSeen: 'Zuletzt gesehen',
    rally: {
      title: 'Zusammen spielen',
      how: 'Niemand da? Sag, dass du spielst, wenn genug andere kommen. Sobald es genug sind, erfahren es alle sofort.',
      pledged: (players, wanted) =>
        `${plural(players, { one: '# Spieler würde', other: '# Spieler würden' })} hier spielen. Es braucht mindestens ${wanted}.`,
      coming: (players) =>
        `${plural(players, { one: '# Spieler kommt', other: '# Spieler kommen' })} jetzt. Spiel mit.`,
      own: (wanted) => `Du spielst, wenn ihr ${wanted} seid. Das gilt bis`,
      byEmail: 'Du bekommst genau eine E-Mail, sobald es genug sind.',
      push: 'Auch auf diesem Gerät melden',
      pushFailed: 'Dieser Browser nimmt von dieser Seite keine Mitteilungen an.',
      pushStop: (browsers) => `Mitteilungen beenden (${browsers})`,
      wanted: 'Wie viele, mit dir',
      players: (players) => `${players} Spieler`,
      minutes: 'Wie lange',
      hint: 'Andere sehen, wie viele ihr seid, aber nicht wer. Du kannst nur auf einen Server warten: Diese Zusage ersetzt jede andere.',
      submit: 'Ich würde spielen',
      takeBack: 'Zusage zurücknehmen',
    },
    alert: {
      title: 'Sag mir Bescheid, wenn er wieder da ist',
      start: 'Per E-Mail Bescheid bekommen',
      how: (days) =>
        `Du bekommst genau eine E-Mail. Ist der Server nach ${days} Tagen nicht zurück, bekommst du keine.`,
      isSet: (days) =>
        `Du bekommst eine E-Mail, sobald dieser Server in den nächsten ${days} Tagen wieder da ist.`,
      stop: 'Nicht mehr warten',
      needsLogin: 'Melde dich an, um eine E-Mail zu bekommen, sobald dieser Server wieder da ist.',
      needsEmail:
        'Bestätige zuerst deine E-Mail-Adresse, um eine E-Mail zu bekommen, sobald dieser Server wieder da ist.',
    },
  },

  favourites: {
    none: 'Du hast noch keine Favoriten. Mit dem Stern neben einem Server fügst du ihn hinzu.',
    intro: 'Diese Liste siehst nur du. Mit dem Stern entfernst du einen Server.',
    nameless: 'Server, dessen Name nicht bekannt ist',
    isPrivate: 'Privat',
  },

  share: {
    title: 'Teilen',
    link: 'Link',
    widgetHow:
      'So erscheint die Liste auf einer anderen Website. Sie aktualisiert sich einmal pro Minute:',
  },

  gone: {
    title: 'Dieser Server ist nicht online',
    why: 'Vielleicht ist die Adresse unvollständig, oder der Server sendet keine Heartbeats mehr oder ist auf eine andere Adresse oder einen anderen Port umgezogen.',
    comeback:
      'Server sind unter derselben Adresse wieder da, sobald sie wieder Heartbeats senden. Wenn dieser umgezogen ist, findest du seine neue Adresse in der Liste.',
  },

  banned: {
    title: 'Dieser Server ist hier nicht gelistet',
    why: 'Die Moderatoren dieser Website lassen ihn nicht in ihre Liste. Er kann trotzdem online sein.',
    staffTitle: 'Dieser Server ist gesperrt',
    forStaff: (until, reason) =>
      `Gesperrt ${until === null ? 'ohne Enddatum' : `bis ${until}`}. Grund: ${reason}`,
    refused: 'Seine Heartbeats werden abgelehnt. Andere lesen, dass er hier nicht gelistet ist.',
    yours: (until, reason) =>
      `Die Moderatoren dieser Website haben deinen Server ${
        until === null ? 'auf unbestimmte Zeit' : `bis ${until}`
      } gesperrt. Grund: ${reason}`,
    yoursNext:
      'Seine Heartbeats werden abgelehnt. Wenn du das anders siehst, wende dich an den Betreiber dieser Website.',
  },

  failure: {
    titles: {
      400: 'Ungültige Anfrage',
      401: 'Anmeldung erforderlich',
      403: 'Nicht erlaubt',
      404: 'Seite nicht gefunden',
      405: 'Methode nicht erlaubt',
      409: 'Schon vergeben oder geändert',
      413: 'Anfrage zu groß',
      429: 'Zu viele Anfragen',
      500: 'Interner Fehler',
      503: 'Vorübergehend nicht verfügbar',
    },
    otherTitle: 'Das ist nicht möglich',
    nothingHere: 'Unter dieser Adresse gibt es keine Seite. Prüfe die Schreibweise.',
    unreadable: 'Die Anfrage war nicht zu verstehen. Prüfe ihre Felder.',
    closed: 'Der Dienst startet gerade oder wird beendet. Versuche es gleich noch einmal.',
    unknown: (requestId) =>
      `Interner Fehler. Wenn das noch einmal vorkommt, nenne dem Betreiber dieser Website diese ID: ${requestId}`,
    impossible: (requestId) =>
      `Der Dienst kann das gerade nicht tun. Versuche es in ein paar Minuten noch einmal. Wenn das so bleibt, nenne dem Betreiber dieser Website diese ID: ${requestId}`,
    requestId: 'Anfrage-ID:',
    wrongMethod: (method, allowed) =>
      `${method} wird hier nicht unterstützt. Möglich ist: ${allowed}.`,
    bodyTooLarge: (limit) => `Die Anfrage ist größer als ${limit} Byte. Schick weniger Daten.`,
    toTheList: 'Zur Serverliste',
    tooManyPages: (seconds) =>
      `Von deiner Adresse wurden zu viele verschiedene Seiten angefordert. Versuche es in ${seconds} Sek. noch einmal.`,
    sentByMuster:
      'Ein Muster hat diese Anfrage geschickt, und kein Muster nimmt Anfragen eines anderen an.',
    wrongHostTitle: 'Direkter Zugriff über die IP-Adresse ist nicht erlaubt',
    wrongHost:
      'Dieser Dienst antwortet nur unter seinem eigenen Namen. Deine Anfrage nannte einen anderen Host oder keinen.',
    rightHost: 'Nimm stattdessen diese Adresse:',
    noBaseUrl:
      'Dieser Dienst hat noch keine öffentliche Adresse, deshalb antwortet er nur auf seinem eigenen Rechner.',
    setBaseUrl: (url) => `Damit er hier erreichbar ist, starte ihn mit MUSTER_BASE_URL=${url}`,
    orLocally: 'Auf dem Rechner selbst:',
  },
};
