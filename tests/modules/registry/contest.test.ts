// Heartbeats with several salts for one address and port: which of the programs has the entry, and who is told.

import { expect, test } from 'bun:test';
import { isOutranked } from '../../../src/modules/registry/contest.ts';
import { openedForEach } from '../../support/opened.ts';
import {
  ADDRESS,
  complaintsOf,
  createTestRegistry,
  hashOf,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
} from '../../support/test-servers.ts';

const REFUSAL =
  'Port 25565 on 203.0.113.7 belongs to another program, which sent heartbeats for it first, with another salt, and still does. Stop one of the two or give it another port. After the other one stops, yours is accepted within about a minute. If you have claimed this server, use a heartbeat URL of its own: it goes first, always.';

const service = openedForEach(openTestServers);

/** A heartbeat of the program with this salt, which is its name too; whether it was accepted. */
async function beat(salt: string): Promise<boolean> {
  return (await service.beat({ salt, name: salt })).isAccepted;
}

/** Each of them in turn, ten seconds apart; the names in the list after each. */
async function inTurn(...salts: string[]): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for (const salt of salts) {
    await beat(salt);
    await service.timers.turn(10 * SECOND_MS);
    names.push(service.listed()[0]?.name);
  }
  return names;
}

const lines = () =>
  service.servers.operatorReports
    .reportOn(ADDRESS)
    .beats.map(({ name, outcome, count, isLatest }) => `${name} ${outcome} ${count} ${isLatest}`);

// C6.24
test('a server that restarts quickly, and again, is joined with its new salt at once', async () => {
  expect(await inTurn('first', 'second', 'second', 'third')).toEqual([
    'first',
    'second',
    'second',
    'third',
  ]);
  expect(lines()).toEqual(['third listed 1 true', 'second listed 2 false', 'first listed 1 false']);
});

test('an intruder that comes once has the entry until the next heartbeat of the server', async () => {
  expect(await inTurn('own', 'other', 'own')).toEqual(['own', 'other', 'own']);
  expect(lines()).toContain('other refused 1 true');
  expect(lines()).toContain('own listed 1 true');
  expect(service.servers.operatorReports.findContest(ADDRESS, 25_565)?.name).toBe('other');
  expect(service.servers.operatorReports.findContest(ADDRESS, 25_566)).toBeUndefined();
});

test('an intruder with the name of the server has a line of its own', async () => {
  for (const salt of ['own', 'own', 'other', 'own']) await service.beat({ salt, name: 'Lobby' });
  expect(lines()).toEqual(['Lobby listed 1 true', 'Lobby refused 1 true', 'Lobby listed 2 false']);
});

test('an intruder that goes on is refused with a sentence, and each program has one line', async () => {
  await inTurn('own', 'other', 'own');
  expect(complaintsOf(await service.beat({ salt: 'other', name: 'other' }))).toEqual([REFUSAL]);
  const names = await inTurn('other', 'own', 'other', 'own', 'other');
  expect(new Set(names)).toEqual(new Set(['own']));
  expect(lines()).toEqual(['other refused 5 true', 'own listed 3 true', 'own listed 1 false']);
  expect(service.servers.counts.refused.contested).toBe(4);
});

test('a server that restarts during an intrusion is joined at once, and the intruder stays refused', async () => {
  await inTurn('own', 'other', 'own', 'other');
  expect(await inTurn('restarted', 'other', 'restarted', 'other')).toEqual(
    new Array(4).fill('restarted'),
  );
  // The intruder does not become the first, or new, when the salt of before the restart is forgotten.
  for (let minute = 0; minute < 24; minute += 1) {
    expect(await inTurn('restarted', 'other')).toEqual(['restarted', 'restarted']);
    await service.timers.turn(10 * SECOND_MS);
  }
});

test('an intruder with a new salt each time, or many at once, replaces the server three times at most', async () => {
  await beat('own');
  for (let salt = 0; salt < 20; salt += 1) expect(await beat(`flood ${salt}`)).toBe(true);
  expect(await inTurn('own', 'flood 19', 'flood 18')).toEqual(['own', 'own', 'own']);
  const names = await inTurn(
    ...Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? `new ${index}` : 'own')),
  );
  expect(names.filter((name) => name !== 'own').length).toBeLessThanOrEqual(3);
});

test('the other program has the entry after the first was silent for 65 s, until that comes back', async () => {
  await inTurn('own', 'other', 'own');
  await service.timers.turn(55 * SECOND_MS);
  expect(await beat('other')).toBe(false);
  await service.timers.turn(1);
  expect(await beat('other')).toBe(true);
  expect(await inTurn('other', 'own', 'other')).toEqual(['other', 'own', 'own']);
});

test('the first loses its right ten minutes after its last heartbeat', async () => {
  await inTurn('own', 'other');
  for (let minute = 0; minute < 10; minute += 1) {
    await service.timers.turn(MINUTE_MS - SECOND_MS);
    expect(await beat('other')).toBe(true);
  }
  expect(await inTurn('own', 'other', 'own')).toEqual(['own', 'other', 'other']);
});

test('a step of the clock changes none of it', async () => {
  await inTurn('own', 'other', 'own');
  service.clock.advance(60 * MINUTE_MS);
  service.servers.adjustClock({ steppedMs: 60 * MINUTE_MS, sleptMs: 0 });
  expect([await beat('other'), await beat('own')]).toEqual([false, true]);
});

test('a program that is refused cannot take the entry while its port is checked', async () => {
  await inTurn('own', 'other', 'own');
  await service.timers.turn(STALE_AFTER_MS + SECOND_MS);
  service.probe.verdict = undefined;
  const waiting = service.beat({ salt: 'other' });
  await service.settled();
  hashOf(await service.beat({ salt: 'own', public: 'false' }));
  service.probe.answer(true);
  expect(complaintsOf(await waiting)).toEqual([REFUSAL]);
});

test('a replica knows the salts that came to the others, and when heartbeats came', () => {
  const one = createTestRegistry();
  const other = createTestRegistry(STALE_AFTER_MS, one.clock);
  const third = createTestRegistry(STALE_AFTER_MS, one.clock);
  const all = [one, other, third];
  const steps = [
    [one, 'own'],
    [other, 'intruder'],
    [one, 'own'],
  ] as const;
  for (const [at, salt] of steps) {
    at.save({ salt });
    const batch = at.registry.takeBatch();
    for (const bench of all) if (bench !== at) bench.registry.merge(batch);
    one.clock.advance(SECOND_MS);
  }
  for (const { registry } of all) {
    const server = registry.findByAddress(ADDRESS, 25_565);
    if (server === undefined) throw new Error('The server is gone.');
    expect(isOutranked(server, 'intruder', one.clock.now())).toBe(true);
    expect(isOutranked(server, 'own', one.clock.now())).toBe(false);
    expect(server.intervalMs).toBe(SECOND_MS);
  }
});
