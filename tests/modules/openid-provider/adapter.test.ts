// The storage of the protocol's library, where two requests at once do what none does alone.

import { expect, test } from 'bun:test';
import { LOG_BOUNDS, toLogEntry } from '../../../src/modules/account/account-log.ts';
import { createAdapters, openRequests } from '../../../src/modules/openid-provider/adapter.ts';
import { createOpenidClients } from '../../../src/modules/openid-provider/clients.ts';
import { sha256Hex } from '../../../src/platform/lib/digest.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

const SECRET = 'the-code-that-is-stored-nowhere';

/** A login of Alice, with a code. */
async function openLoggedIn() {
  const clock = createFakeClock(1_000_000);
  const store = openTestStore();
  await store.accounts.insertAccount(accountNamed('Alice'));
  const added = { name: 'Forum', redirectUris: ['https://f.example/'], logoutUris: [] };
  const { clientId } = await createOpenidClients({ ...store, clock }).add(
    { kind: 'command line' },
    { ...added, isTrusted: false, isConfidential: true },
  );
  const note = { note: toLogEntry(1, 'application allowed'), bounds: LOG_BOUNDS };
  await store.openidGrants.keepConsent(1, clientId, { scopes: ['openid'], at: 1, ...note });
  const states = createMemoryStates(clock);
  const ports = { ...store, clock, states, refuse: (reason: string) => new Error(reason) };
  const adapter = createAdapters({ ...ports, secondsNow: () => 1_000 }, openRequests(ports));
  const grant = { accountId: '1', clientId, openid: { scope: 'openid' } };
  await adapter('Grant').upsert?.('login', grant, 60);
  const code = { accountId: '1', clientId, grantId: 'login', jti: SECRET };
  await adapter('AuthorizationCode').upsert?.(SECRET, code, 60);
  return { adapter, store, clientId };
}

test('a code that two requests found unused is spent by one, and the other one ends the login', async () => {
  const { adapter } = await openLoggedIn();
  const codes = adapter('AuthorizationCode');
  expect(await codes.find?.(SECRET)).not.toHaveProperty('consumed');
  await codes.consume?.(SECRET);
  expect(await codes.find?.(SECRET)).toMatchObject({ consumed: 1_000, grantId: 'login' });
  expect(codes.consume?.(SECRET)).rejects.toThrow('already used');
  expect(await adapter('Grant').find?.('login')).toBeUndefined();
});

test('the database has no code, and a client that is turned off is none', async () => {
  const { adapter, store, clientId } = await openLoggedIn();
  const stored = await store.openidGrants.findToken(sha256Hex(SECRET), 'AuthorizationCode', 1);
  expect(stored?.payload).toContain('"grantId":"login"');
  expect(stored?.payload).not.toContain(SECRET);
  expect(await adapter('Client').find?.(clientId)).toMatchObject({ client_id: clientId });
  const [client] = await store.openidClients.listClients();
  await store.openidClients.changeClient(
    client?.id ?? 0,
    { isActive: false },
    {
      ...{ at: 1, actor: { kind: 'command line' }, action: 'client changed' },
      ...{ subject: '', reason: '', detail: '' },
    },
  );
  expect(await adapter('Client').find?.(clientId)).toBeUndefined();
});
