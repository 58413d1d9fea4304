// Every sentence of the administration's pages, except about servers and emails.

import { plural } from '../../platform/messages/formats.en.ts';
import { serverAdminDone } from '../moderation/moderation.en.ts';
import { siteAdminDone } from '../site/site-admin.en.ts';

export const adminMessages = {
  documentTitle: (title: string) => `${title} · Administration`,
  navigation: 'Administration',
  openReports: (count: number) => plural(count, { one: '# open', other: '# open' }),
  sections: {
    overview: 'Overview',
    accounts: 'Accounts',
    servers: 'Servers',
    reports: 'Reports',
    bans: 'Bans',
    filter: 'Word filter',
    tags: 'Tags',
    audit: 'Audit log',
    mail: 'Email',
    doctor: 'Doctor',
    site: 'Site',
    notice: 'Notice',
    webhooks: 'Webhooks',
  },
  onlyAdministrators: 'Only administrators can open this page.',
  none: '–',
  optional: (label: string) => `${label} (optional)`,
  reasonHint: 'For the audit log. One line.',
  search: 'Search',
  showAll: 'Show all',
  older: 'Older',
  newest: 'Back to the newest',
  roles: { player: 'Player', moderator: 'Moderator', administrator: 'Administrator' },
  states: { verified: 'Verified', unverified: 'Unverified', suspended: 'Suspended' },

  /** What is done to several rows of a list at once. */
  many: {
    title: 'With the selected rows',
    selectAll: 'Select all on this page',
    select: (name: string) => `Select ${name}`,
    reason: 'Reason for all of them',
    nothingTicked: 'Nothing is selected. Tick at least one box first.',
    result: (what: string, done: number, same: number) =>
      `“${what}”: done for ${done}.${same === 0 ? '' : ` ${same} ${same === 1 ? 'was' : 'were'} so already.`}`,
    undo: 'Undo this',
    undone: 'Undone',
    nothingToUndo: 'There is nothing to undo any more.',
    left: (done: number, left: number) => `${done} done, ${left} not:`,
    failed: (name: string, why: string) => `${name}: ${why}`,
  },

  factorNeeded: {
    title: 'Two-factor authentication is required',
    why: 'On this site, moderators and administrators need two-factor authentication to open administration pages, and your account does not have it yet. Set it up, then come back.',
    toSecurity: 'Set up two-factor authentication',
  },

  overview: {
    numbers: {
      accounts: 'Accounts',
      unverified: 'Unverified',
      suspended: 'Suspended',
      staff: 'Moderators and administrators',
      live: 'Public servers',
      unlisted: 'Unlisted servers',
      reports: 'Open reports',
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
  },

  accounts: {
    filter: 'Search accounts',
    text: 'Name or ID',
    textWithAddress: 'Name, ID or full email address',
    standings: {
      all: 'All accounts',
      unverified: 'Unverified',
      suspended: 'Suspended',
      staff: 'Moderators and administrators',
    },
    caption: 'Accounts, newest first',
    nothing: 'No accounts match this search.',
  },

  newAccount: {
    nameHint:
      '2 to 16 characters: letters A-Z, digits, “_” and “.”. Names that differ only in case count as the same.',
    passwordHint: '8 to 64 characters. Give it to the owner, who can change it.',
    verified: 'Verified: can join servers immediately',
  },

  account: {
    title: (name: string) => `Account ${name}`,
    facts: {
      premium: 'Premium',
      suspended: 'Suspended since',
      until: 'Suspended until',
    },
    onlyByAdministrators:
      'This account belongs to a moderator or an administrator. Only administrators can change it.',
    historyCaption: 'Actions on this account under its current name, newest first',
  },

  actions: {
    verify: { title: 'Verify', submit: 'Verify this account' },
    suspend: {
      title: 'Suspend',
      again: 'Change the suspension',
      intro:
        'Ends all its sessions and prevents new logins. Its owner sees the reason when trying to log in.',
      reason: 'Reason (shown to its owner)',
      submit: 'Suspend this account',
    },
    restore: { title: 'Lift the suspension', submit: 'Lift the suspension' },
    details: {
      title: 'Flags, title, premium',
      flagsHint:
        'd developer, m forum moderator, e editor, p patron, r recovering. Other flags are set automatically.',
      premium: 'Premium account',
      submit: 'Save',
    },
    rename: {
      title: 'Rename',
      intro:
        'Its sessions continue, servers see the new name at the next join, and nobody else can take the old one for some time.',
      name: 'New name',
      submit: 'Rename this account',
    },
    'end-sessions': {
      title: 'Log out everywhere',
      intro: 'Its owner can log in again with the password.',
      submit: 'End all sessions',
    },
    'reset-second-factor': {
      title: 'Reset two-factor authentication',
      intro:
        'The app, codes by email and recovery codes are removed, and all sessions end. Its owner is notified by email. Make sure that the request comes from the owner.',
      submit: 'Reset two-factor authentication',
    },
    role: {
      title: 'Role',
      submit: 'Set role',
      unknown: 'There is no such role. Choose one from the list.',
    },
    delete: {
      title: 'Delete',
      intro: 'This cannot be undone. Nobody else can take the name for some time.',
      confirm: (name: string) => `Type ${name} to delete the account`,
      wrong: (name: string) => `The name did not match. Type ${name} to delete the account.`,
      submit: 'Delete this account',
    },
  },

  /** Shown after an action, by its key in the URL. */
  done: {
    verify: 'The account is verified.',
    suspend: 'The account is suspended, and its sessions were ended.',
    restore: 'The account is no longer suspended. Its owner has to log in again.',
    details: 'The details were saved.',
    rename: 'The account was renamed.',
    'end-sessions': 'All sessions of the account were ended.',
    'reset-second-factor': 'Two-factor authentication was reset, and all sessions were ended.',
    role: 'The role was changed.',
    delete: 'The account was deleted.',
    create: 'The account was created.',
    many: 'Done with the selection.',
    'many-undone': 'The last action on the selection was undone.',
    ...serverAdminDone,
    ...siteAdminDone,
  },
} as const;
