// Finds and reads the files of the web client in the operator's folder, within limits.

import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentDigest } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { doctorFindings as texts } from '../../platform/messages/findings.ts';
import type { WebClientFile } from './web-client-ports.ts';

export interface FoundFile {
  /** The name that browsers request: `ClassiCube.js`, `sounds/dig_stone1.wav`. */
  name: string;
  path: string;
  size: number;
  signature: string;
}

const WEB_CLIENT_SCRIPT = 'ClassiCube.js';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
  '.data': 'application/octet-stream',
  '.mem': 'application/octet-stream',
  '.map': 'application/json',
  '.wav': 'audio/wav',
};
/** The game requests its sounds from this folder. */
const SOUNDS = 'sounds';
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
const MAX_FILES = 500;
const MAX_BYTES = 128 * 1024 * 1024;

export async function findWebClientFiles(folder: string): Promise<FoundFile[]> {
  const root = await realpath(folder).catch(() => undefined);
  const names = root === undefined ? undefined : await readdir(root).catch(() => undefined);
  if (root === undefined || names === undefined) {
    throw new Failure('invalid', () => texts.webClientUnreadable(folder));
  }
  const sounds = await readdir(join(root, SOUNDS)).catch(() => []);
  const candidates = [
    ...names.filter(isServed),
    ...sounds.filter((name) => isServed(name)).map((name) => `${SOUNDS}/${name}`),
  ];
  if (candidates.length > MAX_FILES) {
    throw new Failure('invalid', () => texts.webClientMany(folder, candidates.length, MAX_FILES));
  }
  const found: FoundFile[] = [];
  for (const name of candidates.sort()) {
    const file = await findFile(root, name);
    if (file !== undefined) found.push(file);
  }
  const size = found.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_BYTES) {
    const [mib, most] = [size, MAX_BYTES].map((bytes) => Math.ceil(bytes / 1024 / 1024));
    throw new Failure('invalid', () => texts.webClientLarge(folder, mib ?? 0, most ?? 0));
  }
  if (!found.some(({ name }) => name === WEB_CLIENT_SCRIPT)) {
    throw new Failure('invalid', () => texts.webClientNoScript(folder, WEB_CLIENT_SCRIPT));
  }
  return found;
}

/** Reads one file. Throws `unavailable` if it has changed since it was found, or cannot be read. */
export async function readWebClientFile(file: FoundFile): Promise<WebClientFile> {
  // Does not follow a link that has replaced the file.
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => {
    throw new Failure('unavailable', `${file.path} cannot be read.`);
  });
  try {
    if ((await handle.stat()).size !== file.size) {
      throw new Failure('unavailable', `${file.path} changed while it was being read.`);
    }
    const bytes = new Uint8Array(await handle.readFile());
    const digest = contentDigest(bytes);
    return { type: TYPES[extname(file.name)] ?? '', digest, bytes };
  } finally {
    await handle.close();
  }
}

export function listMissing(names: readonly string[]): string[] {
  const missing: string[] = [];
  if (!names.some((name) => name.endsWith('.wasm'))) {
    missing.push(texts.webClientNoWasm);
  }
  if (!names.includes('default.zip')) missing.push(texts.webClientNoTextures);
  return missing;
}

function isServed(name: string): boolean {
  return NAME.test(name) && TYPES[extname(name)] !== undefined;
}

/** Finds a regular file, or a link to one within the folder. */
async function findFile(root: string, name: string): Promise<FoundFile | undefined> {
  const path = await realpath(join(root, name)).catch(() => undefined);
  if (path === undefined || !path.startsWith(root + sep)) return undefined;
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  const signature = `${name} ${facts.ino} ${facts.size} ${facts.mtimeMs}`;
  return { name, path, size: facts.size, signature };
}
