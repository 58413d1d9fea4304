// Only the benchmark itself shows that each of its measures still works with the binary: one that broke would go unnoticed until somebody wants figures.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { firstCells, readDocs, root } from '../support/docs.ts';

/** Sizes that a short run leaves out. */
const LARGER = /^list, .*(?:1,000|10,000) servers$/;

/** Without how often an account had its turn, which depends on the machine. */
const measuresOf = (table: string) =>
  firstCells(table).map((measure) => measure.replace(/, (?:each request|many accounts) .*/, ''));

test('each measure of the benchmark comes to an end', async () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, '--no-env-file', join(root, 'bench/run.ts'), '--once'],
    { stdout: 'pipe', stderr: 'pipe' },
  );
  expect({ exitCode, failed: stderr.toString().match(/.* could not be measured.*/g) }).toEqual({
    exitCode: 0,
    failed: null,
  });
  const page = (await readDocs()).get('docs/benchmark.md') ?? '';
  const [, section = ''] = /<!-- bench -->(.*?)<!-- \/bench -->/s.exec(page) ?? [];
  const published = measuresOf(section).filter((measure) => !LARGER.test(measure));
  expect(published.length).toBeGreaterThan(10);
  const found = new Set(measuresOf(stdout.toString()));
  expect(published.filter((measure) => !found.has(measure))).toEqual([]);
}, 300_000);
