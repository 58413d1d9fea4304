// Every sentence about what cannot be done: on pages, and in the command line.

import type * as english from './failures.en.ts';
import { plural } from './formats.de.ts';
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
      `Das ${format} mit ${width} × ${height} Pixeln ließ sich nicht lesen: Es ist beschädigt oder hat ein ungewöhnliches Format. Speichere es mit einem Bildprogramm neu.`,
    slow: 'Das Bild ließ sich nicht rechtzeitig lesen: Der Dienst ist ausgelastet. Versuche es gleich noch einmal.',
  },
  notAnEmail: 'Die E-Mail-Adresse ist ungültig. Gib eine Adresse wie alice@example.net ein.',
  tooMany: (count, most) => `${count} sind zu viele auf einmal. Wähle höchstens ${most} aus.`,
  country: (text) =>
    `„${text}“ ist kein Länderkürzel. Gib das zweistellige Länderkürzel ein, etwa NZ.`,
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
  sentAtOnce: 'Der Code wird geprüft, sobald du ihn ganz eingegeben hast.',
  hidePassword: 'Verbergen',
  unsaved: 'Nicht gespeicherte Änderungen',
  discard: 'Verwerfen',
  colours: { light: 'Farbe auf hellen Seiten', dark: 'Farbe auf dunklen Seiten' },
  dropPicture: 'Oder zieh ein Bild hierher oder füge eines ein.',
  foreign: (baseUrl) =>
    `Dieses Formular kam nicht von einer Seite dieser Website, deshalb wurde nichts getan. Öffne die Seite unter ${baseUrl}/ und schick es von dort ab.`,
  notAForm:
    'Diese Seite nimmt nur ihr eigenes Formular an, und es kam etwas anderes. Öffne die Seite im Browser und benutze ihr Formular.',
};

export const minutes = (count: number): string =>
  plural(count, { one: '# Minute', other: '# Minuten' });

export const serverFailures: Translation<typeof english.serverFailures> = {
  nextChange: (seconds) => `Weitere Änderungen sind in ${seconds} Sek. möglich.`,
};
