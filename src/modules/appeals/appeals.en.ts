// Every sentence about appeals, for suspended players and for staff.

import { formatCount } from '../../platform/messages/formats.en.ts';
import type { AppealAuditAction } from './audit-actions.ts';

export const appealMessages = {
  title: 'Appeal your suspension',
  suspended: (name: string) => `The account ${name} is suspended.`,
  intro: 'If you think that this is wrong, tell the moderators why. You can do this once.',
  text: 'Your appeal',
  textHint: (most: number) => `At most ${most} characters.`,
  send: 'Send appeal',
  open: 'The moderators have your appeal and will look at it.',
  openHint:
    'If your email address is confirmed, you get an email when they decide. You can also open this page again.',
  declined: 'The moderators declined your appeal.',
  answer: 'Their answer',
  until: 'End of the suspension',
  forEver: 'none',
  sentAt: 'Sent',
  deadTitle: 'There is no suspension to appeal',
  dead: 'The suspension has ended, or this link belongs to an earlier one. Try to log in.',
};

export const appealAdminMessages = {
  section: 'Appeals',
  filter: 'Show appeals',
  caption: 'Appeals, newest first',
  states: { open: 'Waiting', decided: 'Decided' },
  statuses: { open: 'Waiting', accepted: 'Accepted', declined: 'Declined' },
  nothing: { open: 'No appeal waits for an answer.', decided: 'No appeal was decided yet.' },
  suspension: 'Suspended',
  appeal: 'Appeal',
  accept: { title: 'Accept', submit: 'Lift the suspension' },
  decline: { title: 'Decline', submit: 'Decline appeal', answer: 'Answer, which the player reads' },
  done: {
    accepted: 'The suspension was lifted.',
    declined: 'The appeal was declined. The player can read your answer.',
  },
  waiting: (count: number) =>
    count === 1
      ? '1 suspended player asks you to look at the suspension again.'
      : `${formatCount(count)} suspended players ask you to look at their suspensions again.`,
};

export const appealAuditSentences: Readonly<Record<AppealAuditAction, string>> = {
  'appeal accepted': 'Accepted an appeal',
  'appeal declined': 'Declined an appeal',
};

export const appealFailures = {
  text: { label: 'The appeal', missing: 'Explain why the suspension is wrong.' },
  sent: 'You have already appealed this suspension.',
  gone: 'This appeal is no longer open: somebody decided it, or the suspension has ended.',
};
