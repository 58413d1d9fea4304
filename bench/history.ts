// `bun bench/history.ts`: what the history costs on disk and in time, for 100 to 10,000 servers.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../src/app/open-stores.ts';
import { openHistory } from '../src/modules/history/history.ts';
import type { HistoryChunk } from '../src/modules/history/history-ports.ts';
import {
  chunkOf,
  lastDue,
  MINUTES,
  minuteOf,
  TIERS,
  type Tier,
} from '../src/modules/history/history-tiers.ts';
import type { LiveServer } from '../src/modules/registry/live-server.ts';
import { computeServerHash } from '../src/modules/registry/server-hash.ts';

const COUNTS = [100, 1_000, 10_000];
const NOW = Date.UTC(2027, 0, 1, 12, 30);
const SAMPLES = 24 * 60 + 7 * 24 * 6 + 90 * 24;

/** A server whose players differ from minute to minute, so that no sample is like its neighbour. */
function makeServer(index: number): LiveServer {
  const ip = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return {
    listing: {
      ...{ hash: computeServerHash(ip, 25_565), ip, port: 25_565, name: `Server ${index}` },
      ...{ players: index % 64, maxPlayers: 64, software: '', supportsWeb: false, country: 'T1' },
      ...{
        isFeatured: false,
        isClaimed: false,
        counted: index % 64,
        joinIp: ip,
        joinPort: 25_565,
        startedAt: NOW,
      },
    },
    ...{ isPublic: true, salt: '', lastBeatAt: NOW, reachableAt: null, probedAt: 0, sequence: 0 },
    playersChangedAt: 0,
    ...{ portCheckedAt: NOW, steadySince: NOW, successor: undefined, logLine: undefined },
    ...{ intervalMs: undefined, contenders: undefined, keyedAt: 0, isProven: false },
    clearedBy: undefined,
    clearedName: '',
  };
}

function fill(tier: Tier, series: number, number: number): HistoryChunk {
  const means = Uint32Array.from(
    { length: tier.slots },
    (_, slot) => 1 + ((slot * 7 + series) % 50),
  );
  const peaks = tier === MINUTES ? means : means.map((mean) => mean + 3);
  return { series, step: tier.step, number, means, peaks };
}

/** Writes what 90 days leave of every series, in the order in which a service would come by them. */
async function fillStore(store: Store, series: readonly number[]): Promise<void> {
  const minute = minuteOf(NOW);
  for (const tier of TIERS) {
    for (let number = lastDue(tier, minute) + 1; number < chunkOf(tier, minute); number += 1) {
      const saved = series.map((one) => fill(tier, one, number));
      await store.history.saveCompaction({ saved, removed: [], emptied: [] });
    }
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const middleOf = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function measure(count: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-history-'));
  try {
    const servers = Array.from({ length: count }, (_, index) => makeServer(index));
    const store = openStore({ folder });
    const clock = { at: NOW - 70 * 60_000, now: () => clock.at };
    const registry = { listLive: () => servers, findLive: () => servers[0] };
    const history = await openHistory({ clock, store: store.history, registry });
    const firsts: number[] = [];
    const ticks: number[] = [];
    for (let minute = 0; minute < 70; minute += 1) {
      (minute < Math.ceil(count / 500) ? firsts : ticks).push(await time(history.sample));
      clock.at += 60_000;
    }
    await fillStore(store, await store.history.listSeries(0, count));
    const steps: number[] = [];
    // A whole run of the compaction and a few steps past its end.
    for (let step = 0; step < count / 13 + 3; step += 1) steps.push(await time(history.compact));
    const hash = servers[0]?.listing.hash ?? '';
    const reads = [await time(() => history.findCurve(hash, '24h'))];
    reads.push(await time(() => history.findCurve(hash, '90d')));
    store[Symbol.dispose]();
    const bytes = statSync(join(folder, 'muster.db')).size;
    const cells = [
      `${count}`,
      `${(bytes / 1e6).toFixed(1)} MB`,
      `${(bytes / count / 1e3).toFixed(1)} kB`,
      `${(bytes / count / SAMPLES).toFixed(1)} bytes`,
      `${middleOf(ticks).toFixed(1)} ms (${middleOf(firsts).toFixed(1)} ms)`,
      `${middleOf(steps).toFixed(1)} ms (${Math.max(...steps).toFixed(1)} ms)`,
      `${reads.map((ms) => ms.toFixed(1)).join(' / ')} ms`,
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HEAD = [
  '| servers | database | a server | a sample | one minute’s sample (with 500 new servers) | one step of thinning (longest) | reading 24 h / 90 d |',
  '|---|---|---|---|---|---|---|',
];
process.stdout.write(`${HEAD.join('\n')}\n`);
for (const count of COUNTS) process.stdout.write(`${await measure(count)}\n`);
