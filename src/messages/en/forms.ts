// Sentences that all forms share.

import { plural } from './formats.ts';

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
