// The list of every migration of PostgreSQL, embedded in the binary as text, oldest first.

import initial from '../../../../drizzle/postgres/0000_initial.sql' with { type: 'text' };
import sinceFirst from '../../../../drizzle/postgres/0001_since-1-0.sql' with { type: 'text' };
import deletionHeld from '../../../../drizzle/postgres/0002_deletion-held.sql' with {
  type: 'text',
};
import webhookBudgets from '../../../../drizzle/postgres/0003_webhook-budgets.sql' with {
  type: 'text',
};
import skinsAndPlayerPages from '../../../../drizzle/postgres/0004_skins-and-player-pages.sql' with {
  type: 'text',
};
import apiKeys from '../../../../drizzle/postgres/0005_api-keys.sql' with { type: 'text' };
import staffNotes from '../../../../drizzle/postgres/0006_staff-notes.sql' with { type: 'text' };
import passkeys from '../../../../drizzle/postgres/0007_passkeys.sql' with { type: 'text' };
import appeals from '../../../../drizzle/postgres/0008_appeals.sql' with { type: 'text' };
import warnings from '../../../../drizzle/postgres/0009_warnings.sql' with { type: 'text' };
import ownLists from '../../../../drizzle/postgres/0010_own-lists.sql' with { type: 'text' };
import managers from '../../../../drizzle/postgres/0011_managers.sql' with { type: 'text' };
import passkeyRegistration from '../../../../drizzle/postgres/0012_passkey-registration.sql' with {
  type: 'text',
};
import openidLinks from '../../../../drizzle/postgres/0013_openid-links.sql' with { type: 'text' };
import openidProvider from '../../../../drizzle/postgres/0014_openid-provider.sql' with {
  type: 'text',
};
import type { Migration } from '../sqlite/migrations.ts';

/** One step of the schema. Replicas of several versions share the schema during an upgrade, one replica at a time. */
export interface SharedMigration extends Migration {
  /** The oldest version that works with the database afterwards; absent when the migration only adds. */
  oldestVersion?: string;
}

export const OLDEST_BY_DEFAULT = '0.0.0';

export const migrations: readonly SharedMigration[] = [
  { tag: '0000_initial', sql: initial },
  { tag: '0001_since-1-0', sql: sinceFirst },
  { tag: '0002_deletion-held', sql: deletionHeld },
  { tag: '0003_webhook-budgets', sql: webhookBudgets },
  { tag: '0004_skins-and-player-pages', sql: skinsAndPlayerPages },
  { tag: '0005_api-keys', sql: apiKeys },
  { tag: '0006_staff-notes', sql: staffNotes },
  { tag: '0007_passkeys', sql: passkeys },
  { tag: '0008_appeals', sql: appeals },
  { tag: '0009_warnings', sql: warnings },
  { tag: '0010_own-lists', sql: ownLists },
  { tag: '0011_managers', sql: managers },
  { tag: '0012_passkey-registration', sql: passkeyRegistration },
  { tag: '0013_openid-links', sql: openidLinks },
  { tag: '0014_openid-provider', sql: openidProvider },
];
