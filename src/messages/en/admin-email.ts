// Every sentence of the administration's page about emails.

export const emailAdminMessages = {
  title: 'Email',
  off: 'Email is not set up',
  offHow:
    'No email can be sent, so nobody can verify an address or reset a password by email. Set these, then restart Muster:',
  offSettings: [
    'smtp_url (MUSTER_SMTP_URL, or MUSTER_SMTP_URL_FILE for a file with the secret)',
    'mail_from (MUSTER_MAIL_FROM): the sender of emails',
  ],
  offCheck: 'Until then, verify accounts here by hand. "muster check" tests the mail server.',
  filter: 'Filter emails',
  states: { waiting: 'Waiting', failed: 'Failed' },
  caption: 'Waiting and failed emails, oldest first',
  columns: {
    id: 'Number',
    kind: 'Email',
    recipient: 'To',
    attempts: 'Attempts',
    created: 'Created (UTC)',
  },
  nothing: 'No emails are waiting, and none have failed.',
  noneSuch: 'This email no longer exists.',
  until: ', next attempt at',
  kept: 'Failed emails are kept for a week.',
  test: 'Send a test email',
  testIntro: (address: string) =>
    `It goes to ${address} through the queue, like every other email. You can send ten per hour.`,
  testSubmit: 'Send test email',
  testOff: 'No email can be sent because email is not set up.',
  retryAll: 'Retry all failed emails',
  retryAllSubmit: 'Retry all',
  retry: 'Send now',
  retrySubmit: 'Send this email now',
  drop: 'Delete',
  dropSubmit: 'Delete this email without sending it',
} as const;
