// Every sentence and label that readers of the pages see, except those of the topics beside this file.

import { plural } from './formats.de.ts';
import type * as english from './pages.en.ts';
import type { Translation } from './translation.ts';

/** After "auf". */
export const onServers = (count: number): string =>
  plural(count, { one: '# Server', other: '# Servern' });
const playing = (players: number): string =>
  plural(players, { one: '# Spieler', other: '# Spieler' });

export const messages: Translation<typeof english.messages> = {
  product: 'Muster',
  skipToContent: 'Zum Inhalt',
  register: 'Registrieren',
  logIn: 'Anmelden',
  logOut: 'Abmelden',
  administration: 'Verwaltung',
  loggedInAs: 'Angemeldet als',
  playingOn: (players, all) => `${playing(players)} auf ${onServers(all)}`,

  newServers: 'Neue Server',
  getStarted: 'Spielen und Server eintragen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Nicht kopiert',

  operatorPhrases: [
    'Betreiber dieser Website',
    'an den Betreiber',
    'dem Betreiber Bescheid',
    'Bitte den Betreiber',
  ],
  notice: {
    label: 'Hinweis dieser Website',
    levels: { info: 'Hinweis:', warning: 'Warnung:', outage: 'Störung:' },
    until: 'Bis',
  },
  theme: {
    label: 'Darstellung',
    names: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  },

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

  apiDocs: {
    titles: { open: 'API-Dokumentation', keys: 'API mit Schlüssel' },
    contents: 'Gruppen',
    asOpenApi: 'Als OpenAPI, für Programme',
    access: 'Zugang',
    types: 'Datentypen',
    shared: 'Gemeinsame Antworten und Header',
    path: 'Im Pfad',
    query: 'In der Query',
    header: 'In Headern',
    cookie: 'In Cookies',
    body: (type) => `Im Body, als ${type}`,
    answers: 'Antworten',
    sharedAnswers: 'Außerdem:',
    optional: 'optional',
    requiredAccess: 'Nötig:',
    optionalAccess: 'Optional:',
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
      'Diese Anfrage kam von einem Muster. Ein Muster nimmt keine Anfragen von anderen an.',
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
