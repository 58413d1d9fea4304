// What 1,000 hostile relays cost, the default limit, beside as many that are idle: memory, and lists meanwhile.

import { startFlood } from '../harness/flood.ts';
import { type RunningMuster, startMuster } from '../harness/muster.ts';
import { makeServers } from '../harness/population.ts';
import { seedServers } from '../harness/seed.ts';
import { quantile } from '../harness/statistics.ts';
import type { Row } from '../harness/table.ts';
import { findFreePort } from '../harness/workplace.ts';
import type { RelayFloodPlan, RelayFloodResult } from '../relay-flood.ts';
import { readMemoryMb } from './footprint.ts';
import type { MeasureContext } from './measure.ts';
import { listGame } from './relay.ts';

const RELAYS = 1_000;
const LIST_EVERY_MS = 10;
const MEMORY_TARGET_MB = 300 * 1.048576;
const LATENCY_TARGET_MS = 50;

/** Measures each kind after idle relays of the same service. */
export async function measureRelayFlood(context: MeasureContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of ['browser pings', 'game pings', 'game messages'] as const) {
    rows.push(...(await measureKind(context, kind)));
  }
  return rows;
}

async function measureKind(
  { workplace, binary, pace, say }: MeasureContext,
  kind: RelayFloodPlan['kind'],
): Promise<Row[]> {
  say(`1,000 hostile relays: ${kind}`);
  const folder = await workplace.makeFolder();
  await seedServers(folder, makeServers(1_000, Date.now()));
  const env = { MUSTER_TRUSTED_PROXIES: '127.0.0.0/8' };
  const muster = await startMuster(workplace, { binary, folder, env });
  const gamePort = await findFreePort();
  await listGame(muster.port, gamePort);
  const startMb = readMemoryMb(muster.pid, 'VmRSS');

  async function measureSide(side: RelayFloodPlan['kind']) {
    const plan: RelayFloodPlan = { port: muster.port, gamePort, relays: RELAYS, kind: side };
    // The lists that are timed meanwhile are fetched on the same core.
    const before = ['nice', '-n', '19'];
    const flood = await startFlood<RelayFloodResult>(workplace, 'relay-flood.ts', plan, before);
    const found = await watch(muster, pace.floodSeconds);
    return { ...found, grownMb: found.highestMb - startMb, flood: await flood.stop() };
  }

  const idle = await measureSide('nothing');
  const hostile = await measureSide(kind);
  await muster.stop();
  const { opened, closed } = hostile.flood;
  return [
    {
      measure: `growth of memory, ${RELAYS} relays: ${kind} without end, and nobody reads`,
      figure: `${hostile.grownMb.toFixed(0)} MB`,
      comparison: `idle relays: ${idle.grownMb.toFixed(0)} MB; ${opened} opened, ${closed} closed`,
      result: `${hostile.grownMb.toFixed(0)} MB`,
      target: `≤ ${MEMORY_TARGET_MB.toFixed(0)} MB`,
      isMet: hostile.grownMb <= MEMORY_TARGET_MB,
    },
    {
      measure: `99th percentile of the list meanwhile: ${kind}`,
      figure: `${hostile.p99Ms.toFixed(1)} ms`,
      comparison: `idle relays: ${idle.p99Ms.toFixed(1)} ms`,
      result: `${hostile.p99Ms.toFixed(1)} ms`,
      target: `≤ ${LATENCY_TARGET_MS} ms`,
      isMet: hostile.p99Ms <= LATENCY_TARGET_MS,
    },
  ];
}

/** Lists at intervals for a while; the highest memory meanwhile, and the 99th percentile. */
async function watch(
  muster: RunningMuster,
  seconds: number,
): Promise<{ highestMb: number; p99Ms: number }> {
  const latenciesMs: number[] = [];
  let highestMb = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const sentAt = performance.now();
    await (await fetch(`http://127.0.0.1:${muster.port}/api/servers`)).arrayBuffer();
    latenciesMs.push(performance.now() - sentAt);
    highestMb = Math.max(highestMb, readMemoryMb(muster.pid, 'VmRSS'));
    await Bun.sleep(LIST_EVERY_MS);
  }
  return { highestMb, p99Ms: quantile(latenciesMs, 0.99) };
}
