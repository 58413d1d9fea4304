// Every sentence of the administration's pages about the checks of the installation and about emails.

import { plural } from '../../platform/messages/formats.en.ts';

export const overviewMessages = {
  sections: {
    overview: 'Overview',
    audit: 'Audit log',
    doctor: 'Doctor',
  },
  done: {
    'doctor-run': 'The checks are done.',
  },
  numbers: {
    accounts: 'Accounts',
    unverified: 'Unverified',
    suspended: 'Suspended',
    staff: 'Moderators and administrators',
    live: 'Public servers',
    unlisted: 'Unlisted servers',
    failedEmails: 'Failed emails',
  },
  attention: 'Needs attention',
  calm: 'Nothing needs attention.',
  mailOff:
    'No mail server is set, so no email can be sent: nobody can confirm an address or reset a password by email. Set smtp_url and mail_from, or verify accounts by hand on the Accounts page.',
  emailsFailed: (count: number) =>
    `${plural(count, { one: '# email', other: '# emails' })} failed after many attempts. The Email page shows why.`,
  reportsOpen: (count: number) =>
    `${plural(count, { one: '# report by a player is', other: '# reports by players are' })} open.`,
  toVerify: (count: number) =>
    `${plural(count, { one: '# account is', other: '# accounts are' })} waiting to be verified by hand.`,
  runs: (version: string) => `Muster ${version}`,
};
