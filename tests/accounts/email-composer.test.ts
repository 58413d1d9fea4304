// Letters that were left to be written, where something fails on the way: none is lost, none holds up the others.

import { describe, expect, test } from 'bun:test';
import type { EmailMessage } from '../../src/accounts/email-messages.ts';
import { openRegistrationRoom } from './registration-room.ts';
import { ADDRESS, DAY_MS } from './room.ts';

/** A room whose post fails for letters that a test chooses. */
function openFailing(fails: (letter: EmailMessage) => boolean) {
  const room = openRegistrationRoom();
  const { send } = room.post;
  room.post.send = async (letter) => {
    if (fails(letter)) throw new Error('the queue is closed');
    await send(letter);
  };
  return room;
}

const errandsOf = (room: ReturnType<typeof openFailing>) => room.store.outbox.listEmailJobs(9);

describe('a letter that could not be queued', () => {
  test('is written again, with the same code and link', async () => {
    let failures = 1;
    using room = openFailing(() => failures-- > 0);
    await room.signUp();
    await expect(room.registration.composeEmails()).rejects.toThrow('the queue is closed');
    expect(room.post.letters).toEqual([]);
    expect(await errandsOf(room)).toHaveLength(1);
    expect(await room.registration.composeEmails()).toBe(1);
    const { token } = room.post.takeOne('verify address');
    expect(await room.registration.address.followLink('verify address', token)).toBeDefined();
    expect(await errandsOf(room)).toEqual([]);
  });

  test('is one link for a new password, however often it is tried', async () => {
    let failures = 2;
    using room = openFailing(() => failures-- > 0);
    await room.register('Alice');
    await room.registration.recovery.request('Alice', ADDRESS);
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(room.registration.composeEmails()).rejects.toThrow();
      expect(await errandsOf(room)).toHaveLength(1);
    }
    expect(await room.registration.composeEmails()).toBe(1);
    const { token } = room.post.takeOne('reset password');
    expect(await room.registration.recovery.findLink(token)).toEqual({ accountName: 'Alice' });
    expect(await errandsOf(room)).toEqual([]);
  });

  test('of two accounts of one address is tried for both', async () => {
    let failures = 0;
    using room = openFailing((letter) => letter.accountName === 'One' && failures-- > 0);
    await room.mustSignUp({ name: 'One', email: 'both@example.net' });
    await room.mustSignUp({ name: 'Two', email: 'both@example.net' });
    room.post.take();
    failures = 1;
    await room.registration.recovery.request('both@example.net', ADDRESS);
    await expect(room.registration.composeEmails()).rejects.toThrow();
    await room.registration.composeEmails();
    const letters = room.post.take();
    expect(new Set(letters.map(({ accountName }) => accountName))).toEqual(new Set(['One', 'Two']));
    for (const letter of letters) {
      const token = letter.kind === 'reset password' ? letter.token : '';
      expect(await room.registration.recovery.findLink(token)).toEqual({
        accountName: letter.accountName,
      });
    }
  });

  test('holds up no other', async () => {
    using room = openFailing(({ accountName }) => accountName === 'One');
    await room.signUp({ name: 'One' });
    await room.signUp({ name: 'Two', email: 'two@example.net' });
    await expect(room.registration.composeEmails()).rejects.toThrow('the queue is closed');
    expect(room.post.takeOne('verify address').accountName).toBe('Two');
    expect((await errandsOf(room)).map(({ accountName }) => accountName)).toEqual(['One']);
  });

  test('is let go of once its link would be good no more', async () => {
    using room = openFailing(() => true);
    await room.signUp();
    await expect(room.registration.composeEmails()).rejects.toThrow();
    room.clock.advance(DAY_MS);
    expect(await room.registration.composeEmails()).toBe(0);
    expect(await errandsOf(room)).toEqual([]);
  });
});

test('a link that was written and could not be ended is written once more, and is the same', async () => {
  using room = openRegistrationRoom();
  await room.signUp();
  const { replaceEmailJob } = room.store.outbox;
  room.store.outbox.replaceEmailJob = () => Promise.reject(new Error('disk full'));
  const composeEmails = room.reopen().composeEmails;
  await expect(composeEmails()).rejects.toThrow('disk full');
  const first = room.post.takeOne('verify address');
  room.store.outbox.replaceEmailJob = replaceEmailJob;
  expect(await room.reopen().composeEmails()).toBe(1);
  expect(room.post.takeOne('verify address')).toEqual(first);
});
