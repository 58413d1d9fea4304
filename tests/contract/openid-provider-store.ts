// What every store of single sign-on must do: clients, consents, logins, tokens and signing keys.

import { expect, test } from 'bun:test';
import { LOG_BOUNDS, toLogEntry } from '../../src/modules/account/account-log.ts';
import type { NewToken, TokenKind } from '../../src/modules/openid-provider/openid-ports.ts';
import { type FreshStores, type OpenFresh, openWithTwo } from './fresh-stores.ts';

const entry = {
  at: 1,
  actor: { kind: 'command line' },
  action: 'client added',
  subject: '',
  reason: '',
  detail: '',
} as const;
const clientOf = (clientId: string) => ({
  clientId,
  name: 'Forum',
  redirectUris: ['https://forum.example/a', 'https://forum.example/b'],
  logoutUris: [],
  secretHash: 'digest',
  isTrusted: false,
  isActive: true,
  createdAt: 5,
});
const note = {
  note: toLogEntry(7, 'application allowed', { detail: 'Forum' }),
  bounds: LOG_BOUNDS,
};
const tokenOf = (idHash: string, given: Partial<NewToken> = {}): NewToken => ({
  idHash,
  grantUid: 'login',
  kind: 'RefreshToken',
  payload: `{"of":"${idHash}"}`,
  expiresAt: 1_000,
  ...given,
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeOpenidStore(openFresh: OpenFresh): void {
  /** Two accounts, a client, and a login of the first account to it. */
  async function openLoggedIn() {
    const stores = await openWithTwo(openFresh);
    const { openidClients, openidGrants } = stores;
    await openidClients.addClient(clientOf('forum'), 2, entry);
    await openidGrants.keepConsent(1, 'forum', { scopes: ['openid'], at: 7, ...note });
    const grant = { uid: 'login', scopes: ['openid'], expiresAt: 100 };
    expect(await openidGrants.addGrant(1, 'forum', grant, 2)).toBe(true);
    return stores;
  }

  const idOf = async ({ openidClients }: FreshStores) =>
    (await openidClients.findClient('forum'))?.id ?? 0;
  const isThere = async ({ openidGrants }: FreshStores, idHash: string, now = 10) =>
    (await openidGrants.findToken(idHash, 'RefreshToken', now)) !== undefined;

  test('clients are read as they were stored, up to a number', async () => {
    using stores = await openWithTwo(openFresh);
    const { openidClients, audit } = stores;
    expect(await openidClients.addClient(clientOf('forum'), 2, entry)).toBe(true);
    expect(await openidClients.addClient(clientOf('wiki'), 2, entry)).toBe(true);
    expect(await openidClients.addClient(clientOf('third'), 2, entry)).toBe(false);
    const id = await idOf(stores);
    expect(await openidClients.findClient('forum')).toEqual({ id, ...clientOf('forum') });
    const changes = { name: 'Board', redirectUris: ['https://b.example/'], isActive: false };
    expect(await openidClients.changeClient(id, changes, entry)).toBe(true);
    expect(await openidClients.changeClient(99, changes, entry)).toBe(false);
    const unused = { players: 0, lastUsedAt: null };
    expect(await openidClients.listClients()).toMatchObject([
      { ...clientOf('forum'), ...changes, ...unused },
      { ...clientOf('wiki'), ...unused },
    ]);
    expect(await openidClients.removeClient(id, entry)).toBe(true);
    expect(await openidClients.findClient('forum')).toBeUndefined();
    expect(await audit.listActions({ limit: 9 })).toHaveLength(4);
  });

  test('a consent grows, is noted once for each change, and ends with all logins', async () => {
    using stores = await openLoggedIn();
    const { openidGrants, openidClients, accountLog } = stores;
    await openidGrants.keepConsent(1, 'forum', { scopes: ['openid'], at: 8, ...note });
    expect(await accountLog.listLogEntries(1)).toMatchObject([{ count: 1 }]);
    await openidGrants.keepConsent(1, 'forum', { scopes: ['email'], at: 9, ...note });
    expect(await accountLog.listLogEntries(1)).toMatchObject([{ count: 2 }]);
    expect(await openidGrants.findConsentScopes(1, 'forum')).toEqual(['openid', 'email']);
    expect(await openidGrants.findConsentScopes(2, 'forum')).toBeUndefined();
    const consents = await openidGrants.listConsents(1);
    const scopes = ['openid', 'email'];
    expect(consents).toMatchObject([{ clientName: 'Forum', scopes, createdAt: 7, lastUsedAt: 7 }]);
    await openidGrants.addToken(tokenOf('a'), 9, 12);
    expect(await openidClients.listClients()).toMatchObject([{ players: 1, lastUsedAt: 12 }]);
    const id = consents[0]?.id ?? 0;
    expect(await openidGrants.removeConsent(2, id, note)).toBe(false);
    expect(await openidGrants.removeConsent(1, id, note)).toBe(true);
    expect(await isThere(stores, 'a')).toBe(false);
    expect(await openidGrants.findGrant('login', 10)).toBeUndefined();
    const late = { uid: 'late', scopes: [], expiresAt: 100 };
    expect(await openidGrants.addGrant(1, 'forum', late, 2)).toBe(false);
    expect(await openidGrants.addToken(tokenOf('late'), 9, 12)).toBe(false);
  });

  test('the copy of an account names the programs', async () => {
    using stores = await openLoggedIn();
    const account = await stores.accounts.findAccountById(1);
    if (account === undefined) throw new Error('no account');
    await stores.openidGrants.addToken(tokenOf('a'), 9, 12_000);
    const { openid_consents } = await stores.registration.readEverything(account);
    const number = await idOf(stores);
    expect(openid_consents).toEqual([
      {
        ...{ id: 1, account_id: 1, client_number: number, client_name: 'Forum' },
        scopes: '["openid"]',
        created_at: '1970-01-01T00:00:00.007Z',
        last_used_at: '1970-01-01T00:00:12.000Z',
      },
    ]);
  });

  test('a token is found by its kind until it expires, and lengthens its login', async () => {
    using stores = await openLoggedIn();
    const { openidGrants } = stores;
    expect(await openidGrants.findGrant('login', 99)).toEqual({
      ...{ accountId: 1, clientId: 'forum', scopes: ['openid'], expiresAt: 100 },
    });
    expect(await openidGrants.findGrant('login', 100)).toBeUndefined();
    await openidGrants.addToken(tokenOf('a'), 9, 10);
    await openidGrants.addToken(tokenOf('b', { kind: 'AccessToken', expiresAt: 50 }), 9, 10);
    expect(await openidGrants.findToken('a', 'RefreshToken', 999)).toMatchObject({
      ...{ payload: '{"of":"a"}', consumedAt: null },
    });
    expect(await isThere(stores, 'a', 1_000)).toBe(false);
    expect(await isThere(stores, 'b')).toBe(false);
    expect((await openidGrants.findGrant('login', 999))?.expiresAt).toBe(1_000);
    await openidGrants.removeToken('a');
    expect(await isThere(stores, 'a')).toBe(false);
  });

  test('a token is consumed once, whoever asks first', async () => {
    using stores = await openLoggedIn();
    const { openidGrants } = stores;
    await openidGrants.addToken(tokenOf('a'), 9, 10);
    const consume = () => openidGrants.consumeToken('a', 11);
    const consumed = await Promise.all([consume(), consume(), consume()]);
    expect(consumed.filter(Boolean)).toHaveLength(1);
    expect(await openidGrants.findToken('a', 'RefreshToken', 12)).toMatchObject({ consumedAt: 11 });
  });

  test('of more logins or tokens than fit, the oldest are forgotten', async () => {
    using stores = await openLoggedIn();
    const { openidGrants } = stores;
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      await openidGrants.addToken(tokenOf(name, { expiresAt: 1_000 + index }), 2, 10);
    }
    const kinds: TokenKind[] = ['AccessToken', 'AuthorizationCode'];
    for (const kind of kinds) await openidGrants.addToken(tokenOf(kind, { kind }), 2, 10);
    const found = await Promise.all(['a', 'b', 'c'].map((name) => isThere(stores, name)));
    expect(found).toEqual([false, true, true]);
    // The clock was set back.
    await openidGrants.addToken(tokenOf('d', { expiresAt: 900 }), 2, 10);
    expect(await isThere(stores, 'd')).toBe(true);
    expect(await isThere(stores, 'b')).toBe(false);
    for (const uid of ['second', 'third']) {
      await openidGrants.addGrant(1, 'forum', { uid, scopes: [], expiresAt: 100 }, 2);
    }
    expect(await openidGrants.findGrant('login', 10)).toBeUndefined();
    expect(await openidGrants.findGrant('second', 10)).toBeDefined();
  });

  test.each<[string, (stores: FreshStores) => Promise<unknown>]>([
    ['its removal', ({ openidGrants }) => openidGrants.removeGrant('login')],
    [
      'the suspension of its account',
      ({ accounts }) => accounts.updateAccount(1, { suspendedAt: 3 }, { endSessions: false }),
    ],
    [
      'an account that is no longer verified',
      ({ accounts }) => accounts.updateAccount(1, { verifiedAt: null }, { endSessions: false }),
    ],
    [
      'the end of all sessions',
      ({ accounts }) => accounts.updateAccount(1, {}, { endSessions: true }),
    ],
    ['the end of all sessions but one', ({ sessions }) => sessions.endOtherSessions(1, 'kept')],
    ['the removal of its account', ({ accounts }) => accounts.deleteAccount(1)],
    [
      'a client that is turned off',
      async (stores) =>
        stores.openidClients.changeClient(await idOf(stores), { isActive: false }, entry),
    ],
    [
      'a client that has to ask again',
      async (stores) => {
        const options = { forgetsConsents: true };
        await stores.openidClients.changeClient(
          await idOf(stores),
          { name: 'Forum' },
          entry,
          options,
        );
        expect(await stores.openidGrants.listConsents(1)).toEqual([]);
      },
    ],
    [
      'the removal of its client',
      async (stores) => stores.openidClients.removeClient(await idOf(stores), entry),
    ],
  ])('a login and its tokens end with %s', async (_what, end) => {
    using stores = await openLoggedIn();
    const { openidGrants } = stores;
    await openidGrants.addToken(tokenOf('a'), 9, 10);
    expect(await isThere(stores, 'a')).toBe(true);
    await end(stores);
    expect(await isThere(stores, 'a')).toBe(false);
    expect(await openidGrants.findGrant('login', 10)).toBeUndefined();
  });

  test('the end of another account’s sessions changes nothing', async () => {
    using stores = await openLoggedIn();
    await stores.openidGrants.addToken(tokenOf('a'), 9, 10);
    await stores.sessions.endOtherSessions(2, 'kept');
    expect(await isThere(stores, 'a')).toBe(true);
  });

  test('tokens can end without their login, and expired ones are removed', async () => {
    using stores = await openLoggedIn();
    const { openidGrants } = stores;
    await openidGrants.addToken(tokenOf('a', { expiresAt: 50 }), 9, 10);
    await openidGrants.addToken(tokenOf('b', { expiresAt: 500 }), 9, 10);
    await openidGrants.removeExpiredGrants(60);
    expect(await isThere(stores, 'a', 40)).toBe(false);
    expect(await isThere(stores, 'b', 40)).toBe(true);
    await openidGrants.removeTokensOf('login');
    expect(await isThere(stores, 'b', 40)).toBe(false);
    expect(await openidGrants.findGrant('login', 40)).toBeDefined();
    await openidGrants.removeExpiredGrants(600);
    expect(await openidGrants.findGrant('login', 40)).toBeUndefined();
  });

  test('the newest key comes first, and only one replica adds the next', async () => {
    using stores = await openWithTwo(openFresh);
    const { openidClients } = stores;
    const keyOf = (kid: string, createdAt: number) => ({
      kid,
      privateKey: `{"of":"${kid}"}`,
      createdAt,
    });
    expect(await openidClients.addKey(keyOf('a', 1), undefined)).toBe(true);
    expect(await openidClients.addKey(keyOf('other', 1), undefined)).toBe(false);
    expect(await openidClients.addKey(keyOf('b', 10), 'a', entry)).toBe(true);
    expect(await openidClients.addKey(keyOf('c', 20), 'b')).toBe(true);
    const kids = async () => (await openidClients.listKeys()).map(({ kid }) => kid);
    expect(await openidClients.listKeys()).toEqual([keyOf('c', 20), keyOf('b', 10), keyOf('a', 1)]);
    // The first key was replaced at 10.
    await openidClients.removeOldKeys(9);
    expect(await kids()).toEqual(['c', 'b', 'a']);
    await openidClients.removeOldKeys(10);
    expect(await kids()).toEqual(['c', 'b']);
    await openidClients.removeOldKeys(99);
    expect(await kids()).toEqual(['c']);
  });
}
