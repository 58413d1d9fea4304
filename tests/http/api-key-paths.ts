// Paths of actions with an API key, filled in.

const ACTIONS = [
  'reports/1/close',
  'bans',
  'bans/lift',
  'words',
  'words/remove',
  'notice',
  'notice/remove',
];

/** Lists the paths for a walk over every route, which knows one server. */
export const listKeyedPaths = (hash: string): string[] =>
  [`servers/${hash}`, ...ACTIONS].map((action) => `/api/v1/moderation/${action}`);
