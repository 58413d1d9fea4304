// One stream from a game server through the relay, against the same stream without it and through nginx.

import { join } from 'node:path';
import { judge } from '../harness/compare.ts';
import { startMuster, waitFor } from '../harness/muster.ts';
import { startWebSocketProxy } from '../harness/nginx.ts';
import { median, medianRatio } from '../harness/statistics.ts';
import { formatRatio, type Row } from '../harness/table.ts';
import { findFreePort } from '../harness/workplace.ts';
import type { MeasureContext } from './measure.ts';

const TARGET = { atLeast: 0.4 };
const NGINX_TARGET = { atLeast: 1 };
/** What a game server sends a level in, and what one that fills its buffers first does. */
const SIZES = [1_024, 16_384];
/** Bytes requested at a time: about a large level. */
const HELPING = 8 * 1024 * 1024;

/** Measures both ways in turn, for each size of messages. */
export async function measureRelay(context: MeasureContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await measureSize(context, size)));
  return rows;
}

async function measureSize(
  { workplace, binary, pace, say }: MeasureContext,
  size: number,
): Promise<Row[]> {
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
  const { nginx } = workplace.machine;
  const proxy =
    nginx === undefined ? undefined : await startWebSocketProxy(workplace, nginx, gamePort);
  const proxied = proxy && (await openStream(`ws://127.0.0.1:${proxy.port}/`, origin));
  const rates = { direct: [] as number[], relayed: [] as number[], proxied: [] as number[] };
  for (let round = 0; round <= pace.rounds; round += 1) {
    const seconds = round === 0 ? pace.warmUpSeconds : pace.roundSeconds;
    for (const [name, stream] of Object.entries({ relayed, direct, proxied })) {
      const rate = await stream?.measure(seconds);
      // Round 0 warms them up.
      if (round > 0 && rate !== undefined) rates[name as keyof typeof rates].push(rate);
    }
  }
  for (const stream of [relayed, direct, proxied]) stream?.close();
  await Promise.all([muster.stop(), proxy?.stop(), workplace.end(game)]);
  const compare = (name: string, other: number[], target: typeof TARGET): Row => {
    const ratio = medianRatio(rates.relayed, other);
    return {
      measure: `relay, one stream in messages of ${size / 1024} KiB`,
      figure: formatSpeed(median(rates.relayed)),
      comparison: `${name}: ${formatSpeed(median(other))}`,
      result: formatRatio(ratio),
      ...judge(ratio, target),
    };
  };
  const rows = [compare('without it', rates.direct, TARGET)];
  if (proxied !== undefined) {
    rows.push(compare('nginx as a WebSocket proxy', rates.proxied, NGINX_TARGET));
  }
  return rows;
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
