// The watch of servers where others may have heard them: what the list allows, it allows.

import { expect, test } from 'bun:test';
import type { LiveServer } from '../../../src/modules/registry/live-server.ts';
import { createServerMonitor } from '../../../src/modules/webhooks/server-monitor.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const MINUTE_MS = 60_000;
const HASH = 'a'.repeat(32);

test('a server is not gone while its silence is allowed, and is once it is not', async () => {
  const clock = createFakeClock(100 * MINUTE_MS);
  const noted: string[] = [];
  let allowedMs = 0;
  const server = { lastBeatAt: clock.now(), isPublic: true, listing: { hash: HASH, name: 'A' } };
  const watch = createServerMonitor({
    clock,
    store: {
      listHere: async () => [],
      noteStates: async (changes) => void noted.push(...changes.map(({ state }) => state)),
    },
    registry: {
      listLive: () => [server as LiveServer],
      findLive: () => undefined,
      allowedSilence: () => allowedMs,
    },
    findBan: () => undefined,
  });
  await watch.look();
  clock.advance(12 * MINUTE_MS);
  allowedMs = 12 * MINUTE_MS;
  await watch.look();
  expect(noted).toEqual(['here']);
  allowedMs = 0;
  await watch.look();
  expect(noted).toEqual(['here', 'went']);
});
