// Only restarts under two hundred requests a second show that none fails on the socket of a service manager; on a kept connection a few may, which is closed as they send.

import { describe, expect, test } from 'bun:test';
import { findFreePort, makeFolder, type RunningMuster, startMuster } from '../support/binary.ts';
import { openListeningSocket } from '../support/listening-socket.ts';
import { PROXIES, PROXY_HOST, startProxy } from '../support/proxies.ts';
import { RawConnection } from '../support/raw-http.ts';

const RESTARTS = 6;
const CLIENTS = 100;
/** Longer than a service asks for the end of connections: most of those that are kept are idle when it closes them. */
const EVERY_MS = 500;
/** Of the kept connections, some 250 that are closed while they are idle. */
const MAX_CLOSED = 2;
/** How long the news of a close is on the way depends on the machine: a busy one gets more tries. */
const TRIES = 3;

const env = {
  MUSTER_BASE_URL: `http://${PROXY_HOST}`,
  MUSTER_TRUSTED_PROXIES: '127.0.0.1',
  MUSTER_PORT_CHECK: 'false',
  MUSTER_SERVERS_PER_ADDRESS: '1000',
};

interface Outcome {
  answered: number;
  failed: string[];
  /** Failed since the kept connection had been closed. */
  closed: string[];
  worstMs: number;
}

/** Half of the clients keep their connections, as game servers and proxies do; each beats and lists in turn. */
async function runClient(index: number, port: number, outcome: Outcome, isOver: () => boolean) {
  const isKept = index % 2 === 0;
  const beat = `name=S${index}&port=${25_000 + index}&users=1&max=20&public=true&salt=abcdefghijklmnop&software=Test`;
  const head = `Host: ${PROXY_HOST}\r\n${isKept ? '' : 'Connection: close\r\n'}`;
  const list = `GET /api/servers HTTP/1.1\r\n${head}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const post = `POST /server/heartbeat HTTP/1.1\r\n${head}${type}\r\nContent-Length: ${beat.length}\r\n\r\n${beat}`;
  let connection: RawConnection | undefined;
  await Bun.sleep(Math.random() * EVERY_MS);
  for (let turn = 0; !isOver(); turn += 1) {
    const startedAt = performance.now();
    if (connection?.isClosed) connection = end(connection);
    const isOpen = connection !== undefined;
    try {
      connection ??= await RawConnection.open(port);
      const answer = await connection.exchange(turn % 2 === 0 ? list : post);
      if (answer.status === 200 && !answer.text.includes('"fail"')) outcome.answered += 1;
      else outcome.failed.push(`${answer.status} ${answer.text.slice(0, 100)}`);
      if (!isKept || answer.header('connection') === 'close') connection = end(connection);
    } catch (error) {
      const failed = isOpen && connection?.isClosed ? outcome.closed : outcome.failed;
      failed.push(`${turn % 2 === 0 ? 'list' : 'beat'}: ${error}`);
      connection = end(connection);
    }
    const tookMs = performance.now() - startedAt;
    outcome.worstMs = Math.max(outcome.worstMs, tookMs);
    await Bun.sleep(Math.max(0, EVERY_MS - tookMs));
  }
  end(connection);
}

function end(connection: RawConnection | undefined): undefined {
  connection?.close();
}

async function restartUnderLoad(muster: RunningMuster, port: number): Promise<Outcome> {
  const outcome: Outcome = { answered: 0, failed: [], closed: [], worstMs: 0 };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    runClient(index, port, outcome, () => isOver),
  );
  for (let turn = 0; turn < RESTARTS; turn += 1) {
    await Bun.sleep(1_000);
    await muster.restart();
  }
  await Bun.sleep(1_000);
  isOver = true;
  await Promise.all(clients);
  return outcome;
}

function judge(way: string, { answered, failed, closed, worstMs }: Outcome, most = 0): void {
  console.info(
    `${way}: ${RESTARTS} restarts, ${answered} requests answered, ${failed.length} failed, ${closed.length} on kept connections that were closed; the longest took ${Math.round(worstMs)} ms`,
  );
  expect(failed).toEqual([]);
  expect(closed.length, closed.join('\n')).toBeLessThanOrEqual(most);
  expect(answered).toBeGreaterThan(CLIENTS * (RESTARTS + 1));
}

/** Milliseconds from the start of the process to its first answer: the request waits in the socket. */
async function timeStart(muster: RunningMuster, port: number): Promise<number> {
  const client = await RawConnection.open(port);
  const startedAt = performance.now();
  const starting = muster.start();
  const answer = await client.exchange(
    `GET /api/servers HTTP/1.1\r\nHost: ${PROXY_HOST}\r\nConnection: close\r\n\r\n`,
  );
  const tookMs = performance.now() - startedAt;
  expect(answer.status).toBe(200);
  await starting;
  return tookMs;
}

async function timeStop(muster: RunningMuster): Promise<number> {
  const startedAt = performance.now();
  expect(await muster.kill('SIGTERM')).toBe(0);
  return performance.now() - startedAt;
}

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('Skipped: sockets of a service manager, which only Linux has here.');

describe.skipIf(!isLinux)('a restart with the socket of a service manager fails no request', () => {
  test('of clients that connect to it', async () => {
    using socket = openListeningSocket();
    await using muster = await startMuster({ env, socket: socket.descriptor, port: socket.port });
    let outcome = await restartUnderLoad(muster, socket.port);
    for (let tries = 1; tries < TRIES && outcome.closed.length > MAX_CLOSED; tries += 1) {
      judge('directly, too busy', outcome, Number.POSITIVE_INFINITY);
      outcome = await restartUnderLoad(muster, socket.port);
    }
    judge('directly', outcome, MAX_CLOSED);
  });

  for (const recipe of PROXIES) {
    const isThere = Bun.which(recipe.program) !== null;
    if (!isThere) console.warn(`Skipped: ${recipe.program} is not installed here.`);
    test.skipIf(!isThere)(`through ${recipe.program}`, async () => {
      using socket = openListeningSocket();
      await using muster = await startMuster({ env, socket: socket.descriptor, port: socket.port });
      const http = await findFreePort();
      const ports = { http, https: await findFreePort(), muster: socket.port };
      const proxy = await startProxy(recipe, await makeFolder(), ports);
      try {
        judge(recipe.program, await restartUnderLoad(muster, http));
      } finally {
        proxy.kill('SIGKILL');
      }
    });
  }
});

test.skipIf(!isLinux)(
  'an idle service is gone within 300 ms, and answers within 150 ms of its start',
  async () => {
    using socket = openListeningSocket();
    await using muster = await startMuster({ env, socket: socket.descriptor, port: socket.port });
    let stopMs = Number.POSITIVE_INFINITY;
    let startMs = Number.POSITIVE_INFINITY;
    // A busy machine gets more tries.
    for (let tries = 0; tries < 60 && (stopMs > 300 || startMs > 150); tries += 1) {
      stopMs = Math.min(stopMs, await timeStop(muster));
      startMs = Math.min(startMs, await timeStart(muster, socket.port));
    }
    console.info(
      `stop: ${Math.round(stopMs)} ms, start: ${Math.round(startMs)} ms to the first answer`,
    );
    expect(stopMs).toBeLessThanOrEqual(300);
    expect(startMs).toBeLessThanOrEqual(150);
  },
);
