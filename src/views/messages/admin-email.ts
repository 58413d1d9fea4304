// Every sentence of the administration's page about emails.

export const emailAdminMessages = {
  title: 'Mail',
  off: 'Mail is not set up',
  offHow:
    'No letter can be sent: nobody can verify an address or reset a password by mail. Set these, then start Muster anew:',
  offSettings: [
    'smtp_url (MUSTER_SMTP_URL, or MUSTER_SMTP_URL_FILE for a file with the secret)',
    'mail_from (MUSTER_MAIL_FROM): the address that letters come from',
  ],
  offCheck: 'Until then, verify accounts here by hand. "muster check" tries the mail server out.',
  filter: 'Choose letters',
  states: { waiting: 'Waiting', failed: 'Failed' },
  caption: 'Letters that wait or failed, oldest first',
  columns: {
    id: 'Number',
    kind: 'Letter',
    recipient: 'To',
    attempts: 'Tries',
    created: 'Written (UTC)',
  },
  nothing: 'No letter waits, and none failed.',
  noneSuch: 'There is no such letter.',
  until: ', next try at',
  kept: 'Letters that failed are kept for a week.',
  test: 'Send a test letter',
  testIntro: (address: string) =>
    `It goes to ${address}, through the queue like every other letter. Ten an hour are sent.`,
  testSubmit: 'Send it to me',
  testOff: 'No letter can be sent while mail is not set up.',
  retryAll: 'Send all that failed again',
  retryAllSubmit: 'Send them now',
  retry: 'Send now',
  retrySubmit: 'Send this letter now',
  drop: 'Drop',
  dropSubmit: 'Remove this letter unsent',
} as const;
