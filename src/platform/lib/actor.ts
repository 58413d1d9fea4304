// The person or command behind an action that the audit log records.

/** Who acted. Account names are public. */
export type Actor = { kind: 'command line' } | { kind: 'account'; id: number; name: string };
