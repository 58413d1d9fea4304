// The load where wrk is not installed, as a process of its own: keep-alive connections that each send
// the next request once the last is answered. Words: port, connections, seconds.

import { readFileSync } from 'node:fs';
import type { LoadResult } from './harness/load.ts';
import { createResponseCounter } from './harness/response-counter.ts';
import { quantile } from './harness/statistics.ts';

const [port = 0, connections = 0, seconds = 0] = process.argv.slice(2).map(Number);
const requests = readRequests(process.env.BENCH_REQUESTS ?? '');

let next = 0;
let bytes = 0;
let failures = 0;
let isOver = false;
const latenciesMs: number[] = [];

const start = performance.now();
const sockets = await Promise.all(Array.from({ length: connections }, connect));
await Bun.sleep(seconds * 1000);
isOver = true;
const result: LoadResult = {
  requests: latenciesMs.length,
  seconds: (performance.now() - start) / 1000,
  bytes,
  p50Ms: quantile(latenciesMs, 0.5),
  p99Ms: quantile(latenciesMs, 0.99),
  failures,
};
for (const socket of sockets) socket.terminate();
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);

function connect() {
  let sentAt = 0;
  let unsent = new Uint8Array();
  const send = (to: Bun.Socket): void => {
    const request = requests[next++ % requests.length];
    if (request === undefined) return;
    sentAt = performance.now();
    unsent = request.subarray(to.write(request));
  };
  let socket: Bun.Socket | undefined;
  const count = createResponseCounter((status) => {
    if (isOver || socket === undefined) return;
    latenciesMs.push(performance.now() - sentAt);
    if (status >= 400) failures += 1;
    send(socket);
  });
  return Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(opened) {
        socket = opened;
        send(opened);
      },
      data(_, chunk) {
        bytes += chunk.byteLength;
        count(chunk);
      },
      drain(drained) {
        unsent = unsent.subarray(drained.write(unsent));
      },
      close() {
        if (!isOver) failures += 1;
      },
    },
  });
}

/** Each request follows a line with its length in bytes. */
function readRequests(path: string): Uint8Array<ArrayBuffer>[] {
  const file = new Uint8Array(readFileSync(path));
  const found: Uint8Array<ArrayBuffer>[] = [];
  let index = 0;
  while (index < file.length) {
    const lineEnd = file.indexOf(10, index);
    const length = Number(new TextDecoder().decode(file.subarray(index, lineEnd)));
    index = lineEnd + 1 + length;
    found.push(file.slice(lineEnd + 1, index));
  }
  return found;
}
