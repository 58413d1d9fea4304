// Every sentence of the emails, and their subjects.

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A moment in UTC and in words: `21 November 2026, 16:31 UTC`. Takes milliseconds since the Unix epoch. */
export function formatMomentLong(atMs: number): string {
  const at = new Date(atMs);
  const time = at.toISOString().slice(11, 16);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${time} UTC`;
}

/** The sentences; `site` is the host that people know the service by. */
export const messages = {
  greeting: (name: string) => `Hello ${name},`,
  closing: (site: string) =>
    `This email was written by ${site} itself; nobody reads answers to it.`,
  orTypeCode: 'Or type this code where you were asked for it:',
  typeCode: 'Type this code where you were asked for it:',
  validUntil: (moment: string) => `It works once, until ${moment}.`,
  notYou: 'If that was not you, do nothing: without you nothing changes.',
  wasNotYou:
    'If that was not you, set a new password at once, and end the sessions that you do not know:',
  yourAccount: 'Your account:',

  verifySubject: (site: string) => `Confirm your address for ${site}`,
  verify: (site: string) =>
    `An account of this name was registered at ${site} with this address. Open this link to confirm that the address is yours:`,

  inUseSubject: (site: string) => `Your address already has an account at ${site}`,
  inUse: (site: string) =>
    `Somebody just asked to use this address for an account at ${site}, where it belongs to yours already. Nothing was changed, and they were not told that you have an account.`,
  inUseHelp:
    'If it was you, log in with the name above. A forgotten password is replaced from there.',

  resetSubject: (site: string) => `Set a new password for ${site}`,
  reset: (site: string) =>
    `Somebody asked for a new password for your account at ${site}. Open this link to set one:`,

  confirmSubject: (site: string) => `Confirm your new address for ${site}`,
  confirm: (site: string) =>
    `Your account at ${site} is to use this address from now on. Open this link to confirm that it is yours:`,

  changedSubject: (site: string) => `Your account at ${site} has a new address`,
  changed: (site: string) =>
    `The mail address of your account at ${site} was changed, and this one no longer belongs to it.`,
  changedUndo: 'If that was not you, open this link to take the change back:',
  changedUntil: (moment: string) => `The link works until ${moment}.`,

  passwordSubject: (site: string) => `Your password for ${site} was changed`,
  password: (site: string, moment: string) =>
    `The password of your account at ${site} was changed on ${moment}. All other sessions were ended.`,
  passwordNotYou: 'If that was not you, ask for a new password on the page where you log in:',

  passwordSet: (site: string, moment: string) =>
    `An administrator set a new password for your account at ${site} on ${moment}. All sessions were ended.`,
  passwordNotAsked:
    'If you did not ask for that, set a password of your own: ask for one on the page where you log in. This email does not hold the new one.',

  verifiedSubject: (site: string) => `Your account at ${site} is verified`,
  verified: (site: string, moment: string) =>
    `Your account at ${site} was verified by hand on ${moment}. Servers let you in from now on:`,

  suspendedSubject: (site: string) => `Your account at ${site} is suspended`,
  suspended: (site: string, moment: string) =>
    `Your account at ${site} was suspended by its moderators on ${moment}. All sessions were ended.`,
  suspendedReason: (reason: string) => `The reason that they gave: ${reason}`,
  suspendedUnexplained: 'They gave no reason.',
  suspendedForEver: 'No end is set: you can log in again once they restore the account.',
  suspendedUntil: (moment: string) =>
    `It ends by itself on ${moment}; from then on you can log in again.`,

  restoredSubject: (site: string) => `Your account at ${site} is restored`,
  restored: (site: string, moment: string) =>
    `The suspension of your account at ${site} was lifted on ${moment}. You can log in again, with the password that you had:`,

  renamedSubject: (site: string) => `Your account at ${site} has a new name`,
  renamed: (site: string, from: string, to: string, moment: string) =>
    `The moderators of ${site} changed the name of your account from ${from} to ${to} on ${moment}.`,
  renamedNow: (name: string) =>
    `Log in as ${name} from now on; the password is the same. Servers know you by the new name.`,

  // The code is not in the subject: telephones show subjects while they are locked.
  codeSubject: (site: string) => `Your login code for ${site}`,
  code: (site: string) => `Somebody with your password is logging in to your account at ${site}.`,
  codeNotYou:
    'If that was not you, somebody else knows your password. Tell nobody this code, and set a new password:',

  deviceSubject: (site: string) => `A new device logged in to ${site}`,
  device: (site: string, device: string, country: string, moment: string) =>
    `Your account at ${site} was logged in to from a device that it did not know: ${device}, country ${country}, on ${moment}.`,

  bruteForceSubject: (site: string) => `Somebody is guessing your password for ${site}`,
  guessing: (site: string, moment: string) =>
    `On ${moment} your account at ${site} was given very many wrong passwords, from many places. None of them was right.`,
  bruteForceNow:
    'For now, a device that your account does not know needs a code that comes by mail. Your own devices log in as before, and you need not do anything.',

  wrongCodesSubject: (site: string) => `Wrong codes for your account at ${site}`,
  wrongCodes: (site: string, device: string, country: string, moment: string) =>
    `Somebody typed your password at ${site} and then wrong codes, five of them within a day. The latest came from this device: ${device}, country ${country}, on ${moment}. None of them opened your account, and there is a limit on further ones. You get this email once a day at most.`,
  wrongCodesNotYou:
    'If that was not you, somebody else knows your password. Set a new password at once:',

  factorSubject: (site: string) => `Second factor of your account at ${site}`,
  factorOn: (site: string, moment: string) =>
    `A second factor was turned on for your account at ${site} on ${moment}.`,
  factorOff: (site: string, moment: string) =>
    `The second factor of your account at ${site} was turned off on ${moment}.`,
  factorReset: (site: string, moment: string) =>
    `The second factor of your account at ${site} was reset by its moderators on ${moment}.`,
  factorRecovery: (site: string, moment: string) =>
    `A recovery code was used to log in to your account at ${site} on ${moment}. That code works no more.`,

  deletedSubject: (site: string) => `Your account at ${site} was deleted`,
  deleted: (site: string, moment: string) =>
    `Your account at ${site} was deleted on ${moment}, with everything that was stored about it. This is the last email to this address.`,

  testSubject: (site: string) => `Test of mail from ${site}`,
  test: (site: string) =>
    `This email shows that ${site} can send mail. An administrator asked for it; there is nothing to do.`,
} as const;

/** What administrators read about emails that could not be sent. */
export const failureMessages = {
  expired: 'Given up: what it holds is no longer valid.',
  unknownKind: 'Given up: another version of Muster put it into the queue.',
  tooOften: (reason: string) => `Given up after the last attempt: ${reason}`,
  recipientBudget: 'too many emails to one address within an hour',
  queueFull: 'too many emails wait',
} as const;
