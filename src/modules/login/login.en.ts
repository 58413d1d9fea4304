// Every sentence of the pages where people log in and out.

export const loginMessages = {
  intro: 'Use the same name and password as in the launcher.',
  toAppeal: 'Appeal the suspension',
  nameHint: 'Your name in the game, not your email address.',

  codeTitle: 'Enter your login code',
  codeOwn: (name: string) =>
    `The account ${name} uses two-factor authentication. Enter a code to log in.`,
  codeDevice: (name: string) =>
    `This browser is new to the account ${name}. Enter the code from the email to log in.`,
  code: 'Login code',
  codeFromApp: 'The six digits from your authenticator app.',
  codeFromAny: 'The six digits from your authenticator app or from the email.',
  codeFromEmail: 'The six digits from the email.',
  noCode: 'No code?',
  useRecovery: 'Use a recovery code',
  useCode: 'Use a six-digit code',
  recoveryTitle: 'Enter a recovery code',
  recoveryCode: 'Recovery code',
  codeFromRecovery: 'One of the twelve-digit codes that you saved. You can leave out the spaces.',
  codeLost:
    'No email, and no recovery codes left? Ask the operator of this site to reset two-factor authentication for your account.',
  codeLostApp:
    'App code not working? Set the clock of your phone to automatic time. No app, and no recovery codes left? Ask the operator of this site to reset two-factor authentication for your account.',
  codeLostDevice: 'A device that you have logged in from before needs no code.',
  codeMailed:
    'An email with a code is on its way to the email address of this account. The code works once, for ten minutes. Check your spam folder, too.',
  codeStuckTitle: 'The email with the code has not been sent yet',
  codeStuck:
    'The mail server has not accepted the email yet. This site keeps trying. If nothing arrives, contact the operator of this site.',
  codeStuckUseOther:
    'The mail server has not accepted the email yet. This site keeps trying. You can also log in with a recovery code or your app.',
  codeSendAgain: 'Email me another code',
  codeNextIn: (time: string) => `You can request another one in ${time}. Earlier codes still work.`,
  codeNextNow: 'You can request another one now. Earlier codes still work.',
  mailClosedTitle: 'No code can be emailed right now',
  mailClosed: 'This site cannot send email at the moment. Enter one of your recovery codes.',
  startOver: 'Log in with another account',

  inTitle: 'You are logged in',
  inAs: (name: string) => `You are logged in as ${name} in this browser.`,
  unverified: 'You are logged in, but you need a verified account to join servers.',
  noAccount: 'No account yet?',
  accountWhy: 'One account works on every server in this list.',
  toSecurity: 'Two-factor authentication, sessions and activity',
  outHint: 'Logging out ends the session in this browser.',

  problems: {
    noCookies:
      'Your browser did not send the cookie of this site, which is needed to stay logged in. Allow cookies for this site, then log in again.',
    loginGone:
      'This login was started more than ten minutes ago, or in another browser. Enter your name and password again.',
  },
} as const;
