// What attackers try on accounts, one scenario each, and that it gets them nothing.
//
// Forms of other sites, and what every route has in common, are in every-route.test.ts; times of answers
// in account-timing.test.ts; text that would be markup in stored-markup.test.ts.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openWatchedStore } from '../support/store.ts';
import { openTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { linkOf, NEW_PASSWORD, openLoggedIn, send, signUp } from './account-forms.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
  for (const name of ['Alice', 'Mallory']) await app.register(name);
});
afterEach(() => app[Symbol.asyncDispose]());

const at = (address: string) => app.browser(address);

describe('whether an address has an account', () => {
  /** What an answer says, without what differs from one to the next anyway. */
  const plain = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) =>
    JSON.stringify({
      status,
      headers: [...headers].filter(([name]) => name !== 'set-cookie' && name !== 'x-request-id'),
      text: text.replace(/name="(?:challenge|form-number)" value="[^"]+"/g, ''),
    });

  test('is shown by no answer of a registration, a reset or a change, byte for byte', async () => {
    const answers = { used: [] as string[], free: [] as string[] };
    for (const [kind, email] of [
      ['used', 'mallory@example.net'],
      ['free', 'nobody1@example.net'],
    ] as const) {
      await app[Symbol.asyncDispose]();
      const watched = openWatchedStore();
      app = await openTestApp({ store: watched.store });
      for (const name of ['Alice', 'Mallory']) await app.register(name);
      const fresh = at(kind === 'used' ? '192.0.2.10' : '192.0.2.11');
      // Names of one length, and addresses too, which pages repeat.
      const name = kind === 'used' ? 'Zoe_1' : 'Tea_2';
      const hide = (text: string) => text.replaceAll(email, 'EMAIL').replaceAll(name, 'NAME');
      const remember = async (sent: ReturnType<typeof send>) => {
        const before = watched.countChanges();
        const answer = hide(plain(await sent));
        // The same work as well, whatever a clock would say of it.
        answers[kind].push(`${watched.countChanges() - before} rows changed, ${answer}`);
      };
      await remember(signUp(app, fresh, { name, email }));
      await remember(fresh.request('/acc/verify/'));
      await remember(fresh.request('/acc/'));
      app.skip(MINUTE_MS);
      await remember(send(fresh, '/acc/verify/', { act: 'again' }));
      await remember(send(fresh, '/acc/verify/', { act: 'code', code: '000000' }));
      await remember(send(at('192.0.2.12'), '/acc/forgot/', { who: email }));
      await remember(at('192.0.2.12').request('/acc/forgot/sent/'));
      const alice = await openLoggedIn(app, 'Alice');
      app.skip(30 * MINUTE_MS);
      await remember(send(alice, '/acc/email/', { email, password: PASSWORD }));
      await remember(alice.request('/acc/verify/'));
      await remember(alice.request('/acc/'));
    }
    expect(answers.used).toEqual(answers.free);
    expect(answers.used.length).toBe(10);
  });
});

test('a session that lives, of an owner who had the account deleted, opens nothing, and no link of it does', async () => {
  await send(at('192.0.2.50'), '/acc/forgot/', { who: 'Alice' });
  const reset = linkOf((await app.readMails()).at(-1), '/acc/reset/');
  const living = await openLoggedIn(app, 'Alice');
  const leaving = await openLoggedIn(app, 'Alice');
  await send(leaving, '/acc/delete/', { password: PASSWORD });
  expect((await living.request('/api/login/')).json()).toMatchObject({ username: null });
  expect((await send(living, reset, { new_password: NEW_PASSWORD })).status).toBe(410);
});
