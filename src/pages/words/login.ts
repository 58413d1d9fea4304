// Every sentence of the pages where people log in and out, in one place.

export const loginWords = {
  title: 'Log in',
  intro: 'With the same name and password as in the launcher.',
  name: 'Name',
  nameHint: 'The name that you play under, not your e-mail address.',
  password: 'Password',
  submit: 'Log in',

  codeTitle: 'One more step',
  codeIntro: (name: string) =>
    `The account ${name} asks for a code besides its password. Type both, and you are in.`,
  code: 'Code',
  codeHint: 'From your app or your mail, or one of your recovery codes.',
  codeSubmit: 'Log in with this code',

  inTitle: 'You are logged in',
  inAs: (name: string) => `This browser is logged in as ${name}.`,
  goOn: 'Go on',
  unverifiedTitle: 'Your account is not verified yet',
  unverified:
    'You are logged in, but servers let you in only with a verified account. Ask the operator of this site to verify it.',
  outHint: 'Logging out ends the session of this browser.',

  problems: {
    nameMissing: 'Type the name of your account.',
    nameUnknown: 'There is no account with this name. Check its spelling.',
    nameIsAddress: 'This is an e-mail address. Type the name that you play under instead.',
    passwordMissing: 'Type your password.',
    passwordWrong: 'This password does not open the account with this name. Type it again.',
    codeWrong: 'This code is wrong, was used before, or is too old. Type the newest one.',
    suspended: 'This account is suspended, so it cannot log in. Ask the operator of this site why.',
    tooMany: (minutes: number) =>
      `Too many wrong tries came from your address. Nobody else is kept out. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
    busy: 'Too many people are logging in right now. Try again in a moment.',
  },
} as const;
