// Every sentence of the pages where players let a launcher in.

export const linkMessages = {
  title: 'Sign in to the launcher',
  startHint:
    'You can also sign in without typing your password there: type the word “link” as the password, and enter the launcher’s code on this site.',
  intro: 'You can sign in to the launcher without your password:',
  steps: [
    'In the launcher, type your name, and the word “link” as the password. Press “Sign in”.',
    'The launcher shows a code. Enter the code here.',
    'Check the request, and approve it. Then press “Sign in” in the launcher again.',
  ],
  code: 'Code from the launcher',
  codeHint: 'For example KTPQ-7XWR. A code works once and expires after five minutes.',

  confirmTitle: 'Let this launcher in?',
  asks: (name: string) => `This launcher wants to sign in as ${name}:`,
  device: 'Device',
  address: 'IP address',
  sameNetwork: 'Your browser is on the same network.',
  otherNetwork: 'Your browser is on another network.',
  abroadTitle: 'This launcher is in another country',
  abroad: (launcher: string, browser: string) =>
    `Country of the launcher: ${launcher}. Country of your browser: ${browser}. If you did not expect this, refuse.`,
  gives:
    'If you approve, anybody at this launcher can join servers under your name and use your account on this site, without your password and without a login code. Only pages that ask for your password stay closed to them. This lasts until you end the session under “Sessions”.',
  onlyOwn:
    'Approve only if you pressed “Sign in” in your own launcher a moment ago. If somebody sent you the code, refuse: that person wants to get into your account.',
  approve: 'Approve',
  refuse: 'Refuse',

  approvedTitle: 'Approved',
  approved: 'Press “Sign in” in the launcher again within five minutes.',
  refused: 'Refused. The launcher is not signed in.',
} as const;

export const linkFailures = {
  missing: 'Enter the code that the launcher shows.',
  wrong: (name: string) =>
    `No launcher is waiting with this code for the name ${name}. Check the code, and the name in the launcher. A code works once and expires after five minutes.`,
  gone: 'This launcher is no longer waiting. Press “Sign in” in the launcher, and enter the new code.',
} as const;
