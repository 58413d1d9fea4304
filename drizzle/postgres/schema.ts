// The entry of drizzle-kit for PostgreSQL.

import { createTables } from '../../src/app/tables.ts';
import * as replicaTables from '../../src/platform/store/postgres/replica-tables.ts';
import { postgresKit } from '../../src/platform/store/postgres/table-kit.ts';

// drizzle-kit looks for tables among what a module exports.
module.exports = { ...createTables(postgresKit), ...replicaTables };
