// Forms that need a password hashed while too many others do: refused in words, with what was typed, and nothing lost.

import { describe, expect, test } from 'bun:test';
import { accountFailures } from '../../src/modules/account/messages.ts';
import { createBoundedQueue } from '../../src/platform/lib/bounded-queue.ts';
import { BUSY_MESSAGE } from '../../src/platform/lib/failure.ts';
import { openTestApp, PASSWORD } from '../support/test-app.ts';
import { cheapPasswords } from '../support/test-service.ts';
import { NEW_PASSWORD, openLoggedIn, send, signUp } from './account-forms.ts';

/** An app whose hashing a test can stop. */
async function openStoppable() {
  const state = { isFull: false };
  const full = createBoundedQueue({ atOnce: 1, waiting: 0 });
  const app = await openTestApp({
    passwords: {
      ...cheapPasswords,
      hash: (password) => guard(() => cheapPasswords.hash(password)),
      verify: (password, hash) => guard(() => cheapPasswords.verify(password, hash)),
    },
  });
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!state.isFull) return work();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = full.run(() => promise);
    try {
      return await full.run(work);
    } finally {
      resolve();
      await first;
    }
  };
  await app.register('Alice');
  return { app, state };
}

async function expectBusy(
  sent: Promise<{ status: number; text: string; headers: Headers }>,
  sentence = BUSY_MESSAGE,
) {
  const answer = await sent;
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(answer.text).toContain(sentence);
  expect(answer.text).toContain('<form');
  expect(answer.text).not.toContain(NEW_PASSWORD);
  return answer;
}

describe('while hashing is full', () => {
  test('a registration is refused with what was typed, and works as soon as hashing is free again', async () => {
    const { app, state } = await openStoppable();
    await using _ = app;
    state.isFull = true;
    const browser = app.browser();
    const refused = await expectBusy(signUp(app, browser));
    expect(refused.text).toContain('value="zoe@example.net"');
    state.isFull = false;
    expect((await signUp(app, browser)).status).toBe(303);
  });

  test.each([
    ['/acc/password/', { password: PASSWORD, new_password: NEW_PASSWORD }],
    ['/acc/email/', { password: PASSWORD, email: 'new@example.net' }],
    ['/acc/export/', { password: PASSWORD }],
    ['/acc/delete/', { password: PASSWORD }],
  ])('%s is refused, and counts as no wrong password', async (path, fields) => {
    const { app, state } = await openStoppable();
    await using _ = app;
    const browser = await openLoggedIn(app, 'Alice');
    state.isFull = true;
    const sentence = accountFailures.login.busy;
    for (let count = 0; count < 12; count += 1) {
      await expectBusy(send(browser, path, fields), sentence);
    }
    state.isFull = false;
    expect((await send(browser, path, fields)).status).toBeLessThan(400);
  });
});
