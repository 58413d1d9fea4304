// The heartbeat log: what is one line, what is removed, and that an address reads its own lines only.

import { beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Heartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import {
  createHeartbeatLog,
  type HeartbeatLog,
} from '../../../src/modules/heartbeat/heartbeat-log.ts';
import { portNumberOf, type RefusalReason } from '../../../src/modules/registry/beat.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { rounds } from '../../support/rounds.ts';
import {
  ADDRESS,
  createTestRegistry,
  MINUTE_MS,
  START,
  type TestRegistry,
} from '../../support/test-servers.ts';

const HOUR_MS = 60 * MINUTE_MS;
const OTHER = '198.51.100.2';

let clock: FakeClock;
let bench: TestRegistry;
let log: HeartbeatLog;

function open(
  bounds?: { addressLimit?: number; heartbeatLimit?: number },
  serversPerAddress = 10,
): void {
  clock = createFakeClock(START);
  bench = createTestRegistry(undefined, clock);
  log = createHeartbeatLog(clock, { serversPerAddress }, bounds);
}
beforeEach(() => open());

const accept = (changes?: Partial<Heartbeat>, ip = ADDRESS) =>
  log.accepted(bench.save(changes, ip), clock.now());
const refuse = (sentence: string, port = '25565', ip = ADDRESS) =>
  log.refused(ip, { name: 'A server', port }, ['fields'], [sentence], clock.now());
const lines = (ip = ADDRESS) =>
  log.read(ip).beats.map(({ name, port, outcome, count }) => `${name} ${port} ${outcome} ${count}`);

describe('equal heartbeats in a row', () => {
  test('are one line, with the time of the first and of the last', () => {
    accept();
    clock.advance(30_000);
    accept({ users: 9 });
    clock.advance(30_000);
    accept();
    expect(log.read(ADDRESS).beats).toEqual([
      {
        ...{ name: 'A server', port: '25565', outcome: 'listed', reasons: [], sentences: [] },
        ...{ firstAt: START, lastAt: START + 60_000, count: 3, isLatest: true },
      },
    ]);
  });

  test('are one line for each server, in any order', () => {
    for (let turn = 0; turn < 4; turn += 1) {
      accept();
      accept({ port: 25_566, name: 'B' });
      clock.advance(1_000);
    }
    expect(lines().toSorted()).toEqual(['A server 25565 listed 4', 'B 25566 listed 4']);
  });

  test('are one line when they are refused with the same sentence', () => {
    for (let turn = 0; turn < 3; turn += 1) {
      refuse('Wrong.');
      clock.advance(1_000);
    }
    expect(log.read(ADDRESS).beats).toEqual([
      {
        ...{ name: 'A server', port: '25565', outcome: 'refused', reasons: ['fields'] },
        ...{
          sentences: ['Wrong.'],
          firstAt: START,
          lastAt: START + 2_000,
          count: 3,
          isLatest: true,
        },
      },
    ]);
  });

  test('are one line when they are too many, whatever seconds their sentences name', () => {
    for (const seconds of [9, 8, 7]) {
      const claimed = { name: 'A', port: '1' };
      log.refused(ADDRESS, claimed, ['too_many'], [`in ${seconds} s`], clock.now());
    }
    const [beat] = log.read(ADDRESS).beats;
    expect(beat).toMatchObject({ count: 3, sentences: ['in 7 s'] });
  });
});

describe('another line begins', () => {
  test.each([
    ['with another name', () => accept({ name: 'B' }), 'B 25565 listed 1'],
    ['when it becomes private', () => accept({ public: false }), 'A server 25565 private 1'],
    ['when it is refused', () => refuse('Wrong.'), 'A server 25565 refused 1'],
  ])('%s', (_what, send, line) => {
    accept();
    clock.advance(1_000);
    send();
    expect(lines()).toEqual([line, 'A server 25565 listed 1']);
    expect(log.read(ADDRESS).beats.map(({ isLatest }) => isLatest)).toEqual([true, false]);
  });

  test('when it is accepted again after a refusal', () => {
    accept();
    clock.advance(1);
    refuse('Wrong.');
    clock.advance(1);
    accept();
    expect(lines()).toEqual([
      'A server 25565 listed 1',
      'A server 25565 refused 1',
      'A server 25565 listed 1',
    ]);
  });

  type Refused = [name: string, port: string, reason: RefusalReason, sentence: string];
  const wrong: Refused = ['A', '1', 'fields', 'Wrong.'];
  const tooMany: Refused = ['A', '1', 'too_many', 'In 9 s.'];
  test.each<[string, Refused[], string[]]>([
    ['other words', [wrong, ['A', '1', 'fields', 'Very wrong.']], ['A 1 1', 'A 1 1']],
    ['another name', [wrong, ['B', '1', 'fields', 'Wrong.']], ['A 1 1', 'B 1 1']],
    ['another port', [wrong, ['A', '2', 'fields', 'Wrong.'], wrong], ['A 1 2', 'A 2 1']],
    ['other words between', [wrong, tooMany, wrong], ['A 1 1', 'A 1 1', 'A 1 1']],
    ['another reason between', [tooMany, wrong, tooMany], ['A 1 1', 'A 1 1', 'A 1 1']],
  ])('when it is refused with %s', (_what, refused, expected) => {
    for (const [name, port, reason, sentence] of refused) {
      log.refused(ADDRESS, { name, port }, [reason], [sentence], clock.now());
      clock.advance(1);
    }
    const kept = log.read(ADDRESS).beats.toSorted((a, b) => a.firstAt - b.firstAt);
    expect(kept.map(({ name, port, count }) => `${name} ${port} ${count}`)).toEqual(expected);
  });

  test('when moderators keep it out for another reason', () => {
    const server = bench.save({ public: false });
    for (const sentence of ['Spam.', 'Spam.', 'Fake.']) {
      log.hidden(server, 'unlisted', sentence, clock.now());
      clock.advance(1);
    }
    expect(log.read(ADDRESS).beats.map(({ sentences, count }) => [sentences, count])).toEqual([
      [['Fake.'], 1],
      [['Spam.'], 2],
    ]);
  });
});

describe('what is kept', () => {
  test('is of one address alone', () => {
    accept({ name: 'Mine' });
    accept({ name: 'Theirs' }, OTHER);
    log.checked(OTHER, 25_565, true);
    expect(lines()).toEqual(['Mine 25565 listed 1']);
    expect(log.read(ADDRESS).checks.size).toBe(0);
    expect(lines(OTHER)).toEqual(['Theirs 25565 listed 1']);
    expect(log.read('192.0.2.1')).toEqual({ beats: [], checks: new Map() });
  });

  test('cannot be changed by who read it', () => {
    accept();
    const [beat] = log.read(ADDRESS).beats;
    Object.assign(beat ?? {}, { count: 99 });
    expect(lines()).toEqual(['A server 25565 listed 1']);
  });

  test('is let go of an hour after its last heartbeat, to the millisecond', () => {
    accept();
    clock.advance(HOUR_MS);
    expect(lines()).toHaveLength(1);
    clock.advance(1);
    expect(lines()).toEqual([]);
    accept();
    expect(lines()).toEqual(['A server 25565 listed 1']);
  });

  test('is at most 20 lines of an address, the one that is silent longest going first', () => {
    accept({ port: 1 });
    for (let port = 2; port <= 20; port += 1) {
      clock.advance(1);
      accept({ port });
    }
    clock.advance(1);
    accept({ port: 1 });
    clock.advance(1);
    accept({ port: 21 });
    const ports = log.read(ADDRESS).beats.map(({ port }) => Number(port));
    expect(ports).toHaveLength(20);
    expect(ports).toContain(1);
    expect(ports).not.toContain(2);
    accept({ port: 2 });
    expect(log.read(ADDRESS).beats.find(({ port }) => port === '2')?.count).toBe(1);
  });

  test('is two lines for each server that an address may have, where that is more', () => {
    open({}, 11);
    for (let port = 1; port <= 23; port += 1) accept({ port });
    expect(lines()).toHaveLength(22);
  });

  test('is of a bounded number of addresses, the first going first', () => {
    open({ addressLimit: 2 });
    accept({}, '192.0.2.1');
    accept({}, '192.0.2.2');
    accept({}, '192.0.2.3');
    expect(['1', '2', '3'].map((last) => lines(`192.0.2.${last}`).length)).toEqual([0, 1, 1]);
    accept({}, '192.0.2.1');
    expect(['1', '2', '3'].map((last) => lines(`192.0.2.${last}`).length)).toEqual([1, 0, 1]);
  });

  test('is a bounded number of lines in all', () => {
    open({ heartbeatLimit: 10 });
    for (let index = 0; index < 8; index += 1) accept({ port: index + 1 });
    for (let index = 0; index < 3; index += 1) accept({ port: index + 1 }, OTHER);
    expect(lines()).toEqual([]);
    expect(lines(OTHER)).toHaveLength(3);
    // Removed lines no longer count towards the limit.
    for (let index = 0; index < 7; index += 1) accept({ port: index + 1 });
    expect(lines(OTHER)).toHaveLength(3);
    expect(lines()).toHaveLength(7);
  });

  test('is the last check of each port, of 20 ports at most', () => {
    accept();
    log.checked(ADDRESS, 1, false);
    for (let port = 1; port <= 21; port += 1) log.checked(ADDRESS, port, true);
    const { checks } = log.read(ADDRESS);
    expect(checks.size).toBe(20);
    expect(checks.has(1)).toBe(false);
    expect(checks.get(21)).toEqual({ isOpen: true, at: START });
    clock.advance(HOUR_MS + 1);
    expect(log.read(ADDRESS).checks.size).toBe(0);
  });
});

describe('what a refused heartbeat claimed', () => {
  test('is cleaned and cut', () => {
    const claimed = { name: `\u202e<b>\n${'n'.repeat(100_000)}`, port: '9'.repeat(1_000) };
    log.refused(ADDRESS, claimed, ['fields'], ['Wrong.'], clock.now());
    const [beat] = log.read(ADDRESS).beats;
    expect(beat?.name).toBe(`<b>${'n'.repeat(61)}`);
    expect(beat?.port).toBe('9'.repeat(20));
  });

  test('may be missing', () => {
    log.refused(ADDRESS, {}, ['fields'], ['Wrong.'], clock.now());
    expect(lines()).toEqual(['  refused 1']);
  });

  test('never breaks the log, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, port) => {
        log.refused(ADDRESS, { name, port }, ['fields'], [name], clock.now());
        clock.advance(1);
        const { beats } = log.read(ADDRESS);
        expect(beats.length).toBeLessThanOrEqual(20);
        for (const beat of beats) {
          expect([...beat.name].length).toBeLessThanOrEqual(64);
          expect([...beat.port].length).toBeLessThanOrEqual(20);
        }
      }),
      rounds(500),
    );
  });
});

test.each([
  ['1', 1],
  ['65535', 65_535],
  ['00080', 80],
  ['0', undefined],
  ['65536', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['0x50', undefined],
  [' 80', undefined],
  ['٨٠', undefined],
  ['100000', undefined],
])('the port of "%s" is %p', (text, port) => {
  expect(portNumberOf(text)).toBe(port);
});
