// Every sentence about accounts that several pages show: events, sections and refusals.

import { minutes } from '../../platform/messages/failures.en.ts';
import { formatWait } from '../../platform/messages/formats.en.ts';

/** What several pages about an account say. */
export const accountTexts = {
  /** The events of an account's own log. */
  events: {
    registered: 'The account was registered',
    'address verified': 'The email address was verified',
    'logged in': 'Logged in',
    'launcher approved': 'A launcher was approved in the browser',
    'wrong code': 'The password was right, the code was wrong',
    'brute-force protection': 'Somebody was guessing the password from many places',
    'password changed': 'The password was changed',
    'password reset': 'The password was reset by email',
    'address changed': 'The email address was changed',
    'address change undone': 'The email address change was undone',
    'app turned on': 'An authenticator app was turned on',
    'app turned off': 'The authenticator app was turned off',
    'mailed codes turned on': 'Codes by email were turned on',
    'mailed codes turned off': 'Codes by email were turned off',
    'login provider linked': 'An account at another provider was linked',
    'login provider unlinked': 'The link to another provider was removed',
    'passkey added': 'A passkey was added',
    'passkey removed': 'A passkey was removed',
    'passkey copied': 'A passkey was refused, because somebody seems to have copied it',
    'recovery codes made': 'New recovery codes were created',
    'recovery code used': 'A recovery code was used',
    'second factor reset': 'Moderators reset two-factor authentication',
    'session ended': 'A session was ended',
    'other sessions ended': 'All other sessions were ended',
    verified: 'Moderators verified the account',
    'password set': 'An administrator set a new password',
    'logged out': 'Moderators ended all sessions',
    'details changed': 'Moderators changed the account details',
    suspended: 'The account was suspended',
    restored: 'The suspension was lifted',
    renamed: 'The account was renamed',
    'key made': 'An API key was created',
    'key revoked': 'An API key was revoked',
    'editor invited': 'A player was invited to edit a server',
    'server offered': 'A server was offered to another account',
    'server transferred': 'A server was transferred to another account',
    'application allowed': 'An application was allowed to log in',
    'application revoked': 'An application was disconnected',
  },
  nameHint:
    '2 to 16 characters: letters A-Z, digits, “_” and “.”. This is your name in the game, visible to everybody.',
  emailHint: 'Not shown to anybody. Used only for emails about your account.',
  newPassword: 'New password',
  passwordHint:
    '8 to 64 characters of any kind. Common passwords, your name and your email address are not allowed.',
  yourPassword: 'Your password',
  yourPasswordHint: 'Enter it again to confirm that it is you.',
  /** The pages of an account, in its navigation. */
  sections: {
    title: 'Your account',
    overview: 'Overview',
    security: 'Security',
    sessions: 'Sessions',
    activity: 'Recent activity',
    servers: 'Your servers',
    favourites: 'Favourites',
    data: 'Data',
    export: 'Download your data',
    delete: 'Delete account',
  },
  /** Leads to the page that somebody came from before registering. */
  goOn: 'Continue',
  confirmAddress: 'Confirm your email address',
  forgot: 'Forgot your password?',
  passwordKept:
    'Your password is kept for ten minutes. You can leave this empty, or choose another one.',
  checking: 'Checking your browser…',
  withoutScripts: (ms: number) =>
    `JavaScript does not run in this browser. You can still register: wait at least ${formatWait(ms)} before you send this form. The wait replaces a short calculation that keeps bots out.`,
} as const;

export const accountFailures = {
  name: {
    missing: 'Choose a name.',
    rule: (name: string) =>
      `The name "${name}" is not allowed. Use 2 to 16 characters from A-Z, a-z, 0-9, "_" and ".", with at least one letter or digit and no dot at either end.`,
    reserved: (name: string) =>
      `The name "${name}" is reserved on this site, or looks like a reserved name. Choose another one.`,
    onlyGiven: (name: string) => `The name "${name}" is reserved. Only administrators can give it.`,
    exists: (name: string) => `There is already an account named "${name}". Choose another name.`,
    taken: (name: string) => `The name "${name}" is taken. Choose another one.`,
    confusable: (name: string, other: string) =>
      `The name "${name}" is too similar to "${other}", which is taken. Upper and lower case, 0 and O, 1, I and l, and repeated underscores count as the same. Choose another one.`,
    resting: (name: string, waitMs: number) =>
      `The name "${name}", or one that looks like it, belonged to another account until recently. It is available again in ${formatWait(waitMs)}.`,
  },

  email: {
    oddLetters:
      'The email address has special variants of letters or digits before the @, such as full-width ones. Use ordinary letters and digits.',
    asciiOnly:
      'This site cannot send emails to an address with letters such as ä or é before the @. Use another address.',
    long: (length: number, most: number) =>
      `The email address has ${length} characters. Use at most ${most}.`,
    exists: 'There is already an account with this email address.',
    ofAnother: 'This email address now belongs to another account.',
    same: 'This is already your email address. Enter another one.',
    confirmed: 'Your email address is already confirmed. There is nothing to send.',
    inUse:
      'Your email address can no longer be changed here. Change it on your account page, with your password.',
    tooSoon: (waitMs: number) =>
      `An email was sent a moment ago. You can request another one in ${formatWait(waitMs)}.`,
    cannotSend: 'This site cannot send email. Contact its operator.',
  },

  password: {
    missing: 'Enter your password.',
    choose: 'Choose a password of 8 to 64 characters.',
    broken: 'The password contains an invalid character. Enter it again.',
    length: (length: number, fewest: number, most: number) =>
      `The password has ${length} characters. Use ${fewest} to ${most}.`,
    known: 'Your password cannot be your name or your email address. Choose another one.',
    common:
      'This is one of the most common passwords, and attackers guess those first. Choose another one.',
  },

  login: {
    nameMissing: 'Enter the name of your account.',
    nameIsEmail: 'This is an email address. Enter the name that you use in the game.',
    nameUnknown: 'There is no account with this name. Check its spelling.',
    passwordWrong: 'Wrong password for this account. Try again.',
    codeMissing: 'Enter the code.',
    codeWrong: 'This code is wrong, was already used, or has expired. Enter the latest one.',
    cannotSend: 'This site cannot send email. Use a recovery code, or contact its operator.',
    tooMany: (waitMinutes: number) =>
      `Too many failed attempts from your IP address. Try again in ${minutes(waitMinutes)}.`,
    busy: 'Too many people are logging in right now. Try again in a moment.',
    suspended: (end: string | null, reason: string) =>
      `This account is suspended ${end === null ? 'with no end date' : `until ${end} UTC`}, so you cannot log in. ${
        reason === '' ? 'Contact the operator of this site for the reason.' : `Reason: ${reason}`
      }`,
    unknownSender: 'This site is not set up correctly. Tell its operator.',
  },

  code: {
    missing: 'Enter a code.',
    digits: 'The code from the email has six digits.',
    notLatest: 'This code is wrong or from an earlier email. Enter the code from the latest email.',
    unexpected: 'There is no valid code for this account at the moment. Request a new email.',
    busy: 'Other codes are still being checked. Try again in a moment.',
    tooMany: (waitMs: number) =>
      `Too many wrong codes. Try again in ${formatWait(waitMs)}. The link in the email still works.`,
  },

  registration: {
    closed: 'Registration is closed. The operator of this site creates the accounts.',
    inviteWrong: 'This invite code is wrong, was already used, or has expired. Ask for a new one.',
    tooFast: (waitMs: number) =>
      `The form was sent too quickly. Send it again in ${formatWait(waitMs)}.`,
    outdated:
      'This form has expired, was already sent, or was sent without the cookie of this site. Allow cookies, enter your password again, and send the form again.',
    trapped:
      'A hidden field was filled in, perhaps by your browser or an extension. Send the form again.',
    unproven: (waitMs: number) =>
      `Your browser has not done the calculation that keeps bots out, so you have to wait instead. Send the form again in ${formatWait(waitMs)}.`,
    tooMany: (waitMs: number) =>
      `Too many accounts were registered from your network, or on this site, in the last hour. Try again in ${formatWait(waitMs)}.`,
  },

  rules: {
    missing: 'Tick the box to agree to the rules of this site.',
    outdated: 'The rules have changed in the meantime. Read the new version, then agree to it.',
  },

  changedMeanwhile: 'Your account was changed at the same time. Reload this page.',

  administration: {
    onlyStaff: 'Only moderators and administrators can do this.',
    onlyAdministrators: 'Only administrators can do this.',
    onlyAdministratorsToStaff: (isAdministrator: boolean) =>
      `Only administrators can do this to the account of ${isAdministrator ? 'an administrator' : 'a moderator'}.`,
    unknownId: (id: string) =>
      `There is no account with the ID ${id}. The list of accounts shows their IDs.`,
    unknownName: (name: string) =>
      `There is no account named "${name}". The list of accounts shows their names.`,
    emailSearch:
      'Only administrators can search accounts by email address. Search by part of a name, or by ID.',
    unknownFilter: (text: string, filters: string) =>
      `"${text}" is not a filter for accounts. Use one of ${filters}.`,
    changedMeanwhile: (name: string) =>
      `Somebody else changed the account "${name}" at the same time. Check it and try again.`,
    lastAdministrator:
      'This is the last administrator who can log in. Make another account an administrator first.',
    flagOfAdministrators:
      'Flag "a" is set automatically for administrators. Make the account an administrator instead.',
    flagOfSuspended:
      'Flag "b" is set automatically while an account is suspended. Suspend the account instead.',
    flagOfUnverified:
      'Flag "u" is set automatically while an account is unverified. Verify the account to remove it.',
    flagUnknown: (flag: string) =>
      `Flag "${flag}" is unknown. Use d (developer), m (forum moderator), e (editor), p (patron) and r (recovering).`,
  },
} as const;
