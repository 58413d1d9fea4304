// Every sentence of the overview and of the page about the checks of the installation.

import { formatCount, plural } from '../../platform/messages/formats.en.ts';

export const overviewMessages = {
  sections: {
    overview: 'Overview',
    audit: 'Audit log',
    doctor: 'Doctor',
  },
  done: {
    'doctor-run': 'The checks are done.',
  },
  waiting: 'Waiting for you',
  broken: 'Not working',
  toSetUp: 'Still to set up',
  grown: 'Growth',
  growth: {
    labels: {
      players: 'Most players at once, last 24\u00a0h',
      servers: 'Most servers at once, last 24\u00a0h',
      accounts: 'New accounts in 7 days',
    },
    aWeekBefore: (count: number) => `${formatCount(count)} a week ago`,
    inTheWeekBefore: (count: number) => `${formatCount(count)} in the 7 days before`,
  },
  steps: {
    mail: 'Email: without a mail server, nobody can confirm an address or reset a password.',
    https: 'HTTPS: passwords and sessions are sent unencrypted. The doctor says what is missing.',
    name: 'Name: the site has none, so pages show its address.',
    contact: 'Contact: nobody can see how to reach you.',
    rules: 'Rules: the site has no rules yet for players to agree to.',
    twoFactor: 'Your account: only a password protects it. Set up two-factor authentication.',
    server: 'Servers: none is listed yet. See how to add the first one.',
  },
  calm: 'Nothing needs attention.',
  emailsFailed: (count: number) =>
    `${plural(count, { one: '# email', other: '# emails' })} failed after many attempts.`,
  webhooksOff: (count: number) =>
    `${plural(count, { one: '# webhook was', other: '# webhooks were' })} turned off after too many failures.`,
  odd: (count: number) =>
    `${plural(count, { one: '# server has', other: '# servers have' })} odd numbers.`,
  reportsOpen: (count: number) =>
    `${plural(count, { one: '# report by a player is', other: '# reports by players are' })} open.`,
  toVerify: (count: number) =>
    `${plural(count, { one: '# account is', other: '# accounts are' })} waiting to be verified by hand.`,
  runs: (version: string) => `Muster ${version}`,
};
