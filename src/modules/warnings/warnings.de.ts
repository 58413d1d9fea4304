// Every sentence about warnings, for players and for staff.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './warnings.en.ts';

export const warningMessages: Translation<typeof english.warningMessages> = {
  title: 'Verwarnungen',
  unreadTitle: (count) => (count === 1 ? 'Du wurdest verwarnt' : 'Du hast Verwarnungen'),
  unread: 'Das schreibt dir die Moderation dieser Website. Bitte lies es, bevor es weitergeht.',
  confirm: 'Ich habe das gelesen',
  see: (count) =>
    count === 1 ? 'Deine Verwarnung ansehen' : `Deine ${count} Verwarnungen ansehen`,
  none: 'Du hast keine Verwarnungen.',
  kept: 'Diese Verwarnungen hast du von der Moderation bekommen. Jede bleibt zwei Jahre gespeichert.',
  about: (server) => `Es geht um deinen Server ${server}`,
};

export const warningAdminMessages: Translation<typeof english.warningAdminMessages> = {
  title: 'Verwarnungen',
  caption: 'Verwarnungen, neueste zuerst',
  none: 'Dieses Konto hat keine Verwarnungen.',
  warning: 'Verwarnung',
  server: 'Server',
  noServer: 'Keiner',
  read: 'Gelesen',
  unread: 'Noch nicht gelesen',
  warn: {
    title: 'Verwarnen',
    intro:
      'Der Spieler muss die Verwarnung bestätigen, bevor sich eine andere Seite öffnet. Spielen kann er weiterhin.',
    submit: 'Verwarnung aussprechen',
  },
  reason: 'Grund, den der Spieler liest',
  withdraw: { title: 'Zurücknehmen', submit: 'Verwarnung zurücknehmen' },
  done: {
    warn: 'Die Verwarnung ist ausgesprochen.',
    'warning-withdraw': 'Die Verwarnung ist zurückgenommen.',
  },
};

export const warningAuditSentences: Translation<typeof english.warningAuditSentences> = {
  'account warned': 'Verwarnung ausgesprochen',
  'warning withdrawn': 'Verwarnung zurückgenommen',
};

export const warningFailures: Translation<typeof english.warningFailures> = {
  short: (least) => `Gib einen Grund mit mindestens ${least} Zeichen an.`,
  server: 'Wähle einen Server, der zu diesem Konto gehört.',
  full: (most) => `Dieses Konto hat schon ${most} Verwarnungen.`,
  gone: 'Diese Verwarnung gibt es nicht mehr, oder der Spieler hat sie schon gelesen.',
};
