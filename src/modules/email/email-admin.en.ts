// Every sentence of the page about the outbox.

import type { EmailAuditAction } from './audit-actions.ts';

export const emailAdminMessages = {
  section: 'Email',
  /** Shown after an action, by its key in the URL. */
  done: {
    'email-retried': 'The email is being sent. It stays below until it has left.',
    'emails-retried': 'All failed emails are being sent again.',
    'email-dropped': 'The email was deleted without being sent.',
    'email-tested':
      'A test email to your own address is on its way. If it cannot be sent, it appears below with the reason.',
  },
  off: 'Email is not set up',
  offHow:
    'No email can be sent, so nobody can confirm an address or reset a password by email. Set these, then restart Muster:',
  offSettings: [
    'smtp_url (MUSTER_SMTP_URL, or MUSTER_SMTP_URL_FILE for a file with the secret)',
    'mail_from (MUSTER_MAIL_FROM): the sender of emails',
  ],
  offCheck:
    'Until then, verify accounts by hand on the Accounts page. “muster check” tests the mail server.',
  filter: 'Filter emails',
  states: { waiting: 'Waiting', failed: 'Failed' },
  caption: 'Waiting and failed emails, oldest first',
  columns: {
    kind: 'Email',
    recipient: 'To',
    attempts: 'Attempts',
    created: 'Created',
  },
  none: 'No emails are waiting, and none have failed.',
  nothing: 'No emails match this filter.',
  next: 'Next attempt at',
  kept: 'Failed emails are kept for a week.',
  test: 'Send a test email',
  testIntro: (address: string) =>
    `The email goes to ${address} through the queue, like every other email. You can send ten per hour.`,
  testSubmit: 'Send test email',
  testOff: 'No email can be sent because email is not set up.',
  retryAll: 'Retry all failed emails',
  retryAllSubmit: 'Retry all',
  retry: 'Send now',
  retrySubmit: 'Send this email now',
  drop: 'Delete',
  dropSubmit: 'Delete this email without sending it',
} as const;

export const emailAuditSentences: Record<EmailAuditAction, string> = {
  'email retried': 'Email retried',
  'emails retried': 'Emails retried',
  'email deleted': 'Email deleted',
};

/** What an action was about. */
export const emailAuditSubjects = {
  failedEmails: 'Failed emails',
  email: (id: string) => `Email ${id}`,
};
