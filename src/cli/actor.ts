// Who acts on the command line: whoever may run it on the data folder.

import type { Actor } from '../accounts/audit-ports.ts';

/** The actor of every command, as the audit log names it. */
export const commandLine: Actor = { kind: 'command line' };
