// Sentences about input, whatever it is for, and those that all forms share.

import { plural } from './formats.ts';

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
  showPassword: 'Show',
  hidePassword: 'Hide',
  foreign: (baseUrl: string) =>
    `This form was not sent from a page of this site, so nothing was done. Open the page at ${baseUrl}/ and send it from there.`,
  notAForm:
    'This page only accepts its own form, and something else was sent. Open the page in a browser and use its form.',
} as const;
