// The composition root: what a start takes, what it gives back when it fails, and which jobs run afterwards.

import { describe, expect, test } from 'bun:test';
import type { ServiceOverrides } from '../../src/app/overrides.ts';
import { startService } from '../../src/app/service.ts';
import type { ServerBatch } from '../../src/modules/registry/server-ports.ts';
import { openListener } from '../../src/platform/http/listener.ts';
import { createClockJob } from '../../src/platform/lib/steady-clock.ts';
import type { Job } from '../../src/platform/lib/timers.ts';
import { contributions } from '../support/contributions.ts';
import { createFakeMachine } from '../support/fake-machine.ts';
import { openTestStore } from '../support/store.ts';
import { settingsOf } from '../support/test-service.ts';

/** Starts the service on a store in memory; the port that it listened on is noted. */
function start(overrides: ServiceOverrides) {
  const noted = { port: 0 };
  const started = startService(settingsOf({}), {
    openListener(options, handlers) {
      const listener = openListener(options, handlers);
      noted.port = listener.port;
      return listener;
    },
    ...overrides,
  });
  return { noted, started };
}

async function isAnswered(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/livez`);
    return true;
  } catch {
    return false;
  }
}

describe('a start', () => {
  test('that fails closes the port and the store that it opened', async () => {
    const store = openTestStore();
    let isClosed = false;
    const { noted, started } = start({
      store: {
        ...store,
        servers: { ...store.servers, loadServers: () => Promise.reject(new Error('unreadable')) },
        [Symbol.dispose]() {
          isClosed = true;
          store[Symbol.dispose]();
        },
      },
    });
    await expect(started).rejects.toThrow('unreadable');
    expect(noted.port).toBeGreaterThan(0);
    expect(await isAnswered(noted.port)).toBe(false);
    expect(isClosed).toBe(true);
  });

  test('answers when it is over, and not after the stop', async () => {
    const { noted, started } = start({ store: openTestStore() });
    const service = await started;
    expect(await isAnswered(noted.port)).toBe(true);
    expect(service.listenUrl).toBe(`http://127.0.0.1:${noted.port}`);
    // There is no administrator in an empty store.
    expect(service.firstAdministratorLink).toMatch(/^http:\/\/muster\.test\/acc\/\S+$/);
    await service.stop('the test');
    expect(await isAnswered(noted.port)).toBe(false);
  });
});

test('a store with a clock of its own gives the time to the whole service', async () => {
  const clock = { now: () => 4_000_000_000_000 };
  const store = openTestStore();
  let savedAt = 0;
  async function saveBatch(batch: ServerBatch): Promise<void> {
    savedAt = batch.aliveAt;
  }
  const servers = { ...store.servers, saveBatch };
  const service = await start({ store: Object.assign({}, store, { clock, servers }) }).started;
  const { since } = service.modules.readiness.read().checks.jobs ?? {};
  await service.stop('the test');
  expect([Date.parse(since ?? ''), savedAt]).toEqual([
    clock.now(),
    expect.closeTo(clock.now(), -4),
  ]);
});

test('every module has its jobs run until the service stops', async () => {
  const started: Job[] = [];
  let isStopped = false;
  const service = await start({
    store: openTestStore(),
    jobs: {
      start: (jobs) => void started.push(...jobs),
      listLate: () => [],
      listRuns: () => [],
      async [Symbol.asyncDispose]() {
        isStopped = true;
      },
    },
  }).started;
  const { opened, context, email } = service.modules;
  const own = [...context.login.jobs, ...context.registration.jobs, ...email.jobs];
  expect(opened.listJobs()).toEqual(expect.arrayContaining(own));
  expect(started).toEqual(expect.arrayContaining(opened.listJobs()));
  const known = {
    'save servers': 900,
    'remove stale servers': 10_000,
    'reload claims': 250,
    'reload moderation': 250,
    'reload the site': 250,
    'check ports': 1_000,
    'record players': 1_000,
    'thin the history': 1_000,
    'find when servers are busy': 1_000,
    'read mirrors': 1_000,
    'send notifications': 1_000,
    'tell that servers are back': 10_000,
    'count visits': 120_000,
    'forget old visits': 3_600_000,
    'watch what happens to servers': 10_000,
    'send webhooks': 1_000,
    'sweep the memory of logins': 60_000,
    'sweep sessions': 3_600_000,
    'sweep accounts': 3_600_000,
    'send emails': 250,
    'remove failed emails': 3_600_000,
    'check for free descriptors': 250,
    'check the clock': 1_000,
    'report repeated events': 1_000,
    'measure the event loop': 100,
    ...contributions.jobs,
  };
  expect(
    Object.fromEntries(started.map(({ name, intervalMs }) => [name, intervalMs])),
  ).toMatchObject(known);
  // The rest concerns what each replica has in memory, or the machine.
  const ofLeader = started.filter(({ name, runsOn }) => name in known && runsOn === 'leader');
  expect(ofLeader.map(({ name }) => name)).toEqual([
    'check ports',
    'record players',
    'thin the history',
    'send notifications',
    'tell that servers are back',
    'forget old visits',
    'send webhooks',
    'sweep sessions',
    'sweep accounts',
    'send emails',
    'remove failed emails',
    ...Object.keys(contributions.leaderJobs),
  ]);
  expect(isStopped).toBe(false);
  await service.stop('the test');
  expect(isStopped).toBe(true);
});

test('the clock is checked by a job, which reports changes alone', () => {
  const machine = createFakeMachine(Date.UTC(2026, 0, 1));
  const changes: unknown[] = [];
  const { run } = createClockJob(machine, (change) => changes.push(change));
  machine.advance(1_000);
  run();
  expect(changes).toEqual([]);
  machine.setWall(3_600_000);
  run();
  run();
  expect(changes).toEqual([{ steppedMs: 3_600_000, sleptMs: 0 }]);
});
