// Every sentence of the administration's pages, except about servers and emails.

import { counted } from '../../platform/messages/formats.en.ts';
import type { AdministrationAuditAction } from './audit-actions.ts';

export const adminMessages = {
  section: 'Accounts',
  states: { verified: 'Verified', unverified: 'Unverified', suspended: 'Suspended' },

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
    /** The results of an action on several rows. */
    results: {
      verify: counted({ one: '# account verified', other: '# accounts verified' }),
      suspend: counted({ one: '# account suspended', other: '# accounts suspended' }),
      restore: counted({ one: '# suspension lifted', other: '# suspensions lifted' }),
    },
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
    publicPage: 'Public page',
    historyCaption: 'Actions on this account under its current name, newest first',
  },

  actions: {
    verify: { title: 'Verify', submit: 'Verify this account' },
    restore: { title: 'Lift the suspension', submit: 'Lift the suspension' },
    suspend: {
      title: 'Suspend',
      again: 'Change the suspension',
      intro:
        'This ends all its sessions and prevents new logins. Its owner sees the reason when trying to log in.',
      reason: 'Reason (shown to its owner)',
      submit: 'Suspend this account',
    },
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
        'Its sessions continue. Servers see the new name at the next join. Nobody else can take the old name for some time.',
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
  },
} as const;

export const administrationAuditSentences: Record<AdministrationAuditAction, string> = {
  'account created': 'Account created',
  'account verified': 'Account verified',
  'account suspended': 'Account suspended',
  'account restored': 'Suspension lifted',
  'account renamed': 'Account renamed',
  'account deleted': 'Account deleted',
  'account details changed': 'Account details changed',
  'role changed': 'Role changed',
  'password changed': 'Password set',
  'second factor reset': 'Two-factor authentication reset',
  'sessions ended': 'Sessions ended',
};
