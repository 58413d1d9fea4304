// Codes that people read and type.

import { expect, test } from 'bun:test';
import { createReadableCode, READABLE_SIGNS } from '../../../src/platform/lib/readable-code.ts';

test('a code has its groups, and only signs that look like no other', () => {
  expect(createReadableCode(1)).toMatch(/^[a-km-np-z2-9]{4}$/);
  expect(createReadableCode(3)).toMatch(/^[a-km-np-z2-9]{4}(?:-[a-km-np-z2-9]{4}){2}$/);
  for (const sign of '01oil') expect(READABLE_SIGNS).not.toContain(sign);
});

test('every character is used, and no code twice', () => {
  const codes = Array.from({ length: 2_000 }, () => createReadableCode(4));
  expect(new Set(codes).size).toBe(2_000);
  expect([...new Set(codes.join('').replaceAll('-', ''))].sort().join('')).toBe(
    [...READABLE_SIGNS].sort().join(''),
  );
});
