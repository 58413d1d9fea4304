// Replicas share what a login with a provider needs.

import { expect, test } from 'bun:test';
import { createOpenIdLogin } from '../../../src/modules/openid-login/openid-login.ts';
import type { LoginSecrets } from '../../../src/modules/openid-login/openid-login-ports.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

test('one replica receives, once, what another one started, with the same secrets', async () => {
  using store = openTestStore();
  const clock = createFakeClock(0);
  const states = createMemoryStates(clock);
  const asked: LoginSecrets[] = [];
  const open = () =>
    createOpenIdLogin({
      ...store,
      ...{ clock, states },
      ownerProof: { require: async () => {} },
      devices: { describe: () => ({ device: '', country: '' }) },
      provider: {
        name: 'Example',
        async describeRequest(secrets) {
          asked.push(secrets);
          return secrets.state;
        },
        async readIdentity(_, secrets) {
          asked.push(secrets);
          return { issuer: 'https://id.example.net', subject: 'alice' };
        },
      },
    });
  const [one, other] = [open(), open()];
  const visitor = { kind: 'anonymous', value: 'a-session' } as const;
  const caller = { address: '203.0.113.7', userAgent: '', deviceValue: '' };
  const state = await one.startLogin(visitor.value, '/start/');
  const receive = () => other.receive(visitor, new URLSearchParams({ state }), caller);
  expect(await receive()).toBe('unlinked');
  expect(asked[1]).toEqual(asked[0] as LoginSecrets);
  await expect(receive()).rejects.toThrow();
  expect(asked).toHaveLength(2);
});
