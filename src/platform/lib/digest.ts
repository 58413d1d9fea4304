// Digests in the forms that are used: SHA-256 for keys, names and stored secrets, MD5 for what the game defines.

import { hash } from 'node:crypto';

// `hash` takes half the time of `createHash(…).update(…).digest(…)` for the short texts that requests carry.

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** Base64 digest of the text's UTF-8 bytes, as a Content-Security-Policy names an inline style. */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64');
}

export function sha256Bytes(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** What server hashes and mppasses are made of. */
export function md5Hex(text: string): string {
  return hash('md5', text, 'hex');
}

/** The same in a text that people or programs wrote. */
export const MD5_HEX = /^[0-9a-fA-F]{32}$/;
