// Every sentence about warnings, for players and for staff.

import type { WarningAuditAction } from './audit-actions.ts';

export const warningMessages = {
  title: 'Warnings',
  unreadTitle: (count: number) => (count === 1 ? 'You have a warning' : 'You have warnings'),
  unread: 'This is from the moderators of this site. Please read it before you go on.',
  confirm: 'I have read this',
  see: (count: number) => (count === 1 ? 'See your warning' : `See your ${count} warnings`),
  none: 'You have no warnings.',
  kept: 'The moderators of this site gave you these warnings. Each is kept for two years.',
  about: (server: string) => `About your server ${server}`,
};

export const warningAdminMessages = {
  title: 'Warnings',
  caption: 'Warnings, newest first',
  none: 'This account has no warnings.',
  warning: 'Warning',
  server: 'Server',
  noServer: 'None',
  read: 'Read',
  unread: 'Not read yet',
  warn: {
    title: 'Warn',
    intro: 'The player has to confirm the warning before any other page opens. Playing goes on.',
    submit: 'Give warning',
  },
  reason: 'Reason, which the player reads',
  withdraw: { title: 'Withdraw', submit: 'Withdraw warning' },
  done: { warn: 'The warning was given.', 'warning-withdraw': 'The warning was withdrawn.' },
};

export const warningAuditSentences: Readonly<Record<WarningAuditAction, string>> = {
  'account warned': 'Gave a warning',
  'warning withdrawn': 'Withdrew a warning',
};

export const warningFailures = {
  short: (least: number) => `Give a reason of at least ${least} characters.`,
  server: 'Choose one of the servers that this account claimed.',
  full: (most: number) => `This account has ${most} warnings already.`,
  gone: 'This warning no longer exists, or the player has read it.',
};
