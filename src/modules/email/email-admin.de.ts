// Every sentence of the page about the outbox.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './email-admin.en.ts';

export const emailAdminMessages: Translation<typeof english.emailAdminMessages> = {
  section: 'E-Mail',
  done: {
    'email-retried': 'Die E-Mail wird verschickt. Sie steht unten, bis sie verschickt ist.',
    'emails-retried': 'Alle fehlgeschlagenen E-Mails werden noch einmal verschickt.',
    'email-dropped': 'Die E-Mail wurde ungesendet gelöscht.',
    'email-tested':
      'Eine Test-E-Mail an deine eigene Adresse ist unterwegs. Wenn sie sich nicht verschicken lässt, erscheint sie unten mit dem Grund.',
  },
  off: 'E-Mail ist nicht eingerichtet',
  offHow:
    'Es können keine E-Mails verschickt werden. Niemand kann also eine Adresse bestätigen oder ein Passwort per E-Mail zurücksetzen. Setze diese Einstellungen und starte Muster neu:',
  offSettings: [
    'smtp_url (MUSTER_SMTP_URL, oder MUSTER_SMTP_URL_FILE für eine Datei mit dem Geheimnis)',
    'mail_from (MUSTER_MAIL_FROM): der Absender der E-Mails',
  ],
  offCheck:
    'Bis dahin schalte Konten auf der Seite „Konten“ von Hand frei. „muster check“ prüft den Mailserver.',
  filter: 'E-Mails filtern',
  states: { waiting: 'Wartet', failed: 'Fehlgeschlagen' },
  caption: 'Wartende und fehlgeschlagene E-Mails, die ältesten zuerst',
  columns: {
    kind: 'E-Mail',
    recipient: 'An',
    attempts: 'Versuche',
    created: 'Erstellt',
  },
  none: 'Keine E-Mail wartet, und keine ist fehlgeschlagen.',
  nothing: 'Keine E-Mail passt zu diesem Filter.',
  next: 'Nächster Versuch:',
  kept: 'Fehlgeschlagene E-Mails werden eine Woche lang aufbewahrt.',
  test: 'Test-E-Mail schicken',
  testIntro: (address) =>
    `Die E-Mail geht wie jede andere über die Warteschlange an ${address}. Du kannst zehn pro Stunde schicken.`,
  testSubmit: 'Test-E-Mail schicken',
  testOff: 'Es kann keine E-Mail verschickt werden, weil E-Mail nicht eingerichtet ist.',
  retryAll: 'Alle fehlgeschlagenen noch einmal schicken',
  retryAllSubmit: 'Alle noch einmal schicken',
  retry: 'Jetzt schicken',
  retrySubmit: 'Diese E-Mail jetzt schicken',
  drop: 'Löschen',
  dropSubmit: 'Diese E-Mail ungesendet löschen',
};

export const emailAuditSentences: Translation<typeof english.emailAuditSentences> = {
  'email retried': 'E-Mail noch einmal geschickt',
  'emails retried': 'E-Mails noch einmal geschickt',
  'email deleted': 'E-Mail gelöscht',
};

export const emailAuditSubjects: Translation<typeof english.emailAuditSubjects> = {
  failedEmails: 'Fehlgeschlagene E-Mails',
  email: (id) => `E-Mail ${id}`,
};
