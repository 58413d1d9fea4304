// What every store of API keys must do.

import { expect, test } from 'bun:test';
import type { KeyNotes, NewApiKey } from '../../src/modules/api-keys/api-key-ports.ts';
import { type OpenFresh, openWithTwo, sampleEmailJob } from './fresh-stores.ts';

const DAY_MS = 24 * 60 * 60_000;

const keyOf = (name: string, changes: Partial<NewApiKey> = {}): NewApiKey => ({
  accountId: 1,
  name,
  scopes: ['servers:read', 'own:write'],
  keyHash: `digest of ${name}`,
  createdAt: 5,
  ...changes,
});

const notesOf = (isLogged = false): KeyNotes => ({
  note: { at: 5, event: 'key made', device: '', country: '', detail: 'Bot' },
  bounds: { atMost: 200, sameWithinMs: 60_000 },
  entry: isLogged
    ? {
        at: 5,
        actor: { kind: 'account', id: 1, name: 'Alice' },
        action: 'key made',
        subject: 'Alice',
        reason: '',
        detail: '',
      }
    : undefined,
  emailJobs: isLogged ? [sampleEmailJob({ kind: 'key made' })] : [],
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeApiKeyStore(openFresh: OpenFresh): void {
  test('a key is found by its digest with its account, and never shows the digest', async () => {
    using stores = await openWithTwo(openFresh);
    const { apiKeys } = stores;
    expect(await apiKeys.addKey(keyOf('Bot'), 10, notesOf())).toBe('added');
    const key = {
      id: 1,
      accountId: 1,
      name: 'Bot',
      scopes: ['servers:read', 'own:write'],
      createdAt: 5,
      usedAt: null,
    };
    expect(await apiKeys.findKey('digest of Bot')).toEqual({
      key,
      account: expect.objectContaining({ id: 1, name: 'Alice' }),
    } as never);
    expect(await apiKeys.listKeys(1)).toEqual([key] as never);
    expect(await apiKeys.findKey('digest of bot')).toBeUndefined();
  });

  test('an account has no two keys of a name, and no more than the limit', async () => {
    using stores = await openWithTwo(openFresh);
    const { apiKeys } = stores;
    expect(await apiKeys.addKey(keyOf('Bot'), 2, notesOf())).toBe('added');
    expect(await apiKeys.addKey(keyOf('Bot', { keyHash: 'x' }), 2, notesOf())).toBe('taken');
    const ofBob = keyOf('Bot', { accountId: 2, keyHash: 'of Bob' });
    expect(await apiKeys.addKey(ofBob, 2, notesOf())).toBe('added');
    expect(await apiKeys.addKey(keyOf('Two'), 2, notesOf())).toBe('added');
    expect(await apiKeys.addKey(keyOf('Three'), 2, notesOf())).toBe('full');
    expect((await apiKeys.listKeys(1)).map(({ name }) => name)).toEqual(['Bot', 'Two']);
  });

  test('only its own account removes it, and the logs learn of each change that was made', async () => {
    using stores = await openWithTwo(openFresh);
    const { apiKeys, accountLog, audit, outbox } = stores;
    await apiKeys.addKey(keyOf('Bot'), 1, notesOf(true));
    await apiKeys.addKey(keyOf('Two'), 1, notesOf(true));
    expect(await apiKeys.removeKey(2, 1, notesOf(true))).toBe(false);
    expect(await audit.listActions({ limit: 9 })).toHaveLength(1);
    expect(await outbox.listEmailJobs(9)).toHaveLength(1);
    expect(await accountLog.listLogEntries(1)).toMatchObject([{ event: 'key made', count: 1 }]);
    expect(await apiKeys.removeKey(1, 1, notesOf())).toBe(true);
    expect(await accountLog.listLogEntries(1)).toMatchObject([{ event: 'key made', count: 2 }]);
    expect(await audit.listActions({ limit: 9 })).toHaveLength(1);
    expect(await apiKeys.findKey('digest of Bot')).toBeUndefined();
  });

  test('the day of its use never goes back', async () => {
    using stores = await openWithTwo(openFresh);
    const { apiKeys } = stores;
    await apiKeys.addKey(keyOf('Bot'), 1, notesOf());
    for (const day of [2 * DAY_MS, DAY_MS, 2 * DAY_MS]) {
      await apiKeys.noteUse(1, day);
      expect((await apiKeys.listKeys(1))[0]?.usedAt).toBe(2 * DAY_MS);
    }
  });

  test('it ends with its account, with a suspension, and with the role that it needs', async () => {
    using stores = await openWithTwo(openFresh);
    const { apiKeys, accounts } = stores;
    await accounts.updateAccount(2, { role: 'moderator' }, { endSessions: false });
    const scopes = ['servers:read', 'moderate'] as const;
    await apiKeys.addKey(keyOf('Of Alice'), 9, notesOf());
    await apiKeys.addKey(keyOf('Of Bob', { accountId: 2, scopes }), 9, notesOf());
    expect(await apiKeys.listEndedKeys(100)).toEqual([]);
    await accounts.updateAccount(
      1,
      { suspendedAt: 50, suspendedUntil: 100 },
      { endSessions: false },
    );
    expect(await apiKeys.listEndedKeys(99)).toEqual([1]);
    expect(await apiKeys.listEndedKeys(100)).toEqual([]);
    await accounts.updateAccount(2, { role: 'player' }, { endSessions: false });
    expect(await apiKeys.listEndedKeys(100)).toEqual([2]);
    await apiKeys.endKeys([2]);
    expect(await apiKeys.listKeys(2)).toEqual([]);
    await accounts.deleteAccount(1);
    expect(await apiKeys.findKey('digest of Of Alice')).toBeUndefined();
  });
}
