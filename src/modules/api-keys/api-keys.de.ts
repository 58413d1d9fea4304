// Every sentence about API keys: their page, and the refusals that programs get.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './api-keys.en.ts';

export const keyMessages: Translation<typeof english.keyMessages> = {
  title: 'API-Schlüssel',
  intro:
    'Mit einem API-Schlüssel kann ein Programm für dein Konto handeln. Zum Beispiel kann ein Bot die Texte deiner Server ändern. Wer den Schlüssel hat, kann ihn benutzen: Halte ihn so geheim wie dein Passwort.',
  docs: 'Was Programme damit tun können',
  none: 'Du hast keine Schlüssel.',
  add: 'Schlüssel erstellen',
  name: 'Name',
  nameHint: (most) =>
    `Höchstens ${most} Zeichen, zum Beispiel „Discord-Bot“. In Protokollen steht dieser Name neben deinem Konto.`,
  scopes: 'Berechtigungen',
  moderateHint:
    'Zum Moderieren gehören Meldungen, Sperren, Server und der Filter. Administratoren können auch den Hinweis ändern.',
  scope: {
    'servers:read': 'Deine Server lesen',
    'own:write': 'Servertexte ändern',
    moderate: 'Moderieren',
  },
  made: 'Der Schlüssel wurde erstellt. Kopiere ihn jetzt: Diese Website zeigt ihn nicht noch einmal.',
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
  unverified: 'Lass zuerst dein Konto freischalten. Nur freigeschaltete Konten haben Schlüssel.',
  taken: (name) => `Du hast schon einen Schlüssel namens „${name}“. Wähle einen anderen Namen.`,
  tooMany: (most) => `Du hast schon ${most} Schlüssel. Widerrufe zuerst einen davon.`,
  missing: 'Sende einen Schlüssel im Header Authorization: Bearer muster_…',
  unknown:
    'Dieser Schlüssel ist ungültig. Vielleicht wurde er widerrufen oder sein Konto gesperrt.',
  outOfScope: (scope) => `Dieser Schlüssel hat die Berechtigung ${scope} nicht.`,
  onlyAdministrators: 'Das dürfen nur Administratoren.',
  noFactor:
    'Das Konto dieses Schlüssels muss zuerst die Zwei-Faktor-Authentifizierung einschalten.',
  tooManyRequests: (seconds) =>
    `Zu viele Anfragen mit diesem Schlüssel. Versuche es in ${seconds} s noch einmal.`,
};

export const keyAuditSentences: Translation<typeof english.keyAuditSentences> = {
  'key made': 'API-Schlüssel erstellt',
  'key revoked': 'API-Schlüssel widerrufen',
  'server texts changed': 'Texte eines Servers durch ein Programm geändert',
};
