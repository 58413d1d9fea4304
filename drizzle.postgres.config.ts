// How drizzle-kit makes the migrations of PostgreSQL: `npm run generate:postgres -- --name what-changes`.

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './drizzle/postgres/schema.cjs',
  out: './drizzle/postgres',
});
