// Who does something that the audit log records.

/** Who acted. The names of accounts are public. */
export type Actor = { kind: 'command line' } | { kind: 'account'; id: number; name: string };
