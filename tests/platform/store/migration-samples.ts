// Migrations that no version has, for the tests of the migrator.

import { type Migration, migrations } from '../../../src/platform/store/sqlite/migrations.ts';

/** A migration that a later version might bring. */
export const futureMigration: Migration = {
  tag: '9999_future',
  sql: 'CREATE TABLE future (x INTEGER);--> statement-breakpoint\nINSERT INTO future VALUES (7);',
};

/** What a later version would know. */
export const futureMigrations: readonly Migration[] = [...migrations, futureMigration];

/** Until it is disposed, this process is of that later version. */
export function addFutureMigration(): Disposable {
  const known = migrations as Migration[];
  known.push(futureMigration);
  return { [Symbol.dispose]: () => void known.pop() };
}
