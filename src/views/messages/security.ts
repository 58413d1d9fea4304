// Every sentence of the pages about second factors, sessions and log of an account.

import type { AccountEvent } from '../../accounts/security-ports.ts';
import { plural } from '../../lib/text.ts';

export const securityMessages = {
  title: 'Security of your account',
  back: 'Back to the security of your account',
  on: (ago: string) => `On since ${ago} ago`,
  off: 'Off',
  ago: (duration: string) => `${duration} ago`,

  factorTitle: 'Second factor',
  factorIntro:
    'Whoever learns your password still needs a code to log in, here and in the launcher, which has a field for it.',
  app: 'Authenticator app',
  appSetUp: 'Set up an app',
  appChange: 'Turn the app off',
  mail: 'Codes by mail',
  mailSetUp: 'Have codes mailed',
  mailChange: 'Turn codes by mail off',
  mailClosed: 'Off: this site cannot send mail',
  mailClosedOn:
    'This site cannot send mail at the moment, so no code can reach you: log in with your app or a recovery code.',
  recovery: 'Recovery codes',
  recoveryLeft: (count: number) => `${count} left`,
  recoveryNone: 'They come with the first factor that you turn on.',
  recoveryChange: 'Make new ones',
  recoveryFew: 'You have few recovery codes left. Make new ones before the last is used.',
  guardedTitle: 'Somebody is guessing your password',
  guarded:
    'Your account was given very many wrong passwords within an hour. None of them was right. Until it stops, a device that your account does not know needs a code by mail. This one is known.',

  endOthers: 'End all other sessions',
  endOthersHint:
    'Whoever is logged in elsewhere never showed such a code, and has to log in again with one.',

  code: 'Code',
  codeHint: 'From your app, out of an email, or one of your recovery codes.',
  codeSend: 'Mail me a code',
  codeSent:
    'An email with a code is on its way to the e-mail address of your account. The code is good for ten minutes and works once.',

  appTitle: 'Authenticator app',
  appIntro:
    'An app on your phone shows six digits that change every 30 seconds, and needs no network for it. Any app for one-time codes does: Aegis, 2FAS, FreeOTP, Google Authenticator, Microsoft Authenticator, a password manager.',
  appStart: 'Go on',
  appScanTitle: 'Scan this with the app',
  appScanAlt: 'QR code for your authenticator app',
  appTypeTitle: 'Or type it in',
  appType: (name: string, site: string) =>
    `Account ${name} at ${site}, based on time, with this key:`,
  appOnce: 'This key is shown now and never again. Nobody else should see it.',
  appConfirmTitle: 'Then type the code that the app shows',
  appConfirmHint: 'Six digits. If it is refused, set the clock of the phone to automatic time.',
  appConfirm: 'Turn the app on',
  appIsOn: 'The app is on: each login asks for a code of it.',
  appOff: 'Turn the app off',

  mailTitle: 'Codes by mail',
  mailIntro:
    'Each login sends an email with a code to the e-mail address of your account. An authenticator app is quicker, and does not depend on mail.',
  mailOn: 'Have codes mailed',
  mailIsOn: 'Codes by mail are on: each login asks for one.',
  mailOff: 'Turn codes by mail off',
  mailImpossible: 'This site cannot send mail at the moment, so this cannot be turned on.',
  mailUnconfirmed:
    'Your e-mail address is not confirmed yet. Codes are mailed only to an address that is.',

  recoveryTitle: 'Recovery codes',
  recoveryIntro:
    'Ten codes for the day when the phone is lost or the mail does not come. Each works once in place of any other code.',
  recoveryNeedsFactor: 'Recovery codes belong to a second factor. Turn one on first.',
  recoveryRenew: 'Make ten new codes',
  recoveryRenewHint: 'All codes from before stop working.',
  recoveryEarlier:
    'Codes with letters in them, from an earlier version of this site, work in browsers alone: the launcher takes digits.',
  recoveryFreshTitle: 'Your recovery codes',
  recoveryFresh:
    'Write them down or print them, and keep them where you keep what matters. They are shown now and never again.',
  recoveryTyping: 'Twelve digits each. The launcher takes them too; the spaces need not be typed.',
  recoveryDone: 'I have kept them',

  sessionsTitle: 'Sessions',
  sessionsIntro:
    'Browsers and launchers that are logged in. End what you do not know, and change your password then.',
  sessionUnknown: 'Unknown device',
  sessionThis: 'This one',
  sessionBegan: (ago: string) => `logged in ${ago} ago`,
  sessionUsed: (ago: string) => `last used ${ago} ago`,
  sessionUsedLately: 'used within the last day',
  sessionEnd: 'End',
  sessionEndOf: (device: string) => `End the session of ${device}`,
  sessionsEnd: 'End all other sessions',
  sessionsEndHint: 'Other devices have to log in again, and count as new ones then.',

  logTitle: 'What happened',
  logIntro: 'The newest 200 events of the last 400 days, the newest first.',
  logTimes: (count: number) => `${count} times`,
  logSessions: (count: string) => (count === '1' ? '1 session' : `${count} sessions`),
  events: {
    registered: 'The account was registered',
    'address verified': 'The e-mail address was verified',
    'logged in': 'Logged in',
    'wrong code': 'The password was right, the code was wrong',
    'guessing noticed': 'Somebody guessed at the password from many places',
    'password changed': 'The password was changed',
    'password reset': 'The password was reset by mail',
    'address changed': 'The e-mail address was changed',
    'address change undone': 'The change of the e-mail address was undone',
    'app turned on': 'An authenticator app was turned on',
    'app turned off': 'The authenticator app was turned off',
    'mailed codes turned on': 'Codes by mail were turned on',
    'mailed codes turned off': 'Codes by mail were turned off',
    'recovery codes made': 'New recovery codes were made',
    'recovery code used': 'A recovery code was used',
    'second factor reset': 'The moderators reset the second factor',
    'session ended': 'A session was ended',
    'other sessions ended': 'All other sessions were ended',
    verified: 'The moderators verified the account',
    'password set': 'An administrator set a new password',
    'logged out': 'The moderators ended all sessions',
    'details changed': 'The moderators changed the details of the account',
    suspended: 'The account was suspended',
    restored: 'The suspension was lifted',
    renamed: 'The account was renamed',
  } satisfies Record<AccountEvent, string>,

  problems: {
    tooSoon: (seconds: number) =>
      `A code was mailed a moment ago. Another one can be sent in ${plural(seconds, 'second')}.`,
  },
} as const;
