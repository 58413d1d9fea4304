// The entry of drizzle-kit for SQLite. It looks for tables among what a module exports.

const { createTables } = require('../src/app/tables.ts');
const { sqliteKit } = require('../src/platform/store/sqlite/table-kit.ts');

module.exports = createTables(sqliteKit);
