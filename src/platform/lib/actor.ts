// The person or command behind an action that the audit log records.

/** Who acted. Account names are public. `key` names the key of the program that acted for the account, if any. */
export type Actor =
  | { kind: 'command line' }
  | { kind: 'account'; id: number; name: string; key?: string | undefined };
