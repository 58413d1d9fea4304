// Every sentence of the pages where people log in and out.

import { plural } from '../../lib/text.ts';

export const loginMessages = {
  title: 'Log in',
  intro: 'With the same name and password as in the launcher.',
  name: 'Name',
  nameHint: 'The name that you play under, not your e-mail address.',
  password: 'Password',
  submit: 'Log in',

  codeTitle: 'One more step',
  codeOwn: (name: string) => `The account ${name} asks for a code besides its password.`,
  codeDevice: (name: string) =>
    `The account ${name} does not know this browser yet, so it asks for a code that comes by mail.`,
  code: 'Code',
  codeFromApp: 'The six digits that your authenticator app shows, or one of your recovery codes.',
  codeFromAny:
    'The six digits that your authenticator app shows, those of the email, or one of your recovery codes.',
  codeFromMail: 'The six digits of the email, or one of your recovery codes.',
  codeFromEmail: 'The six digits of the email.',
  codeFromRecovery: 'One of your recovery codes.',
  codeSubmit: 'Log in',
  codeLost:
    'No email and no recovery code left? Ask the operator of this site to reset the second factor of your account.',
  codeLostApp:
    'Are the digits of the app refused? Set the clock of the phone to automatic time. No app and no recovery code left? Ask the operator of this site to reset the second factor of your account.',
  codeLostDevice: 'A device that you logged in from before needs no code.',
  codeMailed:
    'An email with a code is on its way to the e-mail address of this account. The code is good for ten minutes and works once. Look into the spam folder too.',
  codeStuckTitle: 'The email with the code has not left yet',
  codeStuck:
    'The mail server did not take it so far. It is tried again by itself; if nothing comes, tell the operator of this site.',
  codeStuckUseOther:
    'The mail server did not take it so far. It is tried again by itself; one of your recovery codes, or your app, lets you in without it.',
  codeSend: 'Mail me a code',
  codeSendAgain: 'Mail me another code',
  codeNextIn: (seconds: number) =>
    `Another one can be sent in ${plural(seconds, 'second')}. Earlier codes stay good.`,
  mailClosedTitle: 'No code can be mailed right now',
  mailClosed: 'This site cannot send mail at the moment. Type one of your recovery codes.',
  startOver: 'Log in as somebody else',

  inTitle: 'You are logged in',
  inAs: (name: string) => `This browser is logged in as ${name}.`,
  goOn: 'Go on',
  unverifiedTitle: 'Your account is not verified yet',
  unverified: 'You are logged in, but servers let you in only with a verified account.',
  toVerify: 'What to do about it',
  toForgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  toRegister: 'Register',
  toSecurity: 'Second factor, sessions and log',
  outHint: 'Logging out ends the session of this browser.',

  problems: {
    noCookies:
      'Your browser sent no cookie of this site along, and without one it cannot stay logged in. Allow cookies for this site, then log in again.',
    codeTooSoon: (seconds: number) =>
      `A code was mailed a moment ago. Another one can be sent in ${plural(seconds, 'second')}.`,
    loginGone:
      'This login was begun more than ten minutes ago, or in another browser. Type your name and password again.',
  },
} as const;
