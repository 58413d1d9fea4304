// What staff does to an account is told to its owner by mail, with what there is to know, and in no other case.

import { describe, expect, test } from 'bun:test';
import type { AccountActions } from '../../src/accounts/administration.ts';
import { openRegistrationRoom, type RegistrationRoom } from './registration-room.ts';
import { DAY_MS, PASSWORD } from './room.ts';

const WHY = 'built a wall around <b>the spawn</b>';
const TO = { to: 'Paul@example.net', accountName: 'Paul' };

/** A moderator's acts on accounts, an administrator's, and those of the command line. */
async function openActors(room: RegistrationRoom) {
  const anna = await room.register('Anna', { role: 'administrator' });
  await room.register('Paul');
  return {
    page: room.desk.by({ kind: 'account', id: anna.id, name: 'Anna' }),
    cli: room.administration,
  };
}

async function lettersOf(room: RegistrationRoom) {
  await room.registration.composeEmails();
  return room.post.take();
}

const actions: [string, (actions: AccountActions) => Promise<unknown>, object][] = [
  [
    'a new password',
    (it) => it.changePassword('Paul', 'another horse', WHY),
    { kind: 'password set' },
  ],
  [
    'a suspension without end',
    (it) => it.suspendAccount('Paul', WHY),
    { kind: 'account suspended', reason: WHY, until: null },
  ],
  [
    'a suspension for a day',
    (it) => it.suspendAccount('Paul', WHY, '1d'),
    { kind: 'account suspended', reason: WHY, until: Date.UTC(2026, 0, 2) },
  ],
  [
    'another name',
    (it) => it.renameAccount('Paul', 'Saul', WHY),
    { kind: 'account renamed', newName: 'Saul' },
  ],
];

describe.each(['page', 'cli'] as const)('by %s', (way) => {
  test.each(actions)('%s is told', async (_what, action, letter) => {
    using room = openRegistrationRoom();
    const actors = await openActors(room);
    await action(actors[way]);
    const letters = await lettersOf(room);
    expect(letters).toEqual([{ ...TO, ...letter, at: room.clock.now() }] as never);
    expect(JSON.stringify(letters)).not.toMatch(/horse|quick:|Anna/);
    expect(await lettersOf(room)).toEqual([]);
  });

  test('a restored account is told so, and only one that was suspended', async () => {
    using room = openRegistrationRoom();
    const actions = (await openActors(room))[way];
    await actions.restoreAccount('Paul', WHY);
    expect(await lettersOf(room)).toEqual([]);
    await actions.suspendAccount('Paul', WHY);
    await lettersOf(room);
    await actions.restoreAccount('Paul', WHY);
    expect(await lettersOf(room)).toEqual([
      { ...TO, kind: 'account restored', at: room.clock.now() },
    ]);
  });
});

test('who waits to be verified by hand is told once, where the address was confirmed', async () => {
  using room = openRegistrationRoom({ verification: 'administrator' });
  const account = await room.mustSignUp({ name: 'Paul', email: TO.to });
  const { code } = room.post.takeOne('verify address');
  await room.registration.address.confirmByCode(account, code);
  expect(await room.now(account)).toMatchObject({ verifiedAt: null });
  for (let turn = 0; turn < 2; turn += 1) await room.administration.verifyAccount('Paul');
  expect(await lettersOf(room)).toEqual([
    { ...TO, kind: 'account verified', at: room.clock.now() },
  ]);
  await room.mustSignUp({ name: 'Una', email: 'una@example.net' });
  room.post.take();
  await room.administration.verifyAccount('Una');
  expect(await lettersOf(room)).toEqual([]);
});

test('an address that nobody confirmed gets none of it: it may be a stranger’s', async () => {
  using room = openRegistrationRoom();
  await openActors(room);
  await room.store.accounts.updateAccount(2, { emailConfirmedAt: null }, { endSessions: false });
  for (const [, action] of actions) await action(room.administration).catch(() => {});
  await room.administration.restoreAccount('Saul');
  expect(await lettersOf(room)).toEqual([]);
});

test('what changes nothing, or is refused, tells nobody', async () => {
  using room = openRegistrationRoom();
  const { page } = await openActors(room);
  await page.renameAccount('Paul', 'Paul', WHY);
  await page.setDetails('Paul', { flags: 'd' }, WHY);
  await page.changePassword('Paul', 'short').catch(() => {});
  await page.suspendAccount('Paul', '').catch(() => {});
  await page.renameAccount('Paul', 'Anna', WHY).catch(() => {});
  expect(await lettersOf(room)).toEqual([]);
});

test('each waits through a restart and while no service runs, up to a week', async () => {
  using room = openRegistrationRoom();
  await openActors(room);
  await room.administration.renameAccount('Paul', 'Saul');
  await room.administration.renameAccount('Saul', 'Raul');
  room.clock.advance(7 * DAY_MS - 1);
  expect(await room.reopen().composeEmails()).toBe(2);
  expect(room.post.take()).toMatchObject([
    { accountName: 'Paul', newName: 'Saul' },
    { accountName: 'Saul', newName: 'Raul' },
  ]);
  await room.administration.changePassword('Raul', PASSWORD);
  room.clock.advance(7 * DAY_MS + 1);
  expect(await lettersOf(room)).toEqual([]);
});
