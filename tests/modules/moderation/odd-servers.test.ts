// Which live servers are shown to moderators as odd, and why.

import { describe, expect, test } from 'bun:test';
import { serverAdminMessages } from '../../../src/modules/moderation/messages.ts';
import { createOddServers, type Oddity } from '../../../src/modules/moderation/odd-servers.ts';
import { createTestRegistry } from '../../support/test-servers.ts';

type OddServers = ReturnType<typeof createOddServers>;
type ReadCurve = Parameters<typeof createOddServers>[0]['readCurve'];

/** A search that reads every curve. */
const findOddServers = (servers: Parameters<OddServers['find']>[0], readCurve: ReadCurve) =>
  createOddServers({ readCurve, minute: () => 0 }).find(servers, Infinity);

const beats = createTestRegistry();
let port = 0;
/** A server like no other, but for the changes. */
function serverWith(changes: Parameters<typeof beats.save>[0] = {}, ip?: string) {
  port += 1;
  const own = ip ?? `10.${port >> 8}.${port & 255}.1`;
  return beats.save({ port, name: `Server ${port}`, salt: `salt-${port}`, ...changes }, own);
}

type Counts = readonly (number | null)[];
async function oddities(server: ReturnType<typeof serverWith>, day: Counts = [], others = 0) {
  const all = [server, ...Array.from({ length: others }, () => serverWith())];
  const curve = { startAt: 0, stepMs: 60_000, means: day, peaks: day };
  return (await findOddServers(all, async () => curve)).get(server.listing.hash) ?? [];
}

const minutes = (count: number, players: number): number[] => Array(count).fill(players);

test.each<[string, Parameters<typeof beats.save>[0], Oddity[]]>([
  ['nothing of an ordinary server, though it is full', { users: 20, max: 20 }, []],
  [serverAdminMessages.servers.odd['above maximum'], { users: 21, max: 20 }, ['above maximum']],
  ['more than count', { users: 1_001, max: 2_000 }, ['too many for an unclaimed server']],
  ['as many as count', { users: 1_000, max: 2_000 }, []],
])('%s', async (_what, changes, expected) => {
  expect(await oddities(serverWith(changes), [], 5)).toEqual(expected);
});

test.each<[string, Counts, Oddity[]]>([
  ['a jump within a minute', [5, 5, 205, 205], ['jumps']],
  ['less than a jump', [5, 5, 204, 5], []],
  ['a jump behind a pause', [5, null, null, 205], ['jumps']],
  ['four hours of the same count', [9, ...minutes(240, 7)], ['never changes']],
  ['less than four hours', minutes(239, 7), []],
  ['a change within them', [...minutes(239, 7), 8], []],
  ['four players who left their game running', minutes(240, 4), []],
])('%s', async (_what, day, expected) => {
  expect(await oddities(serverWith({ users: 7 }), day)).toEqual(expected);
});

test('others are answered between two curves', async () => {
  const servers = Array.from({ length: 20 }, () => serverWith({ users: 7 }));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await findOddServers(servers, async () => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    return undefined;
  });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

describe('servers that are alike', () => {
  const of = async (count: number, make: () => ReturnType<typeof serverWith>) => {
    const odd = await findOddServers(Array.from({ length: count }, make), async () => undefined);
    return [odd.size, ...new Set([...odd.values()].flat())];
  };

  test('in name, whatever its colours', async () => {
    const make = () => serverWith({ name: `&${port % 10}Free &fdiamonds` });
    expect(await of(4, make)).toEqual([0]);
    expect(await of(5, make)).toEqual([5, 'one name']);
  });

  test('in salt', async () => {
    expect(await of(2, () => serverWith({ salt: 'the same' }))).toEqual([0]);
    expect(await of(3, () => serverWith({ salt: 'the same' }))).toEqual([3, 'one salt']);
  });

  test('in network', async () => {
    const make = () => serverWith({}, `192.0.2.${port % 250}`);
    expect(await of(19, make)).toEqual([0]);
    expect(await of(20, make)).toEqual([20, 'one network']);
  });
});
