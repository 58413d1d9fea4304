// Reads another site's list of servers, within limits of time, bytes and entries, and without blocking the event loop.

import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { codeOf, Failure, readOr } from '../../platform/lib/failure.ts';
import { readAnswer, sendRequest } from '../../platform/lib/outgoing-request.ts';
import { doctorFindings as texts } from '../../platform/messages/findings.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_SERVERS = 5_000;
/** Longer records are left out; real ones have about 250 bytes. */
const MAX_RECORD_LENGTH = 4_096;
/** How much to read between two turns of the event loop, some milliseconds. The whole list would take up to 200. */
const SLICE_BYTES = 64 * 1024;

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\,{}[]');
const LIST_START = /^"servers"\s*:\s*\[/;

const unzip = promisify(gunzip);

export interface MirrorRequest<Server> {
  /** The ETag of the last list. While the list has not changed, reading returns `undefined`. */
  etag?: string | undefined;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Returns the server of a record; `undefined` leaves the record out. */
  read(record: unknown): Server | undefined;
}

/** Requests `/api/servers` of the site. Throws `unavailable` when the answer is late or is no list of servers. */
export async function readMirrorList<Server>(
  url: string,
  { etag, signal, timeoutMs = TIMEOUT_MS, read }: MirrorRequest<Server>,
): Promise<{ servers: Server[]; etag: string | undefined } | undefined> {
  const late = AbortSignal.timeout(timeoutMs);
  const end = new AbortController();
  try {
    const answer = await sendRequest(new URL(`${url}/api/servers`), {
      signal: AbortSignal.any([late, end.signal, ...(signal === undefined ? [] : [signal])]),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'muster',
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
    });
    const { statusCode: status } = answer;
    if (status === 304 && etag !== undefined) return undefined;
    if (status !== 200) throw refuse(() => texts.mirrorStatus(status ?? 0));
    const servers = await readRecords(await readBody(answer), read);
    return { servers, etag: answer.headers.etag };
  } catch (error) {
    const what = () => (late.aborted ? texts.mirrorLate(timeoutMs / 1_000) : whyOf(error));
    const text = () => texts.mirrorSaid(`${url}/api/servers`, what());
    throw new Failure('unavailable', text, { cause: error });
  } finally {
    end.abort();
  }
}

/** How many servers the site lists. Throws as `readMirrorList` does. */
export async function countMirrored(url: string): Promise<number> {
  const list = await readMirrorList(url, { read: (record) => record });
  return list?.servers.length ?? 0;
}

const refuse = (what: () => string) => new Failure('invalid', what);

function whyOf(error: unknown): string {
  if (error instanceof Failure && typeof error.text === 'function') return error.text();
  return texts.mirrorUnreadable(codeOf(error));
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const bytes = await readAnswer(answer, MAX_BYTES);
  if (bytes === undefined) throw refuse(() => texts.mirrorTooLong);
  if (answer.headers['content-encoding'] !== 'gzip') return bytes;
  return unzip(bytes, { maxOutputLength: MAX_BYTES }).catch((error) => {
    const isTooLong = codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
    throw refuse(() => (isTooLong ? texts.mirrorTooLong : texts.mirrorDamaged));
  });
}

/** Reads the first 5,000 records of `{"servers":[…]}` and leaves out other entries. Throws for anything else. */
async function readRecords<Server>(
  bytes: Buffer,
  read: (record: unknown) => Server | undefined,
): Promise<Server[]> {
  const name = bytes.indexOf('"servers"');
  const start = LIST_START.exec(bytes.toString('latin1', Math.max(0, name), name + 64));
  const servers: Server[] = [];
  let [entries, records, depth] = [0, 0, 0];
  let from = name + (start?.[0].length ?? bytes.length);
  let isText = false;
  let sliceEndsAt = 0;
  for (let at = from; at < bytes.length; at += 1) {
    if (at >= sliceEndsAt) {
      await setImmediate();
      sliceEndsAt = at + SLICE_BYTES;
    }
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else isText = byte !== QUOTE;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (depth > 0) depth -= Number(byte === CLOSE || byte === CLOSE_LIST);
    else if (byte === COMMA || byte === CLOSE_LIST) {
      const entry = readEntry(bytes, from, at);
      from = at + 1;
      if (entry !== 'nothing') entries += 1;
      if (typeof entry === 'object') {
        records += 1;
        const server = read(entry.record);
        if (server !== undefined) servers.push(server);
      }
      // A list with entries but no records is another kind of list.
      const isList = records > 0 || entries === 0;
      if (isList && (byte === CLOSE_LIST || entries === MAX_SERVERS)) return servers;
      if (byte === CLOSE_LIST) break;
    }
  }
  throw refuse(() => texts.mirrorNoList);
}

/** An entry of the list, without the commas around it. */
function readEntry(bytes: Buffer, from: number, end: number) {
  // Does not read a long entry: it may be a record.
  if (end - from > MAX_RECORD_LENGTH) return { record: undefined };
  const text = bytes.toString('utf8', from, end).trim();
  if (text === '') return 'nothing';
  if (!text.startsWith('{')) return 'no record';
  return readOr(() => ({ record: JSON.parse(text) }), 'no record');
}
