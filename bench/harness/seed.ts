// Fills the database of a folder before Muster starts on it, through the store's own repositories: ten thousand
// heartbeats or logins over HTTP would be measured by patience alone.

import { createHash, randomBytes } from 'node:crypto';
import { openStore } from '../../src/app/open-stores.ts';
import type { StoredServer } from '../../src/modules/registry/server-ports.ts';
import { createPasswordHasher } from '../../src/platform/lib/password-hashing.ts';

/** The password of every account that is made here. */
export const PASSWORD = 'correct horse battery staple';

/** An account and the cookie of a session that it is logged in with. */
export interface SeededAccount {
  name: string;
  cookie: string;
}

/** Stores live servers. */
export async function seedServers(folder: string, servers: readonly StoredServer[]): Promise<void> {
  using store = openStore({ folder });
  await store.servers.saveBatch({ saved: servers, removed: [], aliveAt: Date.now() });
}

/** Stores verified accounts, each with one session. */
export async function seedAccounts(folder: string, count: number): Promise<SeededAccount[]> {
  using store = openStore({ folder });
  const passwordHash = await createPasswordHasher().hash(PASSWORD);
  const now = Date.now();
  const seeded: SeededAccount[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = await store.accounts.insertAccount({
      name: `Player_${index}`,
      email: `player${index}@example.net`,
      emailConfirmedAt: now,
      passwordHash,
      verifiedAt: now,
      suspendedAt: null,
      suspensionReason: '',
      suspendedUntil: null,
      role: 'player',
      flags: '',
      forumTitle: '',
      isPremium: false,
      registeredAt: now,
      language: 'en',
    });
    const value = `s.${randomBytes(32).toString('base64url')}`;
    const valueHash = createHash('sha256').update(value).digest('hex').slice(0, 32);
    await store.sessions.startSession(
      {
        valueHash,
        accountId: account.id,
        createdAt: now,
        lastUsedAt: now,
        device: '',
        country: '',
      },
      { passwordHash, endsValueHash: undefined },
    );
    seeded.push({ name: account.name, cookie: `session=${value}` });
  }
  return seeded;
}
