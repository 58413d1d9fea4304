// A disk that may lose power: which contents of a folder it could have kept, given what was written and synced.

import type { Random } from '../simulation/random.ts';
import type { WriteRecord } from './recording.ts';

/** Files by their paths. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The disk after some records. */
export interface Disk {
  /** Takes in the next record. */
  apply(record: WriteRecord): void;
  /** Contents that a power cut now could leave: some of what was not synced is lost, out of order and torn. */
  sample(random: Random): Files;
}

/** A change of what is in a file. A file keeps its number when its name changes. */
type ContentChange =
  | { kind: 'write'; file: number; offset: number; data: Uint8Array }
  | { kind: 'truncate'; file: number; length: number };

/** A change of which files a folder has; `file` is `undefined` where the name is gone. */
interface NameChange {
  kind: 'name';
  path: string;
  file: number | undefined;
}

type Change = ContentChange | NameChange;

/** What a disk has. */
interface Content {
  names: Map<string, number>;
  files: Map<number, FileContent>;
}

/** The content of a file: the first `length` of `bytes`, behind which there are zeros. */
interface FileContent {
  bytes: Uint8Array;
  length: number;
  /** Whether another content has it too, so that it must not be changed. */
  isShared: boolean;
}

/** What a disk keeps whole: a write is torn between sectors. */
const SECTORS = [512, 4_096] as const;

/** Makes a disk with some files on it; `isHonest` is false for one that only says that it synced. */
export function createDisk(isHonest: boolean, before: Files): Disk {
  const kept: Content = { names: new Map(), files: new Map() };
  /** The names as processes see them. */
  const names = new Map<string, number>();
  /** What may still be lost, in its order. */
  let pending: Change[] = [];
  let lastFile = 0;

  function open(path: string): number {
    lastFile += 1;
    names.set(path, lastFile);
    return lastFile;
  }

  for (const [path, bytes] of before) {
    const file = open(path);
    kept.names.set(path, file);
    kept.files.set(file, { bytes, length: bytes.length, isShared: true });
  }

  /** A file that the runtime made past the C library is there, and empty. */
  function fileOf(path: string): number {
    const known = names.get(path);
    if (known !== undefined) return known;
    const file = open(path);
    kept.names.set(path, file);
    return file;
  }

  function rename(from: string, to: string): void {
    const file = fileOf(from);
    names.delete(from);
    names.set(to, file);
    pending.push({ kind: 'name', path: from, file: undefined }, { kind: 'name', path: to, file });
  }

  /** A sync of a folder keeps which files there are, one of a file what is in it. */
  function sync(path: string): void {
    if (!isHonest) return;
    const file = names.get(path);
    const isDone = (change: Change): boolean =>
      change.kind === 'name'
        ? file === undefined && folderOf(change.path) === path
        : change.file === file;
    for (const change of pending) if (isDone(change)) applyTo(kept, change);
    pending = pending.filter((change) => !isDone(change));
  }

  return {
    apply(record) {
      if (record.kind === 'answered') return;
      const { path } = record;
      switch (record.kind) {
        case 'sync':
          return sync(path);
        case 'create':
          pending.push({ kind: 'name', path, file: open(path) });
          return;
        case 'unlink':
          names.delete(path);
          pending.push({ kind: 'name', path, file: undefined });
          return;
        case 'rename':
          return rename(path, record.to);
        case 'truncate':
          pending.push({ kind: 'truncate', file: fileOf(path), length: record.length });
          return;
        default: {
          const { offset, data } = record;
          pending.push({ kind: 'write', file: fileOf(path), offset, data });
        }
      }
    },
    sample(random) {
      const content = {
        names: new Map(kept.names),
        files: new Map([...kept.files].map(([file, it]) => [file, { ...it, isShared: true }])),
      };
      for (const change of choose(random, pending)) applyTo(content, change);
      return new Map(
        [...content.names].map(([path, file]) => {
          const { bytes, length } = content.files.get(file) ?? NOTHING;
          return [path, bytes.subarray(0, length)];
        }),
      );
    },
  };
}

const NOTHING: FileContent = { bytes: new Uint8Array(), length: 0, isShared: true };

/** Nothing of what is not synced, all of it, a beginning of it, or any part of it. */
function choose(random: Random, pending: readonly Change[]): Change[] {
  const kind = random.whole(10);
  if (kind === 0) return [];
  if (kind < 3) return [...pending];
  const end = random.whole(pending.length + 1);
  const share = random.pick([0.05, 0.3, 0.7, 0.95, 1]);
  const sector = random.pick(SECTORS);
  return pending
    .slice(0, end)
    .flatMap((change) => (change.kind === 'write' ? tear(change, sector) : [change]))
    .filter(() => share === 1 || random.chance(share));
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** The parts of a write that a disk keeps or loses each by itself. */
function tear(change: Extract<Change, { kind: 'write' }>, sector: number): Change[] {
  const { offset, data } = change;
  const parts: Change[] = [];
  let at = 0;
  while (at < data.length) {
    const end = Math.min(data.length, (Math.floor((offset + at) / sector) + 1) * sector - offset);
    parts.push({ ...change, offset: offset + at, data: data.subarray(at, end) });
    at = end;
  }
  return parts;
}

function applyTo({ names, files }: Content, change: Change): void {
  if (change.kind === 'name') {
    if (change.file === undefined) names.delete(change.path);
    else names.set(change.path, change.file);
    return;
  }
  if (change.kind === 'truncate') {
    const file = open(files, change.file, change.length);
    file.bytes.fill(0, change.length);
    file.length = change.length;
    return;
  }
  const { offset, data } = change;
  const end = offset + data.length;
  const file = open(files, change.file, end);
  file.bytes.set(data, offset);
  file.length = Math.max(file.length, end);
}

/** The file, with room for so many bytes, of which no other content knows. Growing by a half keeps copies few. */
function open(files: Content['files'], number: number, least: number): FileContent {
  const before = files.get(number) ?? NOTHING;
  if (!before.isShared && before.bytes.length >= least) return before;
  const room = before.bytes.length >= least ? least : Math.ceil(least * 1.5);
  const bytes = new Uint8Array(Math.max(room, before.length));
  bytes.set(before.bytes.subarray(0, before.length));
  const file = { bytes, length: before.length, isShared: false };
  files.set(number, file);
  return file;
}
