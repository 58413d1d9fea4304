// Every sentence about keys for programs: their page, and what programs are refused.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './api-keys.en.ts';

export const keyMessages: Translation<typeof english.keyMessages> = {
  title: 'Schlüssel für Programme',
  intro:
    'Mit einem Schlüssel tut ein Programm von dir, was du auf diesen Seiten tust, zum Beispiel ein Bot, der die Texte deiner Server ändert. Wer einen Schlüssel hat, kann ihn benutzen: Halte ihn so geheim wie dein Passwort.',
  docs: 'Was Programme tun können',
  none: 'Du hast keine Schlüssel.',
  add: 'Schlüssel erstellen',
  name: 'Name',
  nameHint: (most) =>
    `Höchstens ${most} Zeichen, zum Beispiel „Discord-Bot“. Protokolle nennen ihn neben deinem Konto.`,
  scopes: 'Was er darf',
  moderateHint:
    'Zum Moderieren gehören Meldungen, Sperren, Server und der Filter, für Administratoren auch der Hinweis.',
  scope: {
    'servers:read': 'Deine Server lesen',
    'own:write': 'Ihre Texte ändern',
    moderate: 'Moderieren',
  },
  made: 'Der Schlüssel wurde erstellt. Er wird nur jetzt gezeigt: Kopiere ihn in dein Programm.',
  key: 'Dein neuer Schlüssel',
  revoked: 'Der Schlüssel wurde widerrufen. Kein Programm kann ihn mehr benutzen.',
  since: (day) => `seit ${day}`,
  used: (day) => `zuletzt benutzt am ${day}`,
  unused: 'nie benutzt',
  revoke: 'Widerrufen',
  revokeOf: (name) => `${name} widerrufen`,
};

export const keyFailures: Translation<typeof english.keyFailures> = {
  label: 'Der Name',
  noName: 'Gib dem Schlüssel einen Namen.',
  noScope: 'Wähle aus, was der Schlüssel darf.',
  notStaff: 'Nur Moderatoren und Administratoren können einen Schlüssel erstellen, der moderiert.',
  unverified: 'Bestätige zuerst dein Konto. Schlüssel gehören zu bestätigten Konten.',
  taken: (name) => `Du hast schon einen Schlüssel namens „${name}“. Wähle einen anderen Namen.`,
  tooMany: (most) => `Du hast schon ${most} Schlüssel. Widerrufe zuerst einen davon.`,
  missing: 'Sende einen Schlüssel in der Kopfzeile Authorization: Bearer muster_…',
  unknown: 'Dieser Schlüssel gilt nicht. Vielleicht wurde er widerrufen oder sein Konto gesperrt.',
  outOfScope: (scope) => `Dieser Schlüssel hat die Berechtigung ${scope} nicht.`,
  onlyAdministrators: 'Das dürfen nur Administratoren.',
  noFactor:
    'Das Konto dieses Schlüssels muss zuerst die Zwei-Faktor-Authentifizierung einschalten.',
  tooManyRequests: (seconds) =>
    `Zu viele Anfragen mit diesem Schlüssel. Versuche es in ${seconds} s noch einmal.`,
};

export const keyAuditSentences: Translation<typeof english.keyAuditSentences> = {
  'key made': 'Schlüssel für Programme erstellt',
  'key revoked': 'Schlüssel für Programme widerrufen',
  'server texts changed': 'Servertexte vom Programm des Besitzers geändert',
};
