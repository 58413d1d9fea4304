// Every sentence of the administration's page about emails.

export const emailAdminMessages = {
  title: 'Mail',
  off: 'Mail is not set up',
  offHow:
    'No email can be sent: nobody can verify an address or reset a password by mail. Set these, then start Muster anew:',
  offSettings: [
    'smtp_url (MUSTER_SMTP_URL, or MUSTER_SMTP_URL_FILE for a file with the secret)',
    'mail_from (MUSTER_MAIL_FROM): the address that emails come from',
  ],
  offCheck: 'Until then, verify accounts here by hand. "muster check" tries the mail server out.',
  filter: 'Choose emails',
  states: { waiting: 'Waiting', failed: 'Failed' },
  caption: 'Emails that wait or failed, oldest first',
  columns: {
    id: 'Number',
    kind: 'Email',
    recipient: 'To',
    attempts: 'Tries',
    created: 'Written (UTC)',
  },
  nothing: 'No email waits, and none failed.',
  noneSuch: 'There is no such email.',
  until: ', next try at',
  kept: 'Emails that failed are kept for a week.',
  test: 'Send a test email',
  testIntro: (address: string) =>
    `It goes to ${address}, through the queue like every other email. Ten an hour are sent.`,
  testSubmit: 'Send it to me',
  testOff: 'No email can be sent while mail is not set up.',
  retryAll: 'Send all that failed again',
  retryAllSubmit: 'Send them now',
  retry: 'Send now',
  retrySubmit: 'Send this email now',
  drop: 'Drop',
  dropSubmit: 'Remove this email unsent',
} as const;
