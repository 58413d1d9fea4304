// MD5, which server hashes and mppasses are made of.

import { hash } from 'node:crypto';

export function md5Hex(text: string): string {
  return hash('md5', text, 'hex');
}
