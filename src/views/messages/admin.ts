// Every sentence of the administration's pages, except about servers and emails.

import { plural } from '../../lib/text.ts';
import { serverAdminDone, serverAdminSections } from './admin-servers.ts';

export const adminMessages = {
  title: 'Administration',
  documentTitle: (title: string, site: string) => `${title} · Administration · ${site}`,
  navigation: 'Administration',
  sections: { overview: 'Overview', accounts: 'Accounts', ...serverAdminSections },
  onlyAdministrators: 'Only administrators may open this page.',
  none: '–',
  optional: (label: string) => `${label} (optional)`,
  reason: 'Reason',
  reasonHint: 'For the audit log. One line.',
  search: 'Search',
  showAll: 'Show all',
  older: 'Older ones',
  newest: 'Back to the newest',
  roles: { player: 'Player', moderator: 'Moderator', administrator: 'Administrator' },
  states: { verified: 'Verified', unverified: 'Unverified', suspended: 'Suspended' },
  yes: 'Yes',
  no: 'No',

  factorNeeded: {
    title: 'A second factor is needed',
    why: 'This site opens its pages of administration only to those who log in with a second factor, and your account has none yet. Set one up, and come back.',
    toSecurity: 'Set a second factor up',
  },

  overview: {
    title: 'Overview',
    numbers: {
      accounts: 'Accounts',
      unverified: 'Unverified',
      suspended: 'Suspended',
      staff: 'Moderators and administrators',
      live: 'Public servers now',
      unlisted: 'Unlisted servers',
      reports: 'Open reports',
      failedEmails: 'Emails that failed',
    },
    attention: 'What needs attention',
    calm: 'Nothing needs attention.',
    mailOff:
      'No mail server is set, so no email can be sent: nobody can verify an address or reset a password by mail. Set smtp_url and mail_from, or verify accounts here by hand.',
    emailsFailed: (count: number) =>
      `${plural(count, 'email was', 'emails were')} given up after many tries. The page Mail tells why.`,
    reportsOpen: (count: number) =>
      `${plural(count, 'report by a player waits', 'reports by players wait')} to be dealt with.`,
    toVerify: (count: number) =>
      `${plural(count, 'account waits', 'accounts wait')} to be verified by hand.`,
    runs: (version: string) => `Muster ${version}`,
  },

  accounts: {
    title: 'Accounts',
    filter: 'Search accounts',
    text: 'Name or id',
    textWithAddress: 'Name, id or whole e-mail address',
    standing: 'Show',
    standings: {
      all: 'All accounts',
      unverified: 'Unverified',
      suspended: 'Suspended',
      staff: 'Moderators and administrators',
    },
    caption: 'Accounts, newest first',
    columns: {
      id: 'Id',
      name: 'Name',
      email: 'E-mail',
      state: 'State',
      role: 'Role',
      registered: 'Registered (UTC)',
    },
    nothing: 'No account fits this search.',
    create: 'Make an account',
    onlyByName:
      'Accounts are looked for by e-mail address by administrators alone. Search for the name or the id.',
  },

  newAccount: {
    title: 'Make an account',
    name: 'Name',
    nameHint: '2 to 16 of A-Z, a-z, 0-9, "_" and ".". It cannot be told apart by capitals.',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: '8 to 64 characters. Tell it to its owner, who can change it.',
    role: 'Role',
    verified: 'It is verified at once, and may join servers',
    submit: 'Make the account',
  },

  account: {
    title: (name: string) => `Account ${name}`,
    back: 'All accounts',
    facts: {
      id: 'Id',
      email: 'E-mail',
      state: 'State',
      role: 'Role',
      twoFactor: 'Second factor',
      flags: 'Flags',
      forumTitle: 'Forum title',
      premium: 'Premium',
      registered: 'Registered (UTC)',
      verified: 'Verified (UTC)',
      suspended: 'Suspended since (UTC)',
      until: 'Suspended until (UTC)',
      reason: 'Reason',
    },
    forEver: 'For ever',
    actionsTitle: 'What can be done',
    onlyByAdministrators:
      'This account belongs to a moderator or an administrator: only administrators act on it.',
    historyTitle: 'What was done',
    historyCaption: 'Acts on this account under its present name, newest first',
    historyNone: 'Nothing yet.',
  },

  actions: {
    verify: { title: 'Verify', submit: 'Verify this account' },
    suspend: {
      title: 'Suspend',
      again: 'Change the suspension',
      intro:
        'Its sessions end at once, and it cannot log in. Its owner reads the reason at the login.',
      reason: 'Reason, for its owner too',
      until: 'Until',
      untilHint:
        'How long, such as 12h, 7d or 2w, or a day or minute in UTC, such as 2031-02-03 14:30. Empty for ever.',
      submit: 'Suspend this account',
    },
    restore: { title: 'Restore', submit: 'Take the suspension back' },
    details: {
      title: 'Flags, title, premium',
      flags: 'Flags',
      flagsHint:
        'd developer, m forum moderator, e editor, p patron, r recovering; others follow from the account.',
      forumTitle: 'Forum title',
      premium: 'Premium account',
      submit: 'Save',
    },
    rename: {
      title: 'Rename',
      intro:
        'Its sessions stay, servers see the new name at the next join, and nobody else can take the old one for some time.',
      name: 'New name',
      submit: 'Give it this name',
    },
    'end-sessions': {
      title: 'Log out everywhere',
      intro: 'Its owner can log in again with the password.',
      submit: 'End all of its sessions',
    },
    'reset-second-factor': {
      title: 'Reset the second factor',
      intro:
        'App, mailed codes and recovery codes are taken off, and all sessions end. Its owner is told by mail. Be sure that it is the owner who asks.',
      submit: 'Take the second factor off',
    },
    role: {
      title: 'Role',
      role: 'Role',
      submit: 'Give it this role',
      unknown: 'There is no such role. Choose one of the list.',
    },
    delete: {
      title: 'Delete',
      intro: 'This cannot be undone. Nobody else can take the name for some time.',
      confirm: (name: string) => `Type ${name} to delete the account`,
      wrong: (name: string) => `Another name was typed: type ${name}, and the account is deleted.`,
      submit: 'Delete this account',
    },
  },

  /** Shown after an action, by its key in the URL. */
  done: {
    verify: 'The account is verified.',
    suspend: 'The account is suspended, and its sessions have ended.',
    restore: 'The account is not suspended any more. Its sessions stay ended.',
    details: 'The details are saved.',
    rename: 'The account has its new name.',
    'end-sessions': 'The account is logged out everywhere.',
    'reset-second-factor':
      'The account has no second factor any more, and its sessions have ended.',
    role: 'The account has its new role.',
    delete: 'The account is deleted.',
    create: 'The account is made.',
    ...serverAdminDone,
  },
} as const;
