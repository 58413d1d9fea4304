// What 10,000 live servers cost: resident memory after load, and the time from start to first answer.

import { readFileSync } from 'node:fs';
import { planLoad, runLoad } from '../harness/load.ts';
import { spawnMuster } from '../harness/muster.ts';
import { makeServers } from '../harness/population.ts';
import { createResponseCounter } from '../harness/response-counter.ts';
import { seedServers } from '../harness/seed.ts';
import { median } from '../harness/statistics.ts';
import type { Row } from '../harness/table.ts';
import { findFreePort, type Workplace } from '../harness/workplace.ts';
import { checkBeats, startBeaten } from './heartbeats.ts';
import type { MeasureContext } from './measure.ts';

const SERVERS = 10_000;
const MEMORY_TARGET_MB = 150;
const START_TARGET_MS = 150;
const PATIENCE_MS = 20_000;

/** Measures both. */
export async function measureFootprint(context: MeasureContext): Promise<Row[]> {
  return [await measureMemory(context), await measureStart(context)];
}

async function measureMemory(context: MeasureContext): Promise<Row> {
  const { workplace, pace, say } = context;
  say('memory with 10,000 servers');
  const { muster, requests } = await startBeaten(context, SERVERS);
  const seconds = pace.roundSeconds * 2;
  await runLoad(workplace, await planLoad(workplace, muster, requests), seconds);
  await checkBeats(muster, SERVERS);
  for (const encoding of ['gzip', 'identity', 'br', 'zstd']) {
    const request = { path: '/api/servers', headers: { 'Accept-Encoding': encoding } };
    await runLoad(workplace, await planLoad(workplace, muster, [request]), seconds);
  }
  const residentMb = readMemoryMb(muster.pid, 'VmRSS');
  const highestMb = readMemoryMb(muster.pid, 'VmHWM');
  await muster.stop();
  return {
    measure: 'resident memory, 10,000 live servers, after heartbeats and lists under load',
    figure: `${residentMb.toFixed(0)} MB (highest ${highestMb.toFixed(0)} MB)`,
    comparison: '',
    result: `${residentMb.toFixed(0)} MB`,
    target: `< ${MEMORY_TARGET_MB} MB`,
    isMet: residentMb < MEMORY_TARGET_MB,
  };
}

/** Memory of a process, in megabytes of a million bytes. */
export function readMemoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kib === undefined) throw new Error(`/proc/${pid}/status does not tell ${field}.`);
  return (Number(kib) * 1024) / 1e6;
}

async function measureStart({ workplace, binary, pace, say }: MeasureContext): Promise<Row> {
  say('start with 10,000 servers');
  const folder = await workplace.makeFolder();
  await seedServers(folder, makeServers(SERVERS, Date.now()));
  const timesMs: number[] = [];
  // The first one brings the binary into the page cache.
  for (let start = 0; start <= pace.starts; start += 1) {
    const timeMs = await timeStart(workplace, binary, folder);
    if (start > 0) timesMs.push(timeMs);
  }
  const medianMs = median(timesMs);
  const [fastest, slowest] = [Math.min(...timesMs), Math.max(...timesMs)];
  return {
    measure: 'start of the process to the first list of 10,000 servers',
    figure: `${medianMs.toFixed(0)} ms (${fastest.toFixed(0)} to ${slowest.toFixed(0)} ms)`,
    comparison: '',
    result: `${medianMs.toFixed(0)} ms`,
    target: `≤ ${START_TARGET_MS} ms`,
    isMet: medianMs <= START_TARGET_MS,
  };
}

/** Asks again and again until the list is answered. Throws after 20 s. */
async function timeStart(workplace: Workplace, binary: string, folder: string): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawnMuster(workplace, { binary, folder, port });
  while (performance.now() - startedAt < PATIENCE_MS) {
    if ((await askOnce(port)) === 200) {
      const timeMs = performance.now() - startedAt;
      await workplace.end(child);
      return timeMs;
    }
    await Bun.sleep(1);
  }
  throw new Error('Muster did not start.');
}

/** One request on a connection of its own: the status, or `undefined` when nobody listens. */
function askOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = `GET /api/servers HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: gzip\r\n\r\n`;
    Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open(socket) {
          const count = createResponseCounter((status) => {
            resolve(status);
            socket.terminate();
          });
          socket.data = { count };
          socket.write(request);
        },
        data: (socket, chunk) => socket.data.count(chunk),
        close: () => resolve(undefined),
        connectError: () => resolve(undefined),
      },
      data: { count: (_: Uint8Array): void => {} },
    }).catch(() => resolve(undefined));
  });
}
