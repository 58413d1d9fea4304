// Every sentence about what cannot be done: on pages, and in the command line.

import { formatWait, plural } from './formats.en.ts';

const endOf = (what: string) => ({
  invalid: (text: string) =>
    `"${text}" is not a valid end for a ${what}. Use a duration such as 12h, 7d or 2w, or a date or time in UTC such as 2031-02-03 or 2031-02-03 14:30.`,
  far: (text: string) =>
    `"${text}" is more than ten years away. Leave the end out for a permanent ${what}.`,
});

export const inputFailures = {
  /** Launchers show it as it is (C4.20). */
  busy: 'The service is busy, try again in a moment.',
  reasonMissing: (most: number) =>
    `The reason is missing. Enter one of at most ${most} characters.`,
  labels: { reason: 'The reason', forumTitle: 'The forum title' },
  long: (label: string, length: number, most: number) =>
    `${label} has ${length} characters. Use at most ${most}.`,
  controls: (label: string) => `${label} contains control characters. Use one line of plain text.`,
  picture: {
    none: 'Choose a picture first.',
    large: (bytes: number, most: string) =>
      `The picture has ${bytes} bytes. Use one of at most ${most}.`,
    kind: 'This file is not a PNG or JPEG. Save the picture as one of these.',
    wide: (width: number, height: number, most: number) =>
      `The picture has ${width} × ${height} pixels. Scale it down to at most ${most} × ${most}.`,
    damaged: (format: string, width: number, height: number) =>
      `The ${format} with ${width} × ${height} pixels could not be read: it is damaged, or of a rare kind. Save it again with a picture editor, without interlacing.`,
    slow: 'The picture could not be read in time: the service is busy. Try again in a moment.',
  },
  tooMany: (count: number, most: number) =>
    `${count} are too many at once. Choose at most ${most}.`,
  range: (range: string) =>
    `The address range ${range} is not valid. Use an address such as 203.0.113.7, or a range such as 203.0.113.0/24 or 2001:db8::/32.`,
  end: {
    ban: endOf('ban'),
    suspension: endOf('suspension'),
    notice: endOf('notice'),
    past: (text: string) => `"${text}" is in the past. Use a later time.`,
  },
} as const;

export const formMessages = {
  /** Before the title of a page whose form was not accepted. */
  problemTitle: (title: string) => `Error: ${title}`,
  /** The heading of problems that are not about what was typed. */
  refusedTitle: 'This could not be done',
  summaryTitle: (count: number) =>
    plural(count, { one: 'There is a problem', other: 'There are # problems' }),
  problem: 'Problem:',
  /** After a sentence about a wait, where no script counts it down. */
  reloadThen: 'Then reload this page.',
  hidePassword: 'Hide',
  foreign: (baseUrl: string) =>
    `This form was not sent from a page of this site, so nothing was done. Open the page at ${baseUrl}/ and send it from there.`,
  notAForm:
    'This page only accepts its own form, and something else was sent. Open the page in a browser and use its form.',
} as const;

const minutes = (count: number): string => plural(count, { one: '# minute', other: '# minutes' });

export const accountFailures = {
  name: {
    missing: 'Choose a name.',
    rule: (name: string) =>
      `The name "${name}" is not allowed. Use 2 to 16 of A-Z, a-z, 0-9, "_" and ".", with at least one letter or digit and no dot at either end.`,
    reserved: (name: string) =>
      `The name "${name}" is reserved on this site, or looks like a name that is. Choose another one.`,
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
      'Emails from this site cannot be sent to an address with letters such as ä or é before the @. Use another address.',
    long: (length: number, most: number) =>
      `The email address has ${length} characters. Use at most ${most}.`,
    invalid: 'The email address is not valid. Enter one such as alice@example.net.',
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
      'This is one of the most common passwords, which are guessed first. Choose another one.',
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

  twoFactor: {
    cannotSend: 'This site cannot send email at the moment, so you cannot turn on codes by email.',
    unconfirmed: 'Your email address is not confirmed yet. Confirm it to get codes by email.',
    outdated:
      'This was already done, or was started more than 30 minutes ago. Check your current settings, and start again if necessary.',
  },

  recovery: {
    cannotSend: 'This site cannot send email. Ask its operator for a new password.',
    whoMissing: 'Enter the name of your account or its email address.',
    tooMany: (waitMs: number) =>
      `Too many emails were requested from your network, or on this site. Try again in ${formatWait(waitMs)}.`,
    needsWork:
      'Many emails are being requested, so your browser has to do a short calculation first. Send the form again.',
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
    unknownAction: (action: string, actions: string) =>
      `There is no action "${action}" in the log. Its actions are: ${actions}.`,
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

export const serverFailures = {
  offline: 'This server is offline. Start it, then get a code.',
  offlinePort: 'This server is offline, so its port cannot be checked. Start it first.',
  notYours: 'Your account has not claimed this server.',
  tooManyAlerts: (most: number) =>
    `You are already waiting for ${most} servers. Choose “Stop waiting” for one of them first.`,
  rally: {
    notVerified: 'Verify your account first: only verified players count.',
    notListed: 'This server is not in the public list now, so it takes no pledges.',
    choice: 'Choose one of the values that are offered.',
  },
  tooManyFavourites: (most: number) =>
    `You can have at most ${most} favourites. Remove one of them first.`,
  webhook: {
    format: 'Choose where to send to.',
    events: 'Choose at least one event.',
    url: (longest: number) =>
      `Enter an address that starts with https://, without a user name or password, of at most ${longest} characters.`,
    tooMany: (most: number) => `There are already ${most} webhooks. Remove one of them first.`,
  },
  nextChange: (seconds: number) => `You can make more changes in ${seconds} s.`,
  nextIcon: (seconds: number) => `You can upload another icon in ${seconds} s.`,
  nextCode: (seconds: number) => `You can get another code in ${seconds} s.`,

  texts: {
    description: (length: number, most: number) =>
      `The description has ${length} characters. Use at most ${most}.`,
    links: (count: number, most: number) => `There are ${count} links. Use at most ${most}.`,
    link: (link: string) =>
      `"${link}" is not a link. Enter whole addresses such as https://example.net/, one per line.`,
    /** The page then shows the field with the better one in it. */
    noHttps: (link: string, better: string) =>
      `"${link}" does not start with https://, and links here have to, so that nobody can change what they show on the way. The field now has "${better}": check that it opens, then save again.`,
    longLink: (link: string, most: number) =>
      `The link "${link}" is too long. Use at most ${most} characters.`,
    tags: (count: number, most: number) => `There are ${count} tags. Use at most ${most}.`,
    tag: (tag: string) =>
      `"${tag}" is not a valid tag. Use 2 to 20 letters or digits, with hyphens in between.`,
    noTag: (tag: string) =>
      `"${tag}" is not on the list of tags. Choose from those on the page of your server.`,
    tooManyTags: (most: number) =>
      `There are ${most} tags already, and operators see all of them at once. Remove one first.`,
    language: (code: string) =>
      `"${code}" is not a language. Use its code of two letters, such as en.`,
  },

  join: {
    tooMany: (seconds: number) => `Too many ports were checked. Try again in ${seconds} s.`,
    busy: 'Too many ports are being checked. Try again in a moment.',
    taken: (ip: string, port: number) => `Port ${port} on ${ip} belongs to another server.`,
    closed: (ip: string, port: number) =>
      `Port ${port} on ${ip} is not open. Forward it (TCP) to your server first.`,
    port: 'The port must be a whole number from 1 to 65535.',
    ipv6: (ip: string) =>
      `This came from the IPv6 address ${ip}, but players can only be sent to IPv4. Send it over IPv4, with curl -4.`,
    unroutable: (ip: string) =>
      `This came from ${ip}, a private or reserved address that players cannot reach. Run it on the machine that has the public address.`,
    banned: (ip: string) => `The address ${ip} is banned on this site.`,
    tooManyCodes: (from: string, seconds: number) =>
      `Too many codes came from ${from}. Send the next one in ${seconds} s.`,
    code: 'This code is wrong, was already used, or is more than an hour old. Get another one on the page of your server.',
  },

  report: {
    tooMany: (minutes: number) =>
      `You have sent too many reports. You can send the next one in ${minutes} min.`,
    offline: 'This server is no longer online.',
    open: 'Your earlier report about this server is still open.',
    kind: 'Choose what is wrong.',
    long: (length: number, most: number) =>
      `Your report has ${length} characters. Use at most ${most}.`,
    text: 'Describe what is wrong.',
  },

  hash: (text: string) =>
    `"${text}" is not a server hash. Use the 32 hex digits at the end of the server's play URL.`,
  country: (text: string) => `"${text}" is not a country code. Use two letters such as NZ.`,
  word: (word: string, most: number) =>
    `"${word}" is not one word. Use up to ${most} letters and digits, with * for any letters.`,
  broadWord: (word: string, fewest: number) =>
    `The word "${word}" would match too much. Use at least ${fewest} letters besides *.`,
  longPattern: (pattern: string, most: number) =>
    `The name pattern "${pattern}" is too long. Use at most ${most} characters.`,
  broadPattern: (pattern: string, fewest: number) =>
    `The name pattern "${pattern}" would match too much. Use at least ${fewest} characters besides *.`,

  banned: {
    range: (subject: string) => `The range ${subject} is already banned.`,
    name: (subject: string) => `The name pattern ${subject} is already banned.`,
    server: (subject: string) => `The server ${subject} is already banned.`,
  },
  wideBan: (range: string, hits: string) =>
    `${range} is wider than a /16, or a /32 of IPv6. ${hits} Confirm that you mean it.`,
  banHits: (servers: number, owners: string) =>
    `It would hit ${plural(servers, { one: '# live server', other: '# live servers' })} now${owners === '' ? '.' : `, some of them claimed by ${owners}.`}`,
} as const;

export const siteFailures = {
  labels: {
    name: 'The name',
    description: 'The description',
    linkLabel: 'The label of a link',
    notice: 'The notice',
    logo: 'The logo',
    text: 'The text',
  },
  invisible: (label: string) => `${label} contains nothing that can be seen.`,
  noColour: (text: string) =>
    `"${text}" is not a colour. Use one such as #c4466a, or two, for light pages and for dark pages, such as #8a1f4d #ff9ac1.`,
  /** By the kind of page on which a colour is too faint. */
  faint: {
    light: (colour: string, seen: string, background: string, wanted: number) =>
      `${colour} has a contrast of ${seen}:1 with the background ${background} of light pages. It needs ${wanted}:1. Use a darker colour, or two colours, for light pages and for dark pages, such as #8a1f4d #ff9ac1.`,
    dark: (colour: string, seen: string, background: string, wanted: number) =>
      `${colour} has a contrast of ${seen}:1 with the background ${background} of dark pages. It needs ${wanted}:1. Use a lighter colour, or two colours, for light pages and for dark pages, such as #8a1f4d #ff9ac1.`,
  },
  noEmail: (text: string) => `"${text}" is not an email address. Use one such as team@example.net.`,
  noPage: (text: string, most: number) =>
    `"${text}" is not the address of a page. Use one such as https://www.example.net/page, with at most ${most} characters.`,
  noContact: (text: string) =>
    `"${text}" is neither an email address nor the address of a page. Use one such as team@example.net or https://forum.example.net/contact.`,
  noLink: (text: string) =>
    `"${text}" is not a link. Write a label, a space and an address, such as Forum https://forum.example.net.`,
  noTarget: (text: string, most: number) =>
    `"${text}" is not an address that pages can link to. Use one such as https://forum.example.net or mailto:team@example.net, with at most ${most} characters.`,
  secretLink: 'The address contains a user name or password that everybody could read. Remove it.',
  links: (count: number, most: number) => `There are ${count} links. Use at most ${most}.`,
  large: (label: string, bytes: number, most: number, shown: string) =>
    `${label} has ${bytes} bytes. The limit is ${most} bytes (${shown}).`,
  noPicture: (label: string) =>
    `${label} is not a PNG, WebP or SVG image, whatever its file extension. Convert it to one of these formats.`,
  activePicture: (label: string, found: string) =>
    `${label} is an SVG that contains ${found}. Save it as plain SVG, or as PNG.`,
  active: {
    script: 'a script',
    entity: 'an entity',
    document: 'another document',
    handler: 'an event handler',
    link: 'a link',
  },
  noText: (label: string, line: number) =>
    `${label} is not text in UTF-8 (line ${line}). Save it as UTF-8.`,
  noNotice: 'The notice is empty. Write what people should know.',
  noLevel: 'There is no such level. Choose one from the list.',
  noFile: 'Choose a file.',
} as const;
