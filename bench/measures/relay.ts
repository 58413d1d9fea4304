// One stream from a game server through the relay, against the same stream without it.

import { join } from 'node:path';
import { judge } from '../harness/compare.ts';
import { startMuster, waitFor } from '../harness/muster.ts';
import { median, medianRatio } from '../harness/statistics.ts';
import { formatRatio, type Row } from '../harness/table.ts';
import { findFreePort } from '../harness/workplace.ts';
import type { MeasureContext } from './measure.ts';

const TARGET = { atLeast: 0.4 };
/** What a game server sends a level in, and what one that fills its buffers first does. */
const SIZES = [1_024, 16_384];
/** Bytes requested at a time: about a large level. */
const HELPING = 8 * 1024 * 1024;

/** Measures both ways in turn, for each size of messages. */
export async function measureRelay(context: MeasureContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(await measureSize(context, size));
  return rows;
}

async function measureSize(
  { workplace, binary, pace, say }: MeasureContext,
  size: number,
): Promise<Row> {
  say(`relay, messages of ${size} bytes`);
  const gamePort = await findFreePort();
  const game = workplace.spawn({
    cmd: [process.execPath, join(import.meta.dir, '../stream.ts'), `${gamePort}`, `${size}`],
    place: 'load',
  });
  await waitFor(`http://127.0.0.1:${gamePort}/`, game);
  const muster = await startMuster(workplace, { binary });
  await listGame(muster.port, gamePort);
  const origin = `http://localhost:${muster.port}`;
  const direct = await openStream(`ws://127.0.0.1:${gamePort}/`, origin);
  const relayed = await openStream(`ws://127.0.0.1:${muster.port}/p/127.0.0.1/${gamePort}`, origin);
  const rates = { direct: [] as number[], relayed: [] as number[] };
  for (let round = 0; round <= pace.rounds; round += 1) {
    const seconds = round === 0 ? pace.warmUpSeconds : pace.roundSeconds;
    const found = [await relayed.measure(seconds), await direct.measure(seconds)] as const;
    // Round 0 warms both up.
    if (round === 0) continue;
    rates.relayed.push(found[0]);
    rates.direct.push(found[1]);
  }
  relayed.close();
  direct.close();
  await Promise.all([muster.stop(), workplace.end(game)]);
  const ratio = medianRatio(rates.relayed, rates.direct);
  return {
    measure: `relay, one stream in messages of ${size / 1024} KiB`,
    figure: formatSpeed(median(rates.relayed)),
    comparison: `without it: ${formatSpeed(median(rates.direct))}`,
    result: formatRatio(ratio),
    ...judge(ratio, TARGET),
  };
}

/** Lists a game server of this machine that browsers may reach. */
export async function listGame(port: number, gamePort: number): Promise<void> {
  const form = `name=Stream&port=${gamePort}&users=0&max=1&public=true&salt=abc&web=true`;
  const answer = await fetch(`http://127.0.0.1:${port}/server/heartbeat`, {
    method: 'POST',
    body: form,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const text = await answer.text();
  if (!text.includes('/server/play/')) throw new Error(`The heartbeat was refused: ${text}`);
}

interface Stream {
  /** Bytes in a second, over about so many seconds. */
  measure(seconds: number): Promise<number>;
  close(): void;
}

async function openStream(url: string, origin: string): Promise<Stream> {
  const options: Bun.WebSocketOptions = { protocols: ['ClassiCube'], headers: { Origin: origin } };
  // The browser's type of the constructor, which pages bring along, knows no headers.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, options]);
  socket.binaryType = 'arraybuffer';
  let left = 0;
  let settle = Promise.withResolvers<void>();
  const fail = () => settle.reject(new Error(`${url} closed in the middle of a stream.`));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('close', () => reject(new Error(`${url} was not opened.`)));
  });
  socket.addEventListener('close', fail);
  socket.addEventListener('message', ({ data }) => {
    left -= (data as ArrayBuffer).byteLength;
    if (left <= 0) settle.resolve();
  });
  return {
    async measure(seconds) {
      const startedAt = performance.now();
      const until = startedAt + seconds * 1000;
      let got = 0;
      while (performance.now() < until) {
        settle = Promise.withResolvers();
        left = HELPING;
        socket.send(new TextEncoder().encode(String(HELPING)));
        await settle.promise;
        got += HELPING;
      }
      return (got / (performance.now() - startedAt)) * 1000;
    },
    close() {
      socket.removeEventListener('close', fail);
      socket.close(1000);
    },
  };
}

function formatSpeed(bytesPerSecond: number): string {
  return `${Number((bytesPerSecond / 1e6).toPrecision(3))} MB/s`;
}
