// `bun bench/server-flood.ts`: 1,280,000 made-up servers from 203 addresses beside 1,800 honest ones, with the limits as they
// come and with room for all of them at each address. Prints what became of the honest ones, and fails where one lost its place.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startMuster } from '../tests/support/binary.ts';
import { eventually } from '../tests/support/eventually.ts';
import { inspectMachine } from './harness/machine.ts';
import { createResponseCounter } from './harness/response-counter.ts';
import { quantile } from './harness/statistics.ts';
import { formatRate, type Row, writeTable } from './harness/table.ts';
import { findFreePort } from './harness/workplace.ts';

const ADDRESSES = 203;
/** The networks of much of a provider (/16) that they are in; each has a /24 of its own. */
const PROVIDERS = 12;
const BEAT_EVERY_MS = 45_000;
const LIST_EVERY_MS = 50;
const CALM_LISTS = 200;
const FLOOD_NAME = 'Made up';

interface Plan {
  port: number;
  servers: number;
  /** What each of them says of its players. */
  players: number;
  /** So many heartbeats are under way at once. */
  connections: number;
}

type Outcomes = Record<string, number>;

function writeBeat(port: number, address: string, fields: Record<string, string>): string {
  const body = new URLSearchParams({ max: '64', public: 'true', software: 'Flood', ...fields });
  const text = body.toString();
  return `POST /server/heartbeat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

/** Sends requests one after the other on each of some connections; `next` returns none at the end. */
async function sendAll(
  port: number,
  connections: number,
  next: () => string | undefined,
  onAnswer: (body: string) => void,
): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const { promise: done, resolve, reject } = Promise.withResolvers<void>();
      let socket: Bun.Socket | undefined;
      const send = (): void => {
        const request = next();
        if (request === undefined) resolve();
        else socket?.write(request);
      };
      const read = createResponseCounter((_, { body }) => {
        onAnswer(body);
        send();
      });
      socket = await Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: { data: (_, chunk) => read(chunk), close: () => reject(new Error('hung up')) },
      });
      send();
      await done;
      socket.terminate();
    }),
  );
}

function outcomeOf(body: string): string {
  if (body.startsWith('http')) return 'accepted';
  if (body.includes('Too many servers')) return 'over the limit of the address';
  if (body.includes('Too many heartbeats')) return 'over the budget of the address';
  if (body.includes('This list is')) return 'over the limit of all, or the share of the network';
  return body.slice(0, 100);
}

/** The flood, as a process of its own: each server sends one heartbeat. */
async function flood({ port, servers, players, connections }: Plan): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  let sent = 0;
  const next = (): string | undefined => {
    if (sent === servers) return undefined;
    const index = sent++;
    const host = index % ADDRESSES;
    const address = `45.${host % PROVIDERS}.${Math.floor(host / PROVIDERS)}.10`;
    return writeBeat(port, address, {
      name: `${FLOOD_NAME} ${index}`,
      port: `${1_024 + Math.floor(index / ADDRESSES)}`,
      users: `${players}`,
      salt: `flood-${index}`,
    });
  };
  await sendAll(port, connections, next, (body) => {
    const outcome = outcomeOf(body);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  return outcomes;
}

/** Honest servers of as many addresses, half of them without players; their heartbeats go on until they are stopped. */
function openHonest(port: number, count: number) {
  let refused = 0;
  const beat = (index: number): string =>
    writeBeat(port, `60.${index % 200}.${Math.floor(index / 200)}.7`, {
      ...{ name: `Honest ${index}`, port: '25565', salt: `honest-${index}` },
      users: `${index % 2 === 0 ? 0 : 1 + (index % 40)}`,
    });
  const onAnswer = (body: string): void => {
    if (outcomeOf(body) !== 'accepted') refused += 1;
  };
  let isOver = false;
  async function goOn(): Promise<void> {
    const startedAt = performance.now();
    const wait = (turn: number) =>
      Bun.sleep(startedAt + (turn * BEAT_EVERY_MS) / count - performance.now());
    for (let turn = 0; !isOver; turn += 20) {
      await wait(turn);
      let left = 20;
      const next = () => (left-- > 0 ? beat((turn + left) % count) : undefined);
      await sendAll(port, 1, next, onAnswer);
    }
  }
  return {
    async fill(): Promise<void> {
      let index = 0;
      await sendAll(port, 8, () => (index < count ? beat(index++) : undefined), onAnswer);
    },
    goOn,
    stop: () => {
      isOver = true;
    },
    refused: () => refused,
  };
}

async function readNames(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/servers`);
  const { servers } = (await answer.json()) as { servers: { name: string }[] };
  return servers.map(({ name }) => name);
}

async function timeList(port: number): Promise<number> {
  const askedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/servers`);
  await answer.arrayBuffer();
  return performance.now() - askedAt;
}

/** How many of the flood are listed, how many honest ones are not, and how many of the flood stand above one of these. */
function compare(names: readonly string[], honest: number) {
  const isMadeUp = names.map((name) => name.startsWith(FLOOD_NAME));
  const listed = isMadeUp.filter((is) => is).length;
  const above = isMadeUp.slice(0, isMadeUp.lastIndexOf(false)).filter((is) => is).length;
  return { listed, missing: honest - (names.length - listed), above };
}

async function measure(
  title: string,
  {
    servers,
    honest: count,
    players,
    connections,
    env,
  }: { honest: number; env: Record<string, string> } & Omit<Plan, 'port'>,
): Promise<Row[]> {
  const port = await findFreePort();
  await using muster = await startMuster({
    port,
    env: {
      MUSTER_BASE_URL: `http://127.0.0.1:${port}`,
      MUSTER_TRUSTED_PROXIES: '127.0.0.0/8',
      MUSTER_PORT_CHECK: 'false',
      ...env,
    },
  });
  const honest = openHonest(port, count);
  await honest.fill();
  await eventually(
    () => readNames(port),
    ({ length }) => length === count,
    10_000,
  );
  const beating = honest.goOn();

  // What the machine itself does to an answer: nobody else asks this server.
  const barePort = await findFreePort();
  const bare = Bun.spawn(
    [process.execPath, '--no-env-file', import.meta.path, '--bare', `${barePort}`],
    { stdout: 'ignore', stderr: 'inherit' },
  );
  await eventually(
    () => timeList(barePort).catch(() => -1),
    (ms) => ms >= 0,
    10_000,
  );
  const calm: number[] = [];
  for (let turn = 0; turn < CALM_LISTS; turn += 1) {
    calm.push(await timeList(port));
    await Bun.sleep(LIST_EVERY_MS);
  }

  const plan: Plan = { port, servers, players, connections };
  const startedAt = performance.now();
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', import.meta.path, '--flood', JSON.stringify(plan)],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  let isOver = false;
  const ended = child.exited.then(() => {
    isOver = true;
  });
  const latencies: number[] = [];
  const bareLatencies: number[] = [];
  const worst = { listed: 0, missing: 0, above: 0 };
  for (let turn = 0; !isOver; turn += 1) {
    const askedAt = performance.now();
    // Every hundredth is read, which this process needs its time for.
    if (turn % 100 === 99) {
      const seen = compare(await readNames(port), count);
      for (const key of ['listed', 'missing', 'above'] as const) {
        worst[key] = Math.max(worst[key], seen[key]);
      }
    } else {
      latencies.push(await timeList(port));
      bareLatencies.push(await timeList(barePort));
    }
    await Bun.sleep(Math.max(0, askedAt + LIST_EVERY_MS - performance.now()));
  }
  await ended;
  bare.kill();
  const seconds = (performance.now() - startedAt) / 1_000;
  const last = compare(await readNames(port), count);
  honest.stop();
  await beating;
  const outcomes: Outcomes = JSON.parse(await new Response(child.stdout).text());
  const status = readFileSync(`/proc/${muster.pid}/status`, 'utf8');
  const memory = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
  const p99 = quantile(latencies, 0.99);
  const missing = Math.max(worst.missing, last.missing);
  const above = Math.max(worst.above, last.above);

  const row = (measure: string, result: string, target = '', isMet?: boolean): Row => ({
    measure: `${title}: ${measure}`,
    ...{ figure: '', comparison: '', result, target, isMet },
  });
  return [
    row(
      'heartbeats of the flood',
      `${servers.toLocaleString('en-US')}, ${formatRate(servers / seconds)}`,
    ),
    ...Object.entries(outcomes).map(([outcome, sum]) => row(outcome, sum.toLocaleString('en-US'))),
    row(
      'of the flood listed, at most',
      Math.max(worst.listed, last.listed).toLocaleString('en-US'),
    ),
    row('heartbeats of honest ones refused', `${honest.refused()}`, '0', honest.refused() === 0),
    row(
      `honest ones not listed, of ${count.toLocaleString('en-US')}`,
      `${missing}`,
      '0',
      missing === 0,
    ),
    row('places that one of them fell', `${above}`, '≤ 1', above <= 1),
    row('the list before, p99', `${quantile(calm, 0.99).toFixed(1)} ms`),
    row(
      'the list meanwhile, p99',
      `${p99.toFixed(1)} ms of ${latencies.length}`,
      '< 50 ms',
      p99 < 50,
    ),
    row('an idle bare server meanwhile, p99', `${quantile(bareLatencies, 0.99).toFixed(1)} ms`),
    row('resident memory, at most', `${Math.round(memory)} MB`, '< 300 MB', memory < 300),
  ];
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    players: { type: 'string', default: '0' },
    connections: { type: 'string', default: '32' },
    flood: { type: 'string' },
    bare: { type: 'string' },
  },
});
if (values.bare !== undefined) {
  const bytes = new Uint8Array(64 * 1_024);
  Bun.serve({ hostname: '127.0.0.1', port: Number(values.bare), fetch: () => new Response(bytes) });
} else if (values.flood === undefined) {
  const sizes = values.quick
    ? { servers: 64_000, honest: 300 }
    : { servers: 1_280_000, honest: 1_800 };
  const plan = {
    ...sizes,
    players: Number(values.players),
    connections: Number(values.connections),
  };
  const rows = [
    ...(await measure('limits as they come', { ...plan, env: {} })),
    ...(await measure('10,000 servers an address', {
      ...plan,
      env: {
        MUSTER_SERVERS_PER_ADDRESS: '10000',
        ...(values.quick && { MUSTER_SERVERS_IN_ALL: '4000' }),
      },
    })),
  ];
  process.stdout.write(`${writeTable(rows)}\n\n${inspectMachine().facts[0]}\n`);
  process.exitCode = rows.some(({ isMet }) => isMet === false) ? 1 : 0;
} else {
  process.stdout.write(JSON.stringify(await flood(JSON.parse(values.flood))));
}
