// The public list in each encoding and size, against a bare handler with the same bytes, and nginx.

import { join } from 'node:path';
import { type RunningServer, startBare } from '../harness/bare-server.ts';
import { compareRates } from '../harness/compare.ts';
import { type LoadResult, type PlannedRequest, planLoad } from '../harness/load.ts';
import { type RunningMuster, startMuster } from '../harness/muster.ts';
import { startNginx } from '../harness/nginx.ts';
import { makeServers } from '../harness/population.ts';
import { alternate } from '../harness/rounds.ts';
import { seedServers } from '../harness/seed.ts';
import type { Row } from '../harness/table.ts';
import type { MeasureContext } from './measure.ts';

const ENCODINGS = ['gzip', 'identity', 'br', 'zstd'] as const;
type Encoding = (typeof ENCODINGS)[number];

const PATH = '/api/servers';
/** Headers without which a client could not read the bytes. */
const NEEDED = new Set(['content-type', 'content-encoding']);
const BARE_TARGET = { atLeast: 0.85 };
const NGINX_TARGET = { above: 1 };
/** Bytes for the headers, when it is checked that answers were what they should be. */
const MAX_HEAD_LENGTH = 1_024;

/** Headers that every server of the runtime adds by itself. */
const MADE_BY_RUNTIME = new Set(['date', 'content-length', 'connection', 'keep-alive']);

interface Answer {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Measures the list at each size. */
export async function measureList(context: MeasureContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of context.pace.listSizes) rows.push(...(await measureSize(context, size)));
  return rows;
}

async function measureSize(context: MeasureContext, size: number): Promise<Row[]> {
  const { workplace, binary, say } = context;
  const name = `${size.toLocaleString('en-US')} servers`;
  const folder = await workplace.makeFolder();
  await seedServers(folder, makeServers(size, Date.now()));
  const muster = await startMuster(workplace, { binary, folder });
  const rows: Row[] = [];
  // First, since the list is made anew after a minute, and its ETag with it.
  say(`list of ${name}, 304`);
  rows.push(await measureNotModified(context, muster, name));

  const rivals = await startRivals(context, muster);
  for (const encoding of ENCODINGS) {
    say(`list of ${name}, ${encoding}`);
    rows.push(...(await measureEncoding(context, muster, rivals, encoding, name)));
  }
  await Promise.all([rivals?.nginx.stop(), rivals?.tunedNginx.stop()]);
  await muster.stop();
  return rows;
}

interface Rivals {
  nginx: RunningServer;
  /** Keeps the files open. */
  tunedNginx: RunningServer;
}

/** Servers of the same bytes; `undefined` where nginx is not installed. */
async function startRivals(
  { workplace }: MeasureContext,
  { port }: RunningMuster,
): Promise<Rivals | undefined> {
  const { nginx } = workplace.machine;
  if (nginx === undefined) return undefined;
  const plain = (await ask(port, 'identity')).bytes;
  const gzip = (await ask(port, 'gzip')).bytes;
  return {
    nginx: await startNginx(workplace, nginx, { plain, gzip, keepsOpen: false }),
    tunedNginx: await startNginx(workplace, nginx, { plain, gzip, keepsOpen: true }),
  };
}

async function measureNotModified(
  { workplace, pace }: MeasureContext,
  muster: RunningMuster,
  name: string,
): Promise<Row> {
  const { headers: found } = await ask(muster.port, 'gzip');
  const condition = { 'If-None-Match': found.etag ?? '' };
  const { status, headers } = await askOnce(muster.port, {
    'accept-encoding': 'gzip',
    ...condition,
  });
  if (status !== 304) throw new Error(`If-None-Match was answered with ${status}.`);
  const bare = await startBare(workplace, { answer: 'not-modified', headers });
  const request = requestFor('gzip', condition);
  const sides = await alternate(workplace, pace, {
    muster: await planLoad(workplace, muster, [request]),
    bare: await planLoad(workplace, bare, [request]),
  });
  for (const results of Object.values(sides)) checkSizes(results, 0);
  await bare.stop();
  const rival = { name: 'bare handler', results: sides.bare };
  return compareRates(`list, 304, ${name}`, sides.muster, rival, BARE_TARGET);
}

async function measureEncoding(
  { workplace, pace }: MeasureContext,
  muster: RunningMuster,
  rivals: Rivals | undefined,
  encoding: Encoding,
  name: string,
): Promise<Row[]> {
  const { bytes, headers } = await ask(muster.port, encoding);
  const file = join(await workplace.makeFolder(), 'list');
  await Bun.write(file, bytes);
  const bare = await startBare(workplace, { answer: 'bytes', file, headers });
  const fewest = Object.fromEntries(Object.entries(headers).filter(([key]) => NEEDED.has(key)));
  const barest = await startBare(workplace, { answer: 'bytes', file, headers: fewest });
  const request = requestFor(encoding, {});
  const isServed = rivals !== undefined && (encoding === 'gzip' || encoding === 'identity');
  const sides = await alternate(workplace, pace, {
    muster: await planLoad(workplace, muster, [request]),
    bare: await planLoad(workplace, bare, [request]),
    barest: encoding === 'gzip' && (await planLoad(workplace, barest, [request])),
    nginx: isServed && (await planLoad(workplace, rivals.nginx, [request])),
    tunedNginx: isServed && (await planLoad(workplace, rivals.tunedNginx, [request])),
  });
  for (const results of Object.values(sides)) checkSizes(results, bytes.length);
  await Promise.all([bare.stop(), barest.stop()]);
  const measure = `list, ${encoding === 'identity' ? 'plain' : encoding}, ${name}`;
  const bareSide = { name: 'bare handler', results: sides.bare };
  const rows = [compareRates(measure, sides.muster, bareSide, BARE_TARGET)];
  if (encoding === 'gzip') {
    const side = { name: 'bare handler with the fewest headers', results: sides.barest };
    rows.push(compareRates(measure, sides.muster, side, undefined));
  }
  if (isServed) {
    const name = encoding === 'gzip' ? 'nginx gzip_static' : 'nginx';
    const stock = { name, results: sides.nginx };
    const tuned = { name: `${name} with open_file_cache`, results: sides.tunedNginx };
    rows.push(compareRates(measure, sides.muster, stock, NGINX_TARGET));
    rows.push(compareRates(measure, sides.muster, tuned, undefined));
  }
  return rows;
}

function requestFor(encoding: Encoding, headers: Record<string, string>): PlannedRequest {
  const accept = encoding === 'identity' ? {} : { 'Accept-Encoding': encoding };
  return { path: PATH, headers: { ...accept, ...headers } };
}

/** Asks until the encoding, which is made off the request path, is there. Throws after 10 s. */
async function ask(port: number, encoding: Encoding): Promise<Answer> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const answer = await askOnce(port, { 'accept-encoding': encoding });
    const given = answer.headers['content-encoding'] ?? 'identity';
    if (answer.status === 200 && given === encoding) return answer;
    await Bun.sleep(50);
  }
  throw new Error(`The list was not offered as ${encoding}.`);
}

async function askOnce(port: number, headers: Record<string, string>): Promise<Answer> {
  const url = `http://127.0.0.1:${port}${PATH}`;
  const response = await fetch(url, { headers, decompress: false });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const all = [...response.headers.entries()];
  const own = all.filter(([name]) => !MADE_BY_RUNTIME.has(name));
  return { status: response.status, bytes, headers: Object.fromEntries(own) };
}

/** Throws when the answers were other ones than were meant to be measured. */
function checkSizes(results: readonly LoadResult[], bodyBytes: number): void {
  for (const { bytes, requests } of results) {
    const each = bytes / requests;
    // Uptimes grow by a digit, and a round ends in the middle of some answers.
    if (each < bodyBytes * 0.9 || each > bodyBytes * 1.2 + MAX_HEAD_LENGTH) {
      throw new Error(`Answers of about ${bodyBytes} bytes were expected, not of ${each}.`);
    }
  }
}
