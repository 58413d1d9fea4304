// Digests in the forms that Muster uses: SHA-256 for keys, names and stored secrets, MD5 where the game demands it.

import { hash } from 'node:crypto';

// For the short texts of requests, `hash` takes half the time of `createHash(…).update(…).digest(…)`.

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** 80 bits of the digest, in hexadecimal: names content in ETags, and in addresses that browsers keep for good. */
export function contentDigest(data: string | Uint8Array): string {
  return sha256Hex(data).slice(0, 20);
}

/** Base64 digest of the text's UTF-8 bytes, as a Content-Security-Policy names inline styles. */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64');
}

export function sha256Bytes(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The digest for server hashes and mppasses, in lower-case hexadecimal. */
export function md5Hex(text: string): string {
  return hash('md5', text, 'hex');
}

/** Matches an MD5 digest in text from people or programs. */
export const MD5_HEX = /^[0-9a-fA-F]{32}$/;
