// MD5, which server hashes and mppasses are made of.

import { hash } from 'node:crypto';

/** Lower-case hex md5 of the text's UTF-8 bytes, 32 digits with leading zeros. */
export function md5Hex(text: string): string {
  return hash('md5', text, 'hex');
}
