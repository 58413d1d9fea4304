// Every sentence of the administration's pages about the checks of the installation and about emails.

import { plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './overview.en.ts';

export const overviewMessages: Translation<typeof english.overviewMessages> = {
  sections: {
    overview: 'Übersicht',
    audit: 'Protokoll',
    doctor: 'Diagnose',
  },
  done: {
    'doctor-run': 'Die Prüfung ist abgeschlossen.',
  },
  numbers: {
    accounts: 'Konten',
    unverified: 'Nicht freigeschaltet',
    suspended: 'Gesperrt',
    staff: 'Moderatoren und Administratoren',
    live: 'Öffentliche Server',
    unlisted: 'Nicht gelistete Server',
    failedEmails: 'Fehlgeschlagene E-Mails',
  },
  attention: 'Zu erledigen',
  calm: 'Es gibt nichts zu erledigen.',
  mailOff:
    'Es ist kein Mailserver eingestellt, deshalb können keine E-Mails verschickt werden: Niemand kann eine Adresse bestätigen oder ein Passwort per E-Mail zurücksetzen. Setze smtp_url und mail_from oder schalte Konten auf der Seite „Konten“ von Hand frei.',
  emailsFailed: (count) =>
    `${plural(count, { one: '# E-Mail ist', other: '# E-Mails sind' })} nach vielen Versuchen fehlgeschlagen. Die Seite „E-Mail“ zeigt, warum.`,
  reportsOpen: (count) =>
    plural(count, {
      one: '# Meldung eines Spielers ist offen.',
      other: '# Meldungen von Spielern sind offen.',
    }),
  toVerify: (count) =>
    plural(count, {
      one: '# Konto wartet darauf, von Hand freigeschaltet zu werden.',
      other: '# Konten warten darauf, von Hand freigeschaltet zu werden.',
    }),
  runs: (version) => `Muster ${version}`,
};
