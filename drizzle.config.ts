// How drizzle-kit makes migrations: `bunx drizzle-kit generate --name what-changes`.

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './drizzle/schema.cjs',
  out: './drizzle',
});
