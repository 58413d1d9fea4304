// The table of faults in docs/operating.md names the tests that make them, and those are what `npm run test:faults` runs.

import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const { FAULT_TESTS }: { FAULT_TESTS: Record<string, string[]> } = await import(
  join(root, 'scripts/faults.mjs')
);

/** The cells of the table's rows. */
function readTable(): string[][] {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const section = /^## Faults\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => row.slice(2, -2).split(' | '));
}

test('the table and the command have the same faults, with the same tests', () => {
  const table = Object.fromEntries(
    readTable().map((cells) => [
      cells[0],
      [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path),
    ]),
  );
  expect(table).toEqual(FAULT_TESTS);
});

test('each row says what is seen, logged, answered and kept', () => {
  for (const cells of readTable()) {
    expect(cells).toHaveLength(6);
    for (const cell of cells) expect(cell.trim()).not.toBe('');
  }
});

test('every named test is there', () => {
  const files = Object.values(FAULT_TESTS).flat();
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
