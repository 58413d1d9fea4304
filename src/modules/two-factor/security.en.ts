// Every sentence of the pages about second factors, sessions and log of an account.

import { plural } from '../../platform/messages/formats.en.ts';

export const securityMessages = {
  back: 'Back to two-factor authentication',
  on: (ago: string) => `Turned on ${ago}`,
  off: 'Off',

  passwordNone: 'None: you log in with a passkey',
  setPassword: 'Set a password',
  provedByPasskey: 'Your browser then asks for your passkey.',

  factorIntro:
    'Anyone who learns your password still needs a code to log in, here and in the launcher.',
  app: 'Authenticator app',
  appSetUp: 'Set up an app',
  mail: 'Codes by email',
  mailSetUp: 'Set up codes by email',
  mailClosed: 'Off: this site cannot send email',
  mailClosedOn:
    'This site cannot send email at the moment, so no code can reach you. Log in with your app or a recovery code.',
  recovery: 'Recovery codes',
  recoveryLeft: (count: number) => `${count} left`,
  recoveryNone: 'You get them when you turn on two-factor authentication.',
  recoveryChange: 'Create new codes',
  launcherCodes:
    'The launcher says “Check emails” for every code, even for a code from your app. Use a code from your app or an email there, and a recovery code only if you have neither. Then join a server once: the launcher saves your session when a game starts.',
  otherLogins: 'Other ways to log in',
  recoveryFew: 'You have only a few recovery codes left. Create new ones before they run out.',
  guardedTitle: 'Somebody is guessing your password',
  guarded:
    'Somebody entered many wrong passwords for your account within an hour. Until this stops, new devices need a code by email to log in. This device is not affected.',

  endOthers: 'End all other sessions',
  endOthersHint:
    'These sessions were started without a code. After you end them, those devices need a code to log in again.',

  codeHint: 'From your app, from an email, or one of your recovery codes.',
  codeAgainIn: (time: string) => `You can request another code in ${time}.`,
  codeAgainNow: 'You can request another code now.',
  codeSent:
    'An email with a code is on its way to the email address of your account. The code works once, for ten minutes.',

  appIntro:
    'An app on your phone shows six digits that change every 30 seconds, even without a network. Any authenticator app works: Aegis, 2FAS, FreeOTP, Google Authenticator, Microsoft Authenticator, or a password manager.',
  appScanTitle: 'Scan this with the app',
  appScanAlt: 'QR code for your authenticator app',
  appHere: 'Is the app on this device?',
  appOpen: 'Open in the app',
  appKey: 'the key',
  appTypeTitle: 'Or enter it by hand',
  appType: (name: string, site: string) => `Account ${name} at ${site}, time-based, with this key:`,
  appOnce: 'This key is shown only once. Do not share it.',
  appConfirmTitle: 'Then enter the code from the app',
  appConfirmHint: 'Six digits. If they do not work, set the clock of your phone to automatic time.',
  appConfirm: 'Turn on the app',
  appIsOn: 'The app is on: each login needs a code from it.',
  appOff: 'Turn off the app',
  appNew: 'Set up a new app',
  appReplaces:
    'This sets up the app on another phone. The old one stops working as soon as you enter a code from the new one.',

  recovered: {
    title: 'You used a recovery code',
    left: (count: number) => plural(count, { one: '# is left.', other: '# are left.' }),
    lost: 'Lost your phone?',
    setUp: 'Set up a new one',
  },

  mailIntro:
    'Each time you log in, you get an email with a code. An authenticator app is faster and does not depend on email.',
  mailOn: 'Turn on codes by email',
  mailIsOn: 'Codes by email are on: each login needs one.',
  mailOff: 'Turn off codes by email',
  mailImpossible: 'This site cannot send email at the moment, so this cannot be turned on.',

  recoveryIntro:
    'Ten codes for when your phone is lost or no email arrives. Each works once, in place of any other code.',
  recoveryNeedsFactor: 'Recovery codes need two-factor authentication. Turn it on first.',
  recoveryRenew: 'Create ten new codes',
  recoveryRenewHint: 'All earlier codes stop working.',
  recoveryFreshTitle: 'Your recovery codes',
  recoveryFresh:
    'Download them, print them or write them down, and keep them in a safe place. They are shown only once.',
  recoveryDownload: 'Download (text)',
  recoveryFile: (name: string, site: string) => `Recovery codes for the account ${name} at ${site}`,
  recoveryTyping:
    'Each code has twelve digits. You can leave out the spaces. The launcher accepts these codes too.',
  recoveryDone: 'I have saved them',

  sessionsIntro:
    'Browsers and launchers where you are logged in. If you do not recognise one, end it and change your password.',
  /** The name of a device, by the English one that it was given when it logged in; empty where it has none. */
  device: (label: string) => label || 'Unknown device',
  sessionThis: 'This device',
  sessionBegan: (ago: string) => `logged in ${ago}`,
  sessionUsed: (ago: string) => `last used ${ago}`,
  sessionUsedLately: 'used within the last day',
  sessionEnd: 'End',
  sessionEndOf: (device: string) => `End the session on ${device}`,
  sessionsEndHint: 'Other devices have to log in again, and count as new.',

  logIntro: 'The latest 200 events of the last 400 days, logins of the last 30 days, newest first.',
  logTimes: (count: number) => plural(count, { one: 'once', other: '# times' }),
  logSessions: (count: number) => plural(count, { one: '# session', other: '# sessions' }),
} as const;

export const twoFactorFailures = {
  codeTooSoon: (seconds: number) =>
    `A code was emailed a moment ago. You can request another one in ${plural(seconds, { one: '# second', other: '# seconds' })}.`,
  cannotSend: 'This site cannot send email at the moment, so you cannot turn on codes by email.',
  noPassword:
    'Your account has no password, so this needs one of your passkeys: with JavaScript, in a browser that supports passkeys at this address. Otherwise, ask for an email with a link that sets a password.',
  unconfirmed: 'Your email address is not confirmed yet. Confirm it to get codes by email.',
  outdated:
    'This was already done, or was started more than 30 minutes ago. Check your current settings, and start again if necessary.',
};
