// Every sentence of the overview and of the page about the checks of the installation.

import { counted, formatCount, plural } from '../../platform/messages/formats.de.ts';
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
  waiting: 'Zu erledigen',
  broken: 'Funktioniert nicht',
  toSetUp: 'Noch einzurichten',
  grown: 'Entwicklung',
  growth: {
    labels: {
      players: 'Meiste Spieler gleichzeitig, letzte 24\u00a0h',
      servers: 'Meiste Server gleichzeitig, letzte 24\u00a0h',
      accounts: 'Neue Konten in 7 Tagen',
    },
    aWeekBefore: (count) => `${formatCount(count)} vor einer Woche`,
    inTheWeekBefore: (count) => `${formatCount(count)} in den 7 Tagen davor`,
  },
  steps: {
    mail: 'E-Mail: Ohne Mailserver kann niemand eine Adresse bestätigen oder ein Passwort zurücksetzen.',
    https:
      'HTTPS: Passwörter und Sitzungen werden unverschlüsselt übertragen. Die Diagnose sagt, was fehlt.',
    name: 'Name: Die Website hat noch keinen. Die Seiten zeigen ihre Adresse.',
    contact: 'Kontakt: Niemand sieht, wie man dich erreicht.',
    rules: 'Regeln: Noch gibt es keine, denen Spieler zustimmen.',
    twoFactor:
      'Dein Konto: Nur ein Passwort schützt es. Richte die Zwei-Faktor-Authentifizierung ein.',
    server: 'Server: Noch ist keiner gelistet. So kommt der erste hierher.',
  },
  calm: 'Es gibt nichts zu erledigen.',
  emailsFailed: (count) =>
    `${plural(count, { one: '# E-Mail ist', other: '# E-Mails sind' })} nach vielen Versuchen fehlgeschlagen.`,
  webhooksOff: (count) =>
    `${plural(count, { one: '# Webhook wurde', other: '# Webhooks wurden' })} nach zu vielen Fehlern abgeschaltet.`,
  odd: (count) =>
    `${plural(count, { one: '# Server hat', other: '# Server haben' })} auffällige Zahlen.`,
  reportsOpen: counted({
    one: '# Meldung eines Spielers ist offen.',
    other: '# Meldungen von Spielern sind offen.',
  }),
  toVerify: counted({
    one: '# Konto wartet darauf, von Hand freigeschaltet zu werden.',
    other: '# Konten warten darauf, von Hand freigeschaltet zu werden.',
  }),
  runs: (version) => `Muster ${version}`,
};
