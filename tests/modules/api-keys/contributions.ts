// What API keys give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

const ACTIONS = [
  'reports/1/close',
  'bans',
  'bans/lift',
  'words',
  'words/remove',
  'notice',
  'notice/remove',
];

const base = { to: 'alice@example.net', accountName: 'Alice', language: 'en' as const };
const facts = { name: 'Bot', at: Date.UTC(2026, 10, 21, 16, 31) };

export const contributions: Contributions = {
  emails: [
    { ...base, kind: 'key made', ...facts },
    { ...base, kind: 'key revoked', ...facts },
  ],
  leaderJobs: { 'end keys of suspended accounts': 5_000 },
  listPaths: (hash) =>
    [`servers/${hash}`, ...ACTIONS].map((action) => `/api/v1/moderation/${action}`),
  limits: { 'src/modules/api-keys/api-keys.ts': { own: ['requests of programs'] } },
};
