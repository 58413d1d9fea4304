// Text from elsewhere: what is UTF-8, in which line it is not, and how much is read.

import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeText, readTextFile } from '../../../src/platform/lib/text-file.ts';

test.each<[string, Buffer, ReturnType<typeof decodeText>]>([
  ['nothing', Buffer.of(), { text: '' }],
  ['letters of any alphabet', Buffer.from('Grüße, мир\n'), { text: 'Grüße, мир\n' }],
  ['a byte order mark, which goes', Buffer.from('\ufeffa'), { text: 'a' }],
  ['a replacement character that was written', Buffer.from('a\ufffd'), { text: 'a\ufffd' }],
  [
    'Latin-1 behind it',
    Buffer.concat([Buffer.from('\ufffd\na\nR'), Buffer.of(0xfc)]),
    { brokenLine: 3 },
  ],
  ['a character that is cut at the end', Buffer.of(0x61, 0x0a, 0xc3), { brokenLine: 2 }],
  ['UTF-16 with its mark', Buffer.from('\ufeffab', 'utf16le'), { brokenLine: 1 }],
  ['UTF-16 without it', Buffer.from('a\nb', 'utf16le'), { brokenLine: 1 }],
  ['NUL in the second line', Buffer.from('a\nb\0'), { brokenLine: 2 }],
])('%s', (_what, bytes, read) => {
  expect(decodeText(bytes)).toEqual(read);
});

test('at most 1 MiB of a file is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-text-'));
  const path = join(folder, 'text');
  try {
    writeFileSync(path, Buffer.alloc(1024 * 1024, 'a'));
    expect(readTextFile(path)).toHaveLength(1024 * 1024);
    writeFileSync(path, Buffer.alloc(1024 * 1024 + 1, 'a'));
    expect(() => readTextFile(path)).toThrow('larger than 1 MiB');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
