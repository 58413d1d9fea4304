// Replicas on one PostgreSQL database: what they ask of it at rest and with servers, how soon one lists what another
// heard, and how soon each fault is noticed.

import { SQL } from 'bun';
import { startPostgres } from '../../tests/support/postgres.ts';
import { type RunningMuster, startMuster } from '../harness/muster.ts';
import { makeHeartbeatForms, makeServersOfOneAddress } from '../harness/population.ts';
import { median, quantile } from '../harness/statistics.ts';
import type { Row } from '../harness/table.ts';
import type { MeasureContext } from './measure.ts';

const SERVERS = 1_000;
/** As often as game servers beat. */
const BEAT_EVERY_MS = 45_000;
const PASSES = 6;
/** Heartbeats whose way from one replica to the list of another is timed. */
const TIMED = 40;
const SETTLE_MS = 10_000;
const LOOK_EVERY_MS = 20;
const GIVEN_UP_MS = 60_000;
const MEGABYTE = 1_000_000;

/** What the database did so far. */
interface Work {
  atMs: number;
  statements: number;
  walBytes: number;
  bytes: number;
}

/** Measures so many replicas. */
export async function measureReplicas(context: MeasureContext, count: number): Promise<Row[]> {
  const { workplace, binary, pace, say } = context;
  // What is written is counted as a server counts it that keeps its data.
  const flags = ['-c', 'full_page_writes=on', '-c', 'shared_preload_libraries=pg_stat_statements'];
  await using database = await startPostgres(flags);
  const url = await database.makeDatabase();
  const replicas: RunningMuster[] = [];
  for (let number = 0; number < count; number += 1) {
    const env = { MUSTER_DATABASE_URL: url };
    replicas.push(await startMuster(workplace, { binary, place: 'anywhere', env }));
  }
  const windowMs = pace.rounds * 12_000;
  const rows: Row[] = [];
  {
    await using client = new SQL(url, { max: 1 });
    await client`CREATE EXTENSION pg_stat_statements`;
    say('at rest');
    await Bun.sleep(SETTLE_MS);
    rows.push(...(await describeWork(client, windowMs, count, 'without servers')));
    const beats = startBeats(replicas);
    say(`${SERVERS} servers begin`);
    await Bun.sleep(BEAT_EVERY_MS + SETTLE_MS);
    say(`${SERVERS} servers`);
    const name = `${SERVERS.toLocaleString('en-US')} servers, a heartbeat each 45 s`;
    rows.push(...(await describeWork(client, windowMs, count, name)));
    await beats.stop();
  }
  if (count > 1) {
    say('the way to another list');
    const times = await timeStaleness(replicas);
    const most = Math.round(quantile(times, 0.99));
    rows.push(
      rowOf(
        'from a heartbeat at one to the list of another',
        `${Math.round(median(times))} ms`,
        `median of ${TIMED}; 99th percentile: ${most} ms`,
        { target: '< 2,000 ms', isMet: most < 2_000 },
      ),
    );
  }
  say('faults');
  rows.push(...(await timeFaults(replicas, database)));
  await Promise.all(replicas.map((replica) => replica.stop()));
  return rows;
}

function rowOf(measure: string, figure: string, comparison = '', met: Partial<Row> = {}): Row {
  return { measure, figure, comparison, result: '', target: '', isMet: undefined, ...met };
}

async function readWork(client: SQL): Promise<Work> {
  const [row] = await client`
    SELECT sum(calls) AS statements, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
      pg_database_size(current_database()) AS bytes
    FROM pg_stat_statements`;
  return {
    atMs: performance.now(),
    statements: Number(row.statements),
    walBytes: Number(row.wal),
    bytes: Number(row.bytes),
  };
}

/** What the database does for all replicas together in this time. */
async function describeWork(
  client: SQL,
  windowMs: number,
  count: number,
  when: string,
): Promise<Row[]> {
  const before = await readWork(client);
  await Bun.sleep(windowMs);
  const after = await readWork(client);
  const seconds = (after.atMs - before.atMs) / 1_000;
  const statements = (after.statements - before.statements) / seconds;
  const anHour = (bytes: number) => `${((bytes * 3_600) / seconds / MEGABYTE).toFixed(0)} MB`;
  const names = count === 1 ? 'one replica' : `${count} replicas`;
  return [
    rowOf(
      `statements a second, ${names}, ${when}`,
      `${statements.toFixed(1)}/s`,
      `${(statements / count).toFixed(1)}/s for each`,
    ),
    rowOf(`write-ahead log an hour, ${names}, ${when}`, anHour(after.walBytes - before.walBytes)),
    rowOf(`growth of the database an hour, ${names}, ${when}`, anHour(after.bytes - before.bytes)),
  ];
}

/** All servers beat, each at its own time, at the replicas in turn. */
function startBeats(replicas: readonly RunningMuster[]): { stop(): Promise<void> } {
  const forms = makeHeartbeatForms(
    makeServersOfOneAddress('127.0.0.1', SERVERS, Date.now()),
    PASSES,
  );
  let isOver = false;
  const startedAt = performance.now();
  async function run(): Promise<void> {
    for (let sent = 0; !isOver; sent += 1) {
      const dueMs = startedAt + (sent * BEAT_EVERY_MS) / SERVERS - performance.now();
      if (dueMs > 0) await Bun.sleep(dueMs);
      // A server keeps to one replica.
      const { port } = replicas[(sent % SERVERS) % replicas.length] as RunningMuster;
      await beat(port, forms[sent % forms.length] ?? '');
    }
  }
  const running = run();
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

async function beat(port: number, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const url = `http://127.0.0.1:${port}/server/heartbeat/`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!text.includes('/server/play/')) throw new Error(`A heartbeat was refused: ${text}`);
}

/** From the answer to a heartbeat at one replica to the list of the next one that shows it. */
async function timeStaleness(replicas: readonly RunningMuster[]): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < TIMED; turn += 1) {
    const heard = replicas[turn % replicas.length] as RunningMuster;
    const asked = replicas[(turn + 1) % replicas.length] as RunningMuster;
    // Beats and lists must not fall into step with the jobs of the service.
    await Bun.sleep(100 + Math.random() * 900);
    const name = `Timed ${turn}`;
    await beat(
      heard.port,
      `port=65000&max=64&name=${encodeURIComponent(name)}&public=True&salt=abcdefghijklmnop&users=1&software=&web=False`,
    );
    times.push(await timeUntil(async () => (await read(asked, '/api/servers')).includes(name)));
  }
  return times;
}

/** How soon each fault is noticed. Replicas and database are used up. */
async function timeFaults(
  replicas: readonly RunningMuster[],
  database: Awaited<ReturnType<typeof startPostgres>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const left = [...replicas];
  const frozen: number[] = [];
  const note = async (what: string, isNoticed: () => Promise<boolean>) => {
    const tookMs = await timeUntil(isNoticed);
    rows.push(rowOf(what, `${(tookMs / 1_000).toFixed(1)} s`));
  };
  for (const [signal, what] of [
    ['SIGKILL', 'the leader is killed: until another one leads'],
    ['SIGSTOP', 'the leader stands still: until another one leads'],
  ] as const) {
    if (left.length < 2) break;
    const leader = await findLeader(left);
    left.splice(left.indexOf(leader), 1);
    process.kill(leader.pid, signal);
    if (signal === 'SIGSTOP') frozen.push(leader.pid);
    await note(what, async () => (await Promise.all(left.map(isLeading))).includes(true));
  }
  const [last] = left as [RunningMuster];
  const isReady = async () => (await readStatus(last)) === 200;
  const isNotReady = async () => (await readStatus(last)) === 503;
  await timeUntil(isReady);
  database.pause();
  await note('PostgreSQL falls silent: until /readyz says so', isNotReady);
  database.resume();
  await note('PostgreSQL answers again: until /readyz says so', isReady);
  await database.stop();
  await note('PostgreSQL is gone: until /readyz says so', isNotReady);
  await database.start();
  await note('PostgreSQL is there again: until /readyz says so', isReady);
  for (const pid of frozen) process.kill(pid, 'SIGKILL');
  return rows;
}

async function findLeader(replicas: readonly RunningMuster[]): Promise<RunningMuster> {
  let found: RunningMuster | undefined;
  await timeUntil(async () => {
    const leading = await Promise.all(replicas.map(isLeading));
    found = replicas[leading.indexOf(true)];
    return found !== undefined;
  });
  return found as RunningMuster;
}

const isLeading = async (replica: RunningMuster): Promise<boolean> =>
  (await read(replica, '/metrics')).includes('\nmuster_leader 1\n');

async function read({ port }: RunningMuster, path: string): Promise<string> {
  return await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}

/** The status of `/readyz`; 0 where it does not answer within a second. */
async function readStatus({ port }: RunningMuster): Promise<number> {
  const signal = AbortSignal.timeout(1_000);
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined);
  return answer?.status ?? 0;
}

async function timeUntil(isTrue: () => Promise<boolean>): Promise<number> {
  const begunAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begunAt > GIVEN_UP_MS) throw new Error('It was never noticed.');
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return performance.now() - begunAt;
}
