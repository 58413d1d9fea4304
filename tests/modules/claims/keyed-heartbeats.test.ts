// Heartbeats with the key of a claimed server: nobody who shares its address keeps it out.

import { beforeEach, expect, test } from 'bun:test';
import { moveRefusals } from '../../../src/modules/claims/server-moves.ts';
import type { RawHeartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { refusals } from '../../../src/modules/heartbeat/refusals.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { openedForEach } from '../../support/opened.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openTestServers,
  rawBeat,
  SECOND_MS,
  STALE_AFTER_MS,
} from '../../support/test-servers.ts';

const ALICE = 1;
const PLACE = { ip: ADDRESS, port: 25_565 };

const service = openedForEach(openTestServers);
let hash: string;
let key: string;

beforeEach(async () => {
  await service.store.accounts.insertAccount(accountNamed('Alice'));
  hash = await service.claim(ALICE, { salt: 'own' });
  key = await service.servers.claims.makeKey(ALICE, hash);
});

/** A heartbeat by the key; why it was refused, or nothing. */
async function beatByKey(changes: RawHeartbeat = {}, ip = ADDRESS): Promise<string | undefined> {
  try {
    await service.servers.announce(rawBeat({ salt: 'own', ...changes }), ip, key);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const beat = (salt: string, changes: RawHeartbeat = {}) =>
  service.beat({ salt, name: salt, ...changes });
const shownName = () => service.servers.findServer(hash)?.listing.name;

// C6.26
test('the key wins at once against any rivals, who read why', async () => {
  for (const salt of ['one', 'two', 'three', 'four']) await beat(salt);
  for (let round = 0; round < 20; round += 1) {
    // A restart each time: the salt is new.
    expect(await beatByKey({ salt: `restart ${round}`, name: 'Own' })).toBeUndefined();
    for (const salt of ['one', 'two', 'three', `new ${round}`]) {
      expect(complaintsOf(await beat(salt))).toEqual([refusals.keyed(PLACE)]);
    }
    expect(shownName()).toBe('Own');
    await service.timers.turn(20 * SECOND_MS);
  }
});

test('a rival that took the place during an absence gives it back at once', async () => {
  await beatByKey();
  await service.timers.turn(66 * SECOND_MS);
  hashOf(await beat('rival'));
  for (let minute = 0; minute < 12; minute += 1) {
    await service.timers.turn(MINUTE_MS - SECOND_MS);
    hashOf(await beat('rival'));
  }
  expect(await beatByKey({ name: 'Own' })).toBeUndefined();
  expect(shownName()).toBe('Own');
  expect(complaintsOf(await beat('rival'))).toEqual([refusals.keyed(PLACE)]);
});

test('the same program is welcome without the key, and a rival once the key is revoked', async () => {
  await beatByKey();
  hashOf(await service.beat({ salt: 'own' }));
  await service.servers.claims.revokeKey(ALICE, hash);
  hashOf(await beat('restarted'));
});

test('neither a full address nor the heartbeats of others keep the key out', async () => {
  await service.timers.turn(STALE_AFTER_MS + SECOND_MS);
  service.servers.sweep();
  for (let port = 1; port <= 10; port += 1) hashOf(await beat('rival', { port: `${port}` }));
  while ((await beat('rival')).isAccepted === false) {
    if (complaintsOf(await beat('rival'))[0]?.startsWith('Too many heartbeats')) break;
  }
  expect(await beatByKey({ name: 'Own' })).toBeUndefined();
  expect(shownName()).toBe('Own');
  expect(service.listed()).toHaveLength(10);
});

test('a claimed neighbour is not pushed out by the key', async () => {
  await service.timers.turn(STALE_AFTER_MS + SECOND_MS);
  service.servers.sweep();
  await service.store.accounts.insertAccount(accountNamed('Bob'));
  for (let port = 1; port <= 10; port += 1) await service.claim(2, { port: `${port}` });
  expect(await beatByKey()).toStartWith('Too many servers from');
});

test('the key wins where the server moves to, too', async () => {
  const there = '198.51.100.9';
  for (const salt of ['one', 'two', 'one']) await service.beat({ salt }, there);
  await service.timers.turn(MINUTE_MS);
  await service.beat({ salt: 'one' }, there);
  expect(await beatByKey({ salt: 'two' }, there)).toBeUndefined();
});

test('the key of a suspended account is refused with the reason, until the suspension ends', async () => {
  const { accounts } = service.store;
  const until = service.clock.now() + MINUTE_MS;
  const suspension = { suspendedAt: service.clock.now(), suspendedUntil: until };
  await accounts.updateAccount(ALICE, suspension, { endSessions: true });
  await service.timers.turn(SECOND_MS);
  await service.servers.claims.reload();
  expect(await beatByKey()).toBe(moveRefusals.suspended);
  expect(await beatByKey({}, '198.51.100.9')).toBe(moveRefusals.suspended);
  service.clock.advance(MINUTE_MS);
  expect(await beatByKey()).toBeUndefined();
  await accounts.updateAccount(ALICE, { suspendedUntil: null }, { endSessions: true });
  await service.servers.claims.reload();
  expect(await beatByKey()).toBe(moveRefusals.suspended);
  await accounts.updateAccount(ALICE, { suspendedAt: null }, { endSessions: false });
  await service.servers.claims.reload();
  expect(await beatByKey()).toBeUndefined();
});

test('a step of the clock leaves the place with the key', async () => {
  await beatByKey();
  service.clock.advance(60 * MINUTE_MS);
  service.servers.adjustClock({ steppedMs: 60 * MINUTE_MS, sleptMs: 0 });
  expect(complaintsOf(await beat('rival'))).toEqual([refusals.keyed(PLACE)]);
});
