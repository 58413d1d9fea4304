// Every sentence about what cannot be done: on pages, and in the command line.

import { plural } from './formats.en.ts';

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
      `The ${format} with ${width} × ${height} pixels could not be read: it is damaged, or has an unusual format. Save it again with a picture editor.`,
    slow: 'The picture could not be read in time: the service is busy. Try again in a moment.',
  },
  notAnEmail: 'The email address is not valid. Enter one such as alice@example.net.',
  tooMany: (count: number, most: number) =>
    `${count} are too many at once. Choose at most ${most}.`,
  country: (text: string) => `"${text}" is not a country code. Use two letters such as NZ.`,
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
  /** Follows the hint of a code's field if a script sends the form. */
  sentAtOnce: 'The code is checked as soon as you have entered all of it.',
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  /** Names of the pickers of a colour for light and for dark pages. */
  colours: { light: 'Colour on light pages', dark: 'Colour on dark pages' },
  dropPicture: 'Or drop a picture here, or paste one.',
  foreign: (baseUrl: string) =>
    `This form was not sent from a page of this site, so nothing was done. Open the page at ${baseUrl}/ and send it from there.`,
  notAForm:
    'This page only accepts its own form, and something else was sent. Open the page in a browser and use its form.',
} as const;

export const minutes = (count: number): string =>
  plural(count, { one: '# minute', other: '# minutes' });

export const serverFailures = {
  nextChange: (seconds: number) => `You can make more changes in ${seconds} s.`,
} as const;
