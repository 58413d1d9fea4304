// The entry of drizzle-kit for PostgreSQL. It looks for tables among what a module exports.

const { createTables } = require('../../src/app/tables.ts');
const replicaTables = require('../../src/platform/store/postgres/replica-tables.ts');
const { postgresKit } = require('../../src/platform/store/postgres/table-kit.ts');

module.exports = { ...createTables(postgresKit), ...replicaTables };
