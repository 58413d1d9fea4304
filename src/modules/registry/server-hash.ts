// The server hash, which identifies a server in paths and play URLs, and the parsing of typed hashes.

import { MD5_HEX, md5Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { ownCopy, quote } from '../../platform/lib/text.ts';
import { registryFailures } from './messages.ts';

const BETWEEN_SEGMENTS = /[/?#]/;

/** Lower-case hex md5 of `ip:port`; the same after a restart of either side (C8.2). */
export function computeServerHash(ip: string, port: number): string {
  return md5Hex(`${ip}:${port}`);
}

export function parseServerHash(text: string): string | undefined {
  return MD5_HEX.test(text) ? ownCopy(text.toLowerCase()) : undefined;
}

/** Finds the hash in a text: the text itself or the last segment of a play URL, in lower case (C5.7). */
export function findLastHash(text: string): string | undefined {
  return text
    .trim()
    .split(BETWEEN_SEGMENTS)
    .map(parseServerHash)
    .findLast((hash) => hash !== undefined);
}

export function requireHash(text: string): string {
  const hash = parseServerHash(text);
  if (hash !== undefined) return hash;
  throw new Failure('invalid', registryFailures.hash(quote(text)));
}
