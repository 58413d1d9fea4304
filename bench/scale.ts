// `bun bench/scale.ts`: what the module of servers costs in memory and time, up to a million servers in one process.
// Each size is measured in a process of its own; others can be named: `bun bench/scale.ts 20000 50000`.

import { heapStats } from 'bun:jsc';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Servers } from '../src/app/servers.ts';
import type { PublicList } from '../src/modules/list/ready-list.ts';
import { compress } from '../src/platform/lib/compress.ts';
import { inspectMachine } from './harness/machine.ts';
import {
  beatAll,
  createSimulatedTime,
  openSimulatedServers,
  openSimulatedStore,
  type SimulatedTime,
  timeMs,
} from './harness/simulated-servers.ts';
import { replaceSection } from './harness/table.ts';

const SIZES = ['10000', '100000', '1000000'];
const USAGE = 'bun bench/scale.ts [--write-docs] [SERVERS …]';
const PAGE = join(import.meta.dir, '../docs/scaling.md');
/** How often a game server sends a heartbeat, and how often what changed is saved. */
const BEAT_EVERY_MS = 45_000;
const SAVE_EVERY_MS = 900;
/** One server in so many has other players than in its heartbeat before. */
const CHANGED = 10;
const ROUNDS = 3;

/** What was measured of one size: names of measures, and figures with their units. */
type Figures = [measure: string, figure: string][];

/** The module with a number of servers. */
interface Simulation {
  count: number;
  time: SimulatedTime;
  servers: Servers;
  /** Milliseconds for a heartbeat of each of the first `many` servers; one in `changed` has other players than before. */
  beat(many: number, changed?: number): number;
}

const number = (value: number): string => Math.round(value).toLocaleString('en-US');
const ms = (value: number): string =>
  `${value < 100 ? Number(value.toPrecision(2)) : number(value)} ms`;
const mb = (bytes: number): string => `${Number((bytes / 1e6).toPrecision(3))} MB`;

/** Time until work of other threads is done. */
async function waitMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The least of several runs; what `prepare` does is not timed. */
function leastMs(work: () => void, prepare = (): void => {}): number {
  const run = (): number => {
    prepare();
    return timeMs(work);
  };
  return Math.min(...Array.from({ length: ROUNDS }, run));
}

/** Bytes that live objects hold, those of buffers included. */
function heldBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

/** The most memory that the process ever had, in bytes. */
const highestBytes = (): number => process.resourceUsage().maxRSS * 1_024;

/** New and known servers, and what they hold. */
async function measureHeartbeats({ count, time, servers, beat }: Simulation): Promise<Figures> {
  const before = heldBytes();
  beat(count);
  const held = heldBytes() - before;
  const first = await save(servers);
  const knownMs = Math.min(
    ...Array.from({ length: ROUNDS }, () => {
      time.pass(BEAT_EVERY_MS);
      return beat(count);
    }),
  );
  await servers.flush();
  const inBatch = Math.max(1, Math.round((count * SAVE_EVERY_MS) / BEAT_EVERY_MS));
  const batches: Awaited<ReturnType<typeof save>>[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    beat(inBatch);
    batches.push(await save(servers));
  }
  const perSecond = count / (BEAT_EVERY_MS / 1_000);
  const knownUs = (knownMs * 1_000) / count;
  return [
    ['heartbeats a second, one each 45 s', number(perSecond)],
    ['memory of a server in the registry', `${number(held / count)} bytes`],
    ['a heartbeat of a known server', `${knownUs.toFixed(1)} µs`],
    ['all heartbeats, of one core', `${((perSecond * knownUs) / 10_000).toFixed(1)} %`],
    ['handing a batch to the writer', ms(Math.min(...batches.map(({ handOverMs }) => handOverMs)))],
    ['a batch until it is saved', ms(Math.min(...batches.map(({ savedMs }) => savedMs)))],
    ['the first batch after a start: until saved', ms(first.savedMs)],
  ];
}

/** Saves what changed: how long this thread is busy with it, and how long until it is in the database. */
async function save(servers: Servers): Promise<{ handOverMs: number; savedMs: number }> {
  let handOverMs = 0;
  const savedMs = await waitMs(() => {
    let saved = Promise.resolve();
    handOverMs = timeMs(() => {
      saved = servers.flush();
    });
    return saved;
  });
  return { handOverMs, savedMs };
}

/** The list of all servers. */
async function measureList({ time, servers, beat }: Simulation): Promise<Figures> {
  time.runDue();
  const tags = new Set<string>();
  // The timer builds it, or the first who reads one that nobody had read for a while.
  const makeMs = leastMs(
    () => {
      time.runDue();
      tags.add(servers.list.rendition('identity').etag);
    },
    () => {
      beat(20);
      time.pass(SAVE_EVERY_MS);
    },
  );
  if (tags.size !== ROUNDS) throw new Error(`${tags.size} of ${ROUNDS} lists were built.`);
  const { bytes } = servers.list.rendition('identity');
  return [
    ['the list of all: built', ms(makeMs)],
    ['the list of all: plain', mb(bytes.length)],
    ['the list of all: gzip', await pack('gzip', bytes)],
  ];
}

/** Compression runs in other threads. */
async function pack(encoding: 'gzip', bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let length = 0;
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const tookMs = await waitMs(async () => {
      length = (await compress(encoding, bytes)).length;
    });
    timesMs.push(tookMs);
  }
  return `${mb(length)}, ${ms(Math.min(...timesMs))}`;
}

/** Searches for a page of fifty. */
function measureSearch({ servers }: Simulation): Figures {
  const search = (list: PublicList, text: string, isByName = false) =>
    servers.search.findPage(
      list,
      {
        ...{ search: text, software: '', country: '' },
        sort: isByName ? { column: 'name', direction: 'asc' } : undefined,
      },
      { limit: 50, after: undefined },
    );
  const list = servers.listPublic();
  const coldMs = timeMs(() => void search(list, 'lava'));
  const noneMs = leastMs(() => void search(list, 'nowhere'));
  const byNameMs = timeMs(() => void search(list, 'lava', true));
  return [
    ['the first search after a start', ms(coldMs)],
    ['a search for a word that none has', ms(noneMs)],
    ['the first search by name', ms(byNameMs)],
  ];
}

async function measure(count: number, folder: string): Promise<Figures> {
  const time = createSimulatedTime();
  await using store = await openSimulatedStore(folder);

  async function fill(): Promise<Figures> {
    const servers = await openSimulatedServers(store, time);
    let round = 0;
    const beat = (many: number, changed = CHANGED): number => {
      round += 1;
      return beatAll(servers, many, { round, changed });
    };
    const simulation = { count, time, servers, beat };
    const figures = await measureHeartbeats(simulation);
    figures.push(...(await measureList(simulation)));
    figures.push(...measureSearch(simulation));
    await servers.flush();
    return figures;
  }

  const figures = await fill();
  const startMs = await waitMs(async () => {
    const { publicServers } = (await openSimulatedServers(store, time)).count();
    if (publicServers !== count) throw new Error(`${publicServers} of ${count} came back.`);
  });
  return [
    ...figures,
    ['a start: from the database to the list', ms(startMs)],
    ['most memory of the process, with the bench itself', mb(highestBytes())],
  ];
}

/** Measures one size, in this process. */
async function measureOnce(count: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-scale-'));
  try {
    const figures = await measure(count, folder);
    return [...figures, ['database', mb(statSync(join(folder, 'muster.db')).size)]];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures one size in a process of its own. Throws when that fails. */
function measureApart(size: string): Figures {
  const { stdout, success } = Bun.spawnSync(
    [process.execPath, '--no-env-file', import.meta.path, '--apart', size],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  if (!success) throw new Error(`${size} servers could not be measured.`);
  return JSON.parse(stdout.toString()) as Figures;
}

/** Reads a number of servers. Throws an `Error` that says what is wrong with it. */
function readSize(text: string): number {
  const size = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN;
  if (size >= 1_000) return size;
  throw new Error(`"${text}" is not a number of servers from 1000 to 9999999.`);
}

/** The figures of several sizes as a Markdown table. */
function writeTable(counts: readonly number[], columns: readonly Figures[]): string {
  const rows = [
    ['servers', ...counts.map(number)],
    ['---', ...counts.map(() => '--:')],
    ...(columns[0] ?? []).map(([measured], row) => [
      measured,
      ...columns.map((figures) => figures[row]?.[1] ?? ''),
    ]),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    options: {
      apart: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const sizes = positionals.length === 0 ? SIZES : positionals;
  const counts = sizes.map(readSize);
  if (values.apart) {
    process.stdout.write(JSON.stringify(await measureOnce(counts[0] ?? 0)));
    return;
  }
  const [facts = ''] = inspectMachine().facts;
  const section = `${writeTable(counts, sizes.map(measureApart))}\n\n${facts}`;
  process.stdout.write(`${section}\n`);
  if (values['write-docs']) {
    await Bun.write(PAGE, replaceSection(await Bun.file(PAGE).text(), section));
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n${USAGE}\n`);
  process.exitCode = 1;
}
