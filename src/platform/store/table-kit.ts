// The kit for defining tables. It has PostgreSQL's types; SQLite's kit makes tables with the same names and values.

import type { postgresKit } from './postgres/table-kit.ts';

export type TableKit = typeof postgresKit;
