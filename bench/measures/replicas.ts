// One, two and more replicas on one PostgreSQL database: lists and heartbeats a second of all together, how soon
// one lists what another heard, and what the database has to write.

import { SQL } from 'bun';
import { systemClock } from '../../src/lib/clock.ts';
import { createRegistry } from '../../src/servers/registry.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openPool } from '../../src/store/postgres/pool.ts';
import { readBatches } from '../../src/store/postgres/servers.ts';
import { startPostgres } from '../../tests/support/postgres.ts';
import {
  type LoadResult,
  type PlannedRequest,
  planLoad,
  rateOf,
  runLoad,
} from '../harness/load.ts';
import { type RunningMuster, startMuster } from '../harness/muster.ts';
import { makeHeartbeatForms, makeServers, makeServersOfOneAddress } from '../harness/population.ts';
import { median, quantile } from '../harness/statistics.ts';
import { formatRate, formatRatio, type Row } from '../harness/table.ts';
import type { MeasureContext } from './measure.ts';

const SERVERS = 1_000;
/** Heartbeats whose way from one replica to the list of another is timed. */
const TIMED = 60;
const PASSES = 4;
const CONNECTIONS = 32;
const IN_BATCH = 10_000;
const BATCHES = 6;
const STALE_AFTER_MS = 180_000;

interface Figures {
  lists: number;
  beats: number;
  /** Milliseconds; none with one replica. */
  staleness: number[];
  transactions: number;
  rows: number;
}

/** Measures one replica, then two, up to `most`. */
export async function measureReplicas(context: MeasureContext, most: number): Promise<Row[]> {
  const found: Figures[] = [];
  for (let count = 1; count <= most; count += 1) {
    context.say(`${count} of ${most} replicas`);
    found.push(await measureCount(context, count));
  }
  const [alone] = found;
  if (alone === undefined) return [];
  context.say('batches');
  const rows = found.flatMap((figures, index) => describe(figures, alone, index + 1));
  return [...rows, ...(await measureBatches())];
}

/** A batch of servers on its way from one replica into the registry of another. */
async function measureBatches(): Promise<Row[]> {
  await using database = await startPostgres();
  const url = await database.makeDatabase();
  await using store = await openPostgresStore(url);
  await using pool = openPool(url);
  const registry = createRegistry({
    clock: systemClock,
    staleAfterMs: STALE_AFTER_MS,
    countries: { findCountry: () => 'T1' },
    events: { changed() {}, appeared() {}, left() {}, relocated() {}, contested() {} },
  });
  const times = { save: [] as number[], read: [] as number[], merge: [] as number[] };
  const servers = makeServers(IN_BATCH, Date.now()).map((one) => ({ ...one, verdictAt: 0 }));
  for (let round = 0; round < BATCHES; round += 1) {
    const lastBeatAt = Date.now();
    const saved = servers.map((one) => ({ ...one, lastBeatAt, players: round }));
    const begunAt = performance.now();
    await store.servers.saveBatch({ saved, removed: [], aliveAt: lastBeatAt });
    const savedAt = performance.now();
    const read = await readBatches(pool.orm, 'another replica', round);
    const readAt = performance.now();
    for (const batch of read?.batches ?? []) registry.merge(batch);
    const mergedAt = performance.now();
    if (registry.listLive().length !== IN_BATCH) throw new Error('A batch did not come.');
    // The first one adds servers; the others change them, as batches do.
    if (round === 0) continue;
    times.save.push(savedAt - begunAt);
    times.read.push(readAt - savedAt);
    times.merge.push(mergedAt - readAt);
  }
  const row = (measure: string, values: readonly number[]): Row => ({
    measure: `${measure} a batch of ${IN_BATCH.toLocaleString('en-US')} servers`,
    figure: `${Math.round(median(values))} ms`,
    comparison: '',
    result: `${((median(values) * 1_000) / IN_BATCH).toFixed(1)} µs each`,
    target: '',
    isMet: undefined,
  });
  return [
    row('saving', times.save),
    row('reading, at another replica,', times.read),
    row('taking over, at another replica,', times.merge),
  ];
}

async function measureCount(context: MeasureContext, count: number): Promise<Figures> {
  const { workplace, binary, pace } = context;
  await using database = await startPostgres();
  const url = await database.makeDatabase();
  const replicas: RunningMuster[] = [];
  for (let number = 0; number < count; number += 1) {
    const env = { MUSTER_DATABASE_URL: url };
    replicas.push(await startMuster(workplace, { binary, place: 'anywhere', env }));
  }
  const requests = beatsOf(SERVERS);
  const each = Math.ceil(requests.length / count);
  const loads = { lists: [] as number[], beats: [] as number[] };
  const lists = await planEach(context, replicas, () => [{ path: '/api/servers' }]);
  const beats = await planEach(context, replicas, (index) =>
    requests.slice(index * each, (index + 1) * each),
  );
  await using client = new SQL(url, { max: 1 });
  await runAll(context, beats, pace.warmUpSeconds);
  const writes: { transactions: number; rows: number }[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    loads.lists.push(sumOf(await runAll(context, lists, pace.roundSeconds)));
    const before = await readWrites(client);
    loads.beats.push(sumOf(await runAll(context, beats, pace.roundSeconds)));
    const after = await readWrites(client);
    const seconds = (after.at - before.at) / 1_000;
    writes.push({
      transactions: (after.transactions - before.transactions) / seconds,
      rows: (after.rows - before.rows) / seconds,
    });
  }
  const staleness = count === 1 ? [] : await timeStaleness(replicas);
  await Promise.all(replicas.map((replica) => replica.stop()));
  return {
    ...{ lists: median(loads.lists), beats: median(loads.beats), staleness },
    transactions: median(writes.map(({ transactions }) => transactions)),
    rows: median(writes.map(({ rows }) => rows)),
  };
}

function beatsOf(count: number): PlannedRequest[] {
  const servers = makeServersOfOneAddress('127.0.0.1', count, Date.now());
  return makeHeartbeatForms(servers, PASSES).map((body) => ({
    method: 'POST',
    path: '/server/heartbeat/',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  }));
}

function planEach(
  { workplace }: MeasureContext,
  replicas: readonly RunningMuster[],
  requestsOf: (index: number) => PlannedRequest[],
) {
  const connections = Math.ceil(CONNECTIONS / replicas.length);
  return Promise.all(
    replicas.map(({ port }, index) =>
      planLoad(workplace, { port, connections }, requestsOf(index)),
    ),
  );
}

function runAll(
  { workplace }: MeasureContext,
  plans: Awaited<ReturnType<typeof planEach>>,
  seconds: number,
): Promise<LoadResult[]> {
  return Promise.all(plans.map((plan) => runLoad(workplace, plan, seconds)));
}

const sumOf = (results: readonly LoadResult[]) =>
  results.reduce((sum, result) => sum + rateOf(result), 0);

/** What the database wrote so far. */
async function readWrites(
  client: SQL,
): Promise<{ at: number; transactions: number; rows: number }> {
  // The server adds up what its connections did once a second.
  await Bun.sleep(1_100);
  const [row] = await client`
    SELECT xact_commit AS transactions, tup_inserted + tup_updated + tup_deleted AS rows
    FROM pg_stat_database WHERE datname = current_database()`;
  return {
    at: performance.now(),
    transactions: Number(row.transactions),
    rows: Number(row.rows),
  };
}

/** From the answer to a heartbeat at one replica to the list of the next one that shows it. */
async function timeStaleness(replicas: readonly RunningMuster[]): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < TIMED; turn += 1) {
    const heard = replicas[turn % replicas.length];
    const asked = replicas[(turn + 1) % replicas.length];
    if (heard === undefined || asked === undefined) throw new Error('Two replicas are needed.');
    // Beats and lists must not fall into step with the jobs of the service.
    await Bun.sleep(100 + Math.random() * 900);
    const name = `Timed ${turn}`;
    const form = `port=65000&max=64&name=${encodeURIComponent(name)}&public=True&salt=abcdefghijklmnop&users=1&software=&web=False`;
    const answer = await fetch(`http://127.0.0.1:${heard.port}/heartbeat.jsp?${form}`);
    const text = await answer.text();
    if (!text.includes('/server/play/')) throw new Error(`A heartbeat was refused: ${text}`);
    const sentAt = performance.now();
    while (!(await listNames(asked)).includes(name)) {
      if (performance.now() - sentAt > 20_000) throw new Error(`${name} was never listed.`);
      await Bun.sleep(5);
    }
    times.push(performance.now() - sentAt);
  }
  return times;
}

async function listNames({ port }: RunningMuster): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/servers`);
  const { servers } = (await answer.json()) as { servers: { name: string }[] };
  return servers.map(({ name }) => name);
}

function describe(figures: Figures, alone: Figures, count: number): Row[] {
  const name = count === 1 ? 'one replica' : `${count} replicas`;
  const compare = (measure: string, figure: number, of: number): Row => ({
    measure: `${measure} of ${SERVERS.toLocaleString('en-US')} servers, ${name}`,
    figure: formatRate(figure),
    comparison: count === 1 ? '' : `one replica: ${formatRate(of)}`,
    result: formatRatio(figure / of),
    target: '',
    isMet: undefined,
  });
  const rows = [
    compare('lists', figures.lists, alone.lists),
    compare('heartbeats', figures.beats, alone.beats),
    {
      ...compare('rows that the database writes under these heartbeats,', figures.rows, alone.rows),
      measure: `rows that the database writes under these heartbeats, ${name}`,
      comparison: `in ${formatRate(figures.transactions)} transactions`,
    },
  ];
  if (figures.staleness.length === 0) return rows;
  const p50 = quantile(figures.staleness, 0.5);
  const p99 = quantile(figures.staleness, 0.99);
  const staleness = {
    measure: `from a heartbeat at one to the list of another, ${name}`,
    figure: `${Math.round(p50)} ms`,
    comparison: `median; 99th percentile: ${Math.round(p99)} ms`,
    result: `${Math.round(p99)} ms`,
    target: '< 2,000 ms',
    isMet: p99 < 2_000,
  };
  return [...rows, staleness];
}
