// Every sentence about appeals, for suspended players and for staff.

import { formatCount } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './appeals.en.ts';

export const appealMessages: Translation<typeof english.appealMessages> = {
  title: 'Einspruch gegen deine Sperrung',
  suspended: (name) => `Das Konto ${name} ist gesperrt.`,
  intro: 'Wenn du das für falsch hältst, schreib der Moderation, warum. Das geht nur einmal.',
  text: 'Dein Einspruch',
  textHint: (most) => `Höchstens ${most} Zeichen.`,
  send: 'Einspruch abschicken',
  open: 'Dein Einspruch liegt der Moderation vor.',
  openHint:
    'Wenn deine E-Mail-Adresse bestätigt ist, bekommst du eine E-Mail, sobald sie entschieden hat. Du kannst auch diese Seite wieder öffnen.',
  declined: 'Die Moderation hat deinen Einspruch abgelehnt.',
  answer: 'Ihre Antwort',
  until: 'Ende der Sperrung',
  forEver: 'keines',
  sentAt: 'Abgeschickt',
  deadTitle: 'Es gibt keine Sperrung, gegen die du Einspruch einlegen kannst',
  dead: 'Die Sperrung ist zu Ende, oder dieser Link gehört zu einer früheren. Versuche, dich anzumelden.',
};

export const appealAdminMessages: Translation<typeof english.appealAdminMessages> = {
  section: 'Einsprüche',
  filter: 'Einsprüche zeigen',
  caption: 'Einsprüche, neueste zuerst',
  states: { open: 'Offene', decided: 'Entschiedene' },
  statuses: { open: 'Offen', accepted: 'Angenommen', declined: 'Abgelehnt' },
  nothing: {
    open: 'Kein Einspruch wartet auf eine Antwort.',
    decided: 'Es wurde noch kein Einspruch entschieden.',
  },
  suspension: 'Gesperrt',
  appeal: 'Einspruch',
  accept: { title: 'Annehmen', submit: 'Sperrung aufheben' },
  decline: {
    title: 'Ablehnen',
    submit: 'Einspruch ablehnen',
    answer: 'Antwort, die der Spieler liest',
  },
  done: {
    accepted: 'Die Sperrung ist aufgehoben.',
    declined: 'Der Einspruch ist abgelehnt. Der Spieler kann deine Antwort lesen.',
  },
  waiting: (count) =>
    count === 1
      ? '1 gesperrter Spieler hat Einspruch eingelegt.'
      : `${formatCount(count)} gesperrte Spieler haben Einspruch eingelegt.`,
};

export const appealAuditSentences: Translation<typeof english.appealAuditSentences> = {
  'appeal accepted': 'Einspruch angenommen',
  'appeal declined': 'Einspruch abgelehnt',
};

export const appealFailures: Translation<typeof english.appealFailures> = {
  text: { label: 'Der Einspruch', missing: 'Schreib, warum die Sperrung falsch ist.' },
  sent: 'Du hast gegen diese Sperrung schon Einspruch eingelegt.',
  gone: 'Dieser Einspruch ist nicht mehr offen: Er wurde entschieden, oder die Sperrung ist zu Ende.',
};
