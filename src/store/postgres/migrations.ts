// The list of every migration of PostgreSQL, embedded in the binary as text, oldest first.

import initial from '../../../drizzle/postgres/0000_initial.sql' with { type: 'text' };
import auditLog from '../../../drizzle/postgres/0001_audit-log.sql' with { type: 'text' };
import replicas from '../../../drizzle/postgres/0002_replicas.sql' with { type: 'text' };
import type { Migration } from '../sqlite/migrations.ts';

/** Every migration that this version knows, in the journal's order. */
export const migrations: readonly Migration[] = [
  { tag: '0000_initial', sql: initial },
  { tag: '0001_audit-log', sql: auditLog },
  { tag: '0002_replicas', sql: replicas },
];
