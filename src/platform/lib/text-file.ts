// Reads text that people wrote elsewhere, from files and standard input: UTF-8, with or without a byte order mark.

import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileFailures } from '../messages/messages.ts';
import { Failure, readOr } from './failure.ts';
import { sayFileFailure } from './file-failure.ts';

const MAX_BYTES = 1024 * 1024;
const NEW_LINE = 0x0a;

/** The text, or the number of the first line that is not UTF-8. A NUL only appears in other encodings. */
export function decodeText(bytes: Uint8Array): { text: string } | { brokenLine: number } {
  const text = decode(bytes);
  if (text !== undefined) return { text };
  let line = 1;
  for (let from = 0; ; line += 1) {
    const end = bytes.indexOf(NEW_LINE, from);
    if (end === -1 || decode(bytes.subarray(from, end)) === undefined) return { brokenLine: line };
    from = end + 1;
  }
}

function decode(bytes: Uint8Array): string | undefined {
  const text = readOr(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes), undefined);
  return text?.includes('\0') ? undefined : text;
}

/** Like `decodeText`. Throws `invalid` with the end of a sentence, which the caller starts with the file's name. */
export function requireText(bytes: Uint8Array): string {
  const read = decodeText(bytes);
  if ('text' in read) return read.text;
  throw new Failure(
    'invalid',
    `it is not UTF-8 (line ${read.brokenLine}). Save it in that encoding.`,
  );
}

/** Reads a text file of at most 1 MiB. Throws the errors of the file system, and `invalid` like `requireText`. */
export function readTextFile(path: string): string {
  return requireText(readLimited(path));
}

/** The bytes of a file, pipe or device. Throws the errors of the file system, and `invalid` for more than 1 MiB. */
export function readLimited(path: string): Uint8Array<ArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(MAX_BYTES + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read) {
      read = readSync(file, bytes, size, bytes.length - size, null);
    }
    if (size <= MAX_BYTES) return bytes.slice(0, size);
  } finally {
    closeSync(file);
  }
  throw new Failure('invalid', 'it is larger than 1 MiB: make it smaller.');
}

/** The bytes of a file of at most 1 MiB; failures call the file `label`. Throws `invalid`. */
export async function readRegularFile(path: string, label: string): Promise<Uint8Array> {
  const handle = await open(path).catch((error: unknown) => {
    throw new Failure(
      'invalid',
      sayFileFailure(() => fileFailures.read(label), error),
    );
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new Failure('invalid', `${label} is not a file.`);
    if (facts.size > MAX_BYTES) {
      throw new Failure('invalid', `${label} is larger than 1 MiB: make it smaller.`);
    }
    return new Uint8Array(await handle.readFile());
  } finally {
    await handle.close();
  }
}
