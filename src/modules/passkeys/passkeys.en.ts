// Every sentence about passkeys.

export const passkeyMessages = {
  title: 'Passkeys',
  setUp: 'Set up a passkey',
  manage: 'Manage passkeys',
  intro:
    'With a passkey you log in to this site by fingerprint, face or PIN, without a password. Your phone, computer, password manager or security key stores the passkey.',
  second:
    'Passkeys also count as two-factor authentication: after your password, this site asks for a passkey or a code. The launcher cannot use passkeys, so it asks for a code.',
  none: 'You have no passkey yet.',
  created: (ago: string) => `added ${ago}`,
  usedOn: (day: string) => `last used on ${day}`,
  neverUsed: 'not used yet',
  remove: 'Remove',
  removeOf: (name: string) => `Remove the passkey ${name}`,
  add: 'Add a passkey',
  name: 'Name',
  nameHint: (limit: number) =>
    `For example the device that stores it; at most ${limit} characters. If you leave this empty, the passkey gets the name of this browser.`,
  createIntro: (name: string) =>
    `Click the button, and follow the steps of your browser. The passkey will be called “${name}”.`,
  create: 'Create the passkey',
  removeTitle: 'Remove a passkey',
  removeWhich: 'Passkey',
  removeHint:
    'This site then no longer accepts it. Delete it on your device, too. If it is your last passkey, this turns the method off.',
  register: 'Register with a passkey',
  registerHint:
    'You need no password: with a passkey you log in by fingerprint, face or PIN. Leave the password empty.',
  registerIntro: (name: string) =>
    `Click the button, and follow the steps of your browser. Your account ${name} exists as soon as your device has stored its passkey.`,
  registerBack: 'Back to the registration',
  logIn: 'Log in with a passkey',
  usePassword: 'Log in with a password',
  failed: 'Your browser did not use a passkey. Try again, or choose another way.',
  withoutScripts: 'Passkeys need JavaScript, and a browser that supports them at this address.',
};

export const passkeyFailures = {
  name: (limit: number) => `The name may have at most ${limit} characters, without line breaks.`,
  tooMany: (limit: number) => `You can have at most ${limit} passkeys. Remove one first.`,
  notOffered: 'This site cannot use passkeys at its current address.',
  broken: 'Your browser sent a passkey that this site cannot read.',
  refused:
    'The passkey could not be verified. You have five minutes, and it works only at this address. Try again.',
  unverifiedNew:
    'Your device did not ask for fingerprint, face or PIN. A passkey in place of a password needs that. Use another device, or register with a password.',
  needed:
    'This is your only passkey, and your account has no password. Add another passkey or set a password first.',
  unknown:
    'This site does not know this passkey. Perhaps it was removed. Log in with your name and password.',
  unverified:
    'Your device did not ask for fingerprint, face or PIN, so this passkey works only after your password.',
  copied:
    'This passkey was refused, because somebody seems to have copied it. Log in with your password and a code, and remove the passkey.',
};
