// npm run soak: drives the binary for minutes with servers, lists, pages, logins, relays and what people keep, and fails
// where something grows, is lost, or is told twice.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Keepers } from '../tests/chaos/keepers.ts';
import { Receiver } from '../tests/chaos/receiver.ts';
import { Client, createAccount } from '../tests/e2e/client.ts';
import { createRandom } from '../tests/simulation/random.ts';
import { type RunningMuster, startMuster } from '../tests/support/binary.ts';
import { type Browser, openBrowser, openGame } from './harness/soak-relay.ts';
import { drawSoak, findSlopes, type Sample, writeSoakTable } from './harness/soak-report.ts';
import { quantile } from './harness/statistics.ts';

const SERVERS = 2_000;
const BEAT_EVERY_MS = 45_000;
const LISTS_A_SECOND = 20;
const PAGES_A_SECOND = 2;
const RELAYS = 20;
/** Relays are opened again after this time, so that opening and closing is tried too. */
const RELAY_LASTS_MS = 20_000;
/** What people keep and report is of this many servers; they change something so often. */
const KEPT_SERVERS = 50;
const CHANGE_EVERY_MS = 3_000;
const SAMPLES = 30;
const PASSWORD = 'correct horse';
const PAGES = ['/', '/help/not-listed/', '/api/v1/history', '/acc/login/'];

const root = join(import.meta.dir, '..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    plot: { type: 'string', default: join(root, 'dist/soak.svg') },
  },
});
const durationMs = Number(values.minutes) * 60_000;
if (!(durationMs > 0)) throw new Error(`--minutes ${values.minutes} is no time.`);

const latencies: Record<string, number[]> = { list: [], heartbeat: [], page: [], login: [] };
const failures = new Map<string, number>();
const hashes = new Set<string>();
let isOver = false;

function fail(what: string): void {
  failures.set(what, (failures.get(what) ?? 0) + 1);
}

/** Does something again and again, so many times a second, whatever becomes of it. */
async function repeat(perSecond: number, work: (turn: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const running = new Set<Promise<void>>();
  for (let turn = 0; !isOver; turn += 1) {
    const one = work(turn).catch((error: Error) => fail(error.message));
    running.add(one);
    void one.finally(() => running.delete(one));
    const waitMs = startedAt + ((turn + 1) * 1_000) / perSecond - performance.now();
    // A machine that is late must not pile requests up.
    if (waitMs > 0) await Bun.sleep(waitMs);
    else await one;
  }
  await Promise.all(running);
}

async function measure(kind: string, work: () => Promise<{ status: number }>): Promise<void> {
  const startedAt = performance.now();
  const { status } = await work();
  latencies[kind]?.push(performance.now() - startedAt);
  if (status >= 400) fail(`${kind} ${status}`);
}

const addressOf = (index: number): string =>
  `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;

function drive(muster: RunningMuster, gamePort: number): Promise<unknown> {
  const url = (path: string) => `${muster.url}${path}`;
  let etag = '';

  const beat = (turn: number) =>
    measure('heartbeat', async () => {
      const index = turn % SERVERS;
      const form = new URLSearchParams({
        ...{ name: `Soak ${index}`, port: '25565', max: '64', public: 'true', web: 'true' },
        ...{ users: `${(turn * 7) % 64}`, salt: `soak-salt-${index}`, software: 'Soak' },
      });
      const headers = { 'x-forwarded-for': addressOf(index + 256) };
      const answer = await fetch(url('/server/heartbeat'), { method: 'POST', body: form, headers });
      const hash = /\/server\/play\/([0-9a-f]{32})/.exec(await answer.text())?.[1];
      if (hash !== undefined && hashes.size < KEPT_SERVERS) hashes.add(hash);
      return answer;
    });

  const list = () =>
    measure('list', async () => {
      const answer = await fetch(url('/api/servers'), { headers: { 'if-none-match': etag } });
      etag = answer.headers.get('etag') ?? etag;
      await answer.arrayBuffer();
      return answer.status === 304 ? { status: 200 } : answer;
    });

  const page = (turn: number) =>
    measure('page', async () => {
      const answer = await fetch(url(PAGES[turn % PAGES.length] ?? '/'));
      await answer.text();
      return answer;
    });

  const logIn = (turn: number) =>
    measure('login', async () => {
      const client = new Client(muster, { address: addressOf((turn % 200) + 20_000) });
      const state = await client.login(`Soak_${turn % 5}`, PASSWORD);
      // A machine that has too little time for hashing says so, and loses nothing.
      const isBusy = state.errors.some((error) => error.includes('busy'));
      if (!state.authenticated && !isBusy) fail(`login ${state.errors}`);
      await client.submit('/acc/logout/', {});
      return { status: 200 };
    });

  async function relay(index: number): Promise<void> {
    while (!isOver) {
      const origin = `http://127.0.0.1:${muster.port}`;
      const address = addressOf(index * 300 + 40_000);
      const browser: Browser = await openBrowser(muster.port, gamePort, { origin, address });
      const until = performance.now() + RELAY_LASTS_MS;
      while (!isOver && performance.now() < until) {
        if (!(await browser.echo(Buffer.alloc(1_024, index)))) fail('relay without an echo');
        await Bun.sleep(500);
      }
      browser.close();
    }
  }

  const forever = (work: () => Promise<void>, what: string) =>
    work().catch((error: Error) => fail(`${what}: ${error.message}`));
  return Promise.all([
    repeat((SERVERS * 1_000) / BEAT_EVERY_MS, beat),
    repeat(LISTS_A_SECOND, list),
    repeat(PAGES_A_SECOND, page),
    repeat(1, logIn),
    repeat(1 / 15, async () => {
      // The server that the relays lead to is on this machine.
      const answer = await new Client(muster).beat({ port: `${gamePort}`, web: 'true' });
      if (answer.status !== 200) fail(`heartbeat ${answer.status}`);
    }),
    ...Array.from({ length: RELAYS }, (_, index) => forever(() => relay(index), 'relay')),
  ]);
}

function takeSample(pid: number, startedAt: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const p99 = Object.entries(latencies).map(([kind, all]) => {
    const taken = all.splice(0);
    return [kind, taken.length === 0 ? 0 : quantile(taken, 0.99)] as const;
  });
  return {
    minutes: (performance.now() - startedAt) / 60_000,
    memoryMib: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    p99Ms: Object.fromEntries(p99),
  };
}

const port = 20_000 + Math.floor(Math.random() * 20_000);
await using game = openGame();
using receiver = new Receiver();
await using muster = await startMuster({
  port,
  env: {
    MUSTER_BASE_URL: `http://127.0.0.1:${port}`,
    MUSTER_TRUSTED_PROXIES: '127.0.0.0/8',
    MUSTER_PORT_CHECK: 'false',
    ...receiver.env,
  },
});
for (let index = 0; index < 5; index += 1) await createAccount(muster, `Soak_${index}`, PASSWORD);
hashes.add(await new Client(muster).mustBeat({ port: `${game.port}`, web: 'true' }));
const keepers = new Keepers(muster, `127.0.0.1:${port}`, receiver, createRandom(1), {
  events: ['went', 'reported', 'rally'],
  pauseMs: CHANGE_EVERY_MS,
});
await keepers.open(muster);

const startedAt = performance.now();
const driving = drive(muster, game.port);
keepers.start(() => [...hashes]);
const samples: Sample[] = [];
for (let count = 0; count < SAMPLES; count += 1) {
  await Bun.sleep(durationMs / SAMPLES);
  samples.push(takeSample(muster.pid, startedAt));
}
// Servers go on beating meanwhile, so that none has gone.
await keepers.stop();
const wrong = [...(await keepers.findMissing([muster])), ...(await keepers.findUntold())];
for (const what of new Set([...wrong, ...receiver.findWrong()])) fail(what);
isOver = true;
await driving;

const { changes, reports } = keepers;
process.stdout.write(
  `${changes} changes of favourites, ${reports.size} servers reported, ${receiver.arrivals.length} messages\n`,
);
process.stdout.write(`${writeSoakTable(samples)}\n`);
mkdirSync(dirname(values.plot), { recursive: true });
writeFileSync(values.plot, drawSoak(samples));
process.stdout.write(`plot: ${values.plot}\n`);
const slopes = findSlopes(samples);
for (const slope of slopes) process.stdout.write(`grows: ${slope}\n`);
for (const [what, count] of failures) process.stdout.write(`failed ${count} times: ${what}\n`);
process.exitCode = slopes.length === 0 && failures.size === 0 ? 0 : 1;
if (process.exitCode === 0) process.stdout.write('nothing grows, nothing failed\n');
