// What a process wrote below a folder, as the recorder noted it.

import { existsSync, readFileSync } from 'node:fs';

/** One record, in the order in which things happened. Paths are relative to the watched folder. */
export type WriteRecord =
  | { kind: 'create' | 'sync' | 'unlink'; path: string }
  | { kind: 'write'; path: string; offset: number; data: Uint8Array }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'rename'; path: string; to: string }
  /** Something was answered to somebody: from here on it must not be lost. */
  | { kind: 'answered'; fact: Fact };

/** What was answered. */
export type Fact =
  | { what: 'account' | 'verified' | 'deleted' | 'email'; name: string }
  | { what: 'session' | 'session ended'; valueHash: string }
  | { what: 'minute' }
  | KeptFact
  /** From here on emails are sent, and leave the database. */
  | { what: 'emails may go' };

/** The last one of a key counts; while it is changing, either is right. */
export interface KeptFact {
  what: 'kept';
  thing: KeptThing;
  key: string;
  state: 'there' | 'changing' | 'gone';
}

export type KeptThing =
  | 'browser'
  | 'claim'
  | 'editor'
  | 'event'
  | 'favourite'
  | 'hidden'
  | 'icon'
  | 'key'
  | 'pledge'
  | 'push key'
  | 'report'
  | 'skin'
  | 'webhook';

const KINDS = [undefined, 'create', 'write', 'truncate', 'sync', 'rename', 'unlink'] as const;
const HEADER_BYTES = 24;
/** The driver's own records: the fact stands where the path does. */
const ANSWERED = 7;

/** Packs a record of the driver, which is appended to the recorder's file by one call. */
export function packFact(fact: Fact): Uint8Array {
  const text = Buffer.from(JSON.stringify(fact));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(ANSWERED, 0);
  header.writeUInt32LE(text.length, 4);
  return Buffer.concat([header, text]);
}

/** Reads a recording of what happened below `folder`. */
export function readRecording(file: string, folder: string): WriteRecord[] {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const records: WriteRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    const number = bytes.readUInt32LE(at);
    const pathLength = bytes.readUInt32LE(at + 4);
    const offset = Number(bytes.readBigUInt64LE(at + 8));
    const length = Number(bytes.readBigUInt64LE(at + 16));
    at += HEADER_BYTES;
    const text = bytes.subarray(at, at + pathLength).toString();
    at += pathLength;
    if (number === ANSWERED) {
      records.push({ kind: 'answered', fact: JSON.parse(text) as Fact });
      continue;
    }
    const kind = KINDS[number];
    const path = text.slice(folder.length).replace(/^\//, '');
    if (kind === 'write') {
      records.push({ kind, path, offset, data: bytes.subarray(at, at + length) });
      at += length;
    } else if (kind === 'truncate') records.push({ kind, path, length: offset });
    else if (kind === 'rename') {
      const to = bytes.subarray(at, at + length).toString();
      records.push({ kind, path, to: to.slice(folder.length).replace(/^\//, '') });
      at += length;
    } else if (kind !== undefined) records.push({ kind, path });
    else throw new Error(`The recording has an unknown record ${number} at ${at}.`);
  }
  return records;
}
