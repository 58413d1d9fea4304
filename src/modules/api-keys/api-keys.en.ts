// Every sentence about keys for programs: their page, and what programs are refused.

import type { KeyAuditAction } from './audit-actions.ts';

export const keyMessages = {
  title: 'Keys for programs',
  intro:
    'With a key, a program of yours does what you do on these pages, such as a bot that changes the texts of your servers. Whoever has a key can use it, so keep it as secret as your password.',
  docs: 'What programs can do',
  none: 'You have no keys.',
  add: 'Make a key',
  name: 'Name',
  nameHint: (most: number) =>
    `At most ${most} characters, such as “Discord bot”. Logs name it beside your account.`,
  scopes: 'What it may do',
  moderateHint:
    'Moderating covers reports, bans, servers and the filter, and for administrators the notice.',
  scope: {
    'servers:read': 'Read your servers',
    'own:write': 'Change their texts',
    moderate: 'Moderate',
  },
  made: 'The key was made. It is shown only now: copy it into your program.',
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
  notStaff: 'Only moderators and administrators can make a key that moderates.',
  unverified: 'Verify your account first. Keys belong to verified accounts.',
  taken: (name: string) => `You already have a key named “${name}”. Choose another name.`,
  tooMany: (most: number) => `You already have ${most} keys. Revoke one of them first.`,
  missing: 'Send a key in the header Authorization: Bearer muster_…',
  unknown: 'This key is not valid. It may have been revoked, or its account was suspended.',
  outOfScope: (scope: string) => `This key does not have the scope ${scope}.`,
  onlyAdministrators: 'Only administrators can do this.',
  noFactor: 'The account of this key has to turn on two-factor authentication first.',
  tooManyRequests: (seconds: number) =>
    `Too many requests with this key. Try again in ${seconds} s.`,
};

export const keyAuditSentences: Record<KeyAuditAction, string> = {
  'key made': 'Key for programs made',
  'key revoked': 'Key for programs revoked',
  'server texts changed': 'Server texts changed by its owner’s program',
};
