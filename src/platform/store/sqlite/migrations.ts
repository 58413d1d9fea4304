// The list of every migration, embedded in the binary as text, oldest first.

import initial from '../../../../drizzle/0000_initial.sql' with { type: 'text' };
import sinceFirst from '../../../../drizzle/0001_since-1-0.sql' with { type: 'text' };
import deletionHeld from '../../../../drizzle/0002_deletion-held.sql' with { type: 'text' };
import webhookBudgets from '../../../../drizzle/0003_webhook-budgets.sql' with { type: 'text' };
import skinsAndPlayerPages from '../../../../drizzle/0004_skins-and-player-pages.sql' with {
  type: 'text',
};
import apiKeys from '../../../../drizzle/0005_api-keys.sql' with { type: 'text' };
import staffNotes from '../../../../drizzle/0006_staff-notes.sql' with { type: 'text' };
import passkeys from '../../../../drizzle/0007_passkeys.sql' with { type: 'text' };
import appeals from '../../../../drizzle/0008_appeals.sql' with { type: 'text' };
import warnings from '../../../../drizzle/0009_warnings.sql' with { type: 'text' };
import ownLists from '../../../../drizzle/0010_own-lists.sql' with { type: 'text' };
import managers from '../../../../drizzle/0011_managers.sql' with { type: 'text' };
import passkeyRegistration from '../../../../drizzle/0012_passkey-registration.sql' with {
  type: 'text',
};
import openidLinks from '../../../../drizzle/0013_openid-links.sql' with { type: 'text' };
import openidProvider from '../../../../drizzle/0014_openid-provider.sql' with { type: 'text' };

export interface Migration {
  tag: string;
  sql: string;
}

export const migrations: readonly Migration[] = [
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
