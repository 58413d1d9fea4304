// The server hash, which identifies a server in paths and play URLs. Tools of the community compute it too.

import { md5Hex } from '../lib/md5.ts';

/** What a server hash looks like, in any case. */
export const SERVER_HASH = /^[0-9a-fA-F]{32}$/;
const BETWEEN_SEGMENTS = /[/?#]/;

/** Lower-case hex md5 of `ip:port`; the same after a restart of either side (C8.2). */
export function computeServerHash(ip: string, port: number): string {
  return md5Hex(`${ip}:${port}`);
}

/** Returns the hash in lower case, or `undefined` when the text is not 32 hex digits. */
export function parseServerHash(text: string): string | undefined {
  return SERVER_HASH.test(text) ? text.toLowerCase() : undefined;
}

/** The hash in a text: the text itself, or the last segment of a play URL that is one; in lower case (C5.7). */
export function findLastHash(text: string): string | undefined {
  return text
    .trim()
    .split(BETWEEN_SEGMENTS)
    .map(parseServerHash)
    .findLast((hash) => hash !== undefined);
}
