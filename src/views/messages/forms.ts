// Sentences that all forms share.

export const formMessages = {
  /** Before the title of a page whose form was not accepted. */
  problemTitle: (title: string) => `Not done yet: ${title}`,
  /** The heading of problems that are not about what was typed. */
  refusedTitle: 'This was not done',
  summaryTitle: (count: number) =>
    count === 1 ? 'One thing has to be put right' : `${count} things have to be put right`,
  problem: 'Problem:',
  showPassword: 'Show',
  hidePassword: 'Hide',
  foreign: (baseUrl: string) =>
    `This form was not sent from a page of this site, so nothing was done. Open the page under ${baseUrl}/ and send it from there.`,
  notAForm:
    'This page takes what a form of this site sends, and something else arrived. Open the page in a browser and use its form.',
} as const;
