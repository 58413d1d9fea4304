// The kit that tables are made of. It is typed as PostgreSQL's; SQLite's makes tables with the same names and values.

import type { postgresKit } from './postgres/table-kit.ts';

export type TableKit = typeof postgresKit;
