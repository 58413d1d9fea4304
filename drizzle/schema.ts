// The entry of drizzle-kit for SQLite.

import { createTables } from '../src/app/tables.ts';
import { sqliteKit } from '../src/platform/store/sqlite/table-kit.ts';

// drizzle-kit looks for tables among what a module exports.
module.exports = createTables(sqliteKit);
