// Every sentence about API keys: their page, and the refusals that programs get.

import type { KeyAuditAction } from './audit-actions.ts';

export const keyMessages = {
  title: 'API keys',
  intro:
    'An API key lets a program act for your account. For example, a bot can change the texts of your servers. Anybody who has the key can use it, so keep it as secret as your password.',
  docs: 'What programs can do with it',
  none: 'You have no keys.',
  add: 'Create a key',
  name: 'Name',
  nameHint: (most: number) =>
    `At most ${most} characters, such as “Discord bot”. Logs show this name beside your account.`,
  scopes: 'Permissions',
  moderateHint:
    'Moderating covers reports, bans, servers and the filter. Administrators can also change the notice.',
  scope: {
    'servers:read': 'Read your servers',
    'own:write': 'Change server texts',
    moderate: 'Moderate',
  },
  made: 'The key was created. Copy it now: this site does not show it again.',
  key: 'Your new key',
  revoked: 'The key was revoked. No program can use it any more.',
  since: (day: string) => `since ${day}`,
  used: (day: string) => `last used on ${day}`,
  unused: 'never used',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
} as const;

export const keyFailures = {
  label: 'The name',
  noName: 'Enter a name for the key.',
  noScope: 'Choose what the key may do.',
  notStaff: 'Only moderators and administrators can create a key that moderates.',
  unverified: 'Verify your account first. Only verified accounts can have keys.',
  taken: (name: string) => `You already have a key named “${name}”. Choose another name.`,
  tooMany: (most: number) => `You already have ${most} keys. Revoke one of them first.`,
  missing: 'Send a key in the header Authorization: Bearer muster_…',
  unknown: 'This key is not valid. It may have been revoked, or its account may be suspended.',
  outOfScope: (scope: string) => `This key does not have the scope ${scope}.`,
  onlyAdministrators: 'Only administrators can do this.',
  noFactor: 'The account of this key has to turn on two-factor authentication first.',
  tooManyRequests: (seconds: number) =>
    `Too many requests with this key. Try again in ${seconds} s.`,
};

export const keyAuditSentences: Record<KeyAuditAction, string> = {
  'key made': 'API key created',
  'key revoked': 'API key revoked',
  'server texts changed': 'Texts of a server changed by a program',
};
