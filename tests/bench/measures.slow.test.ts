// Only the benchmark itself shows that each of its measures still works with the binary: one that broke would go unnoticed until somebody wants figures.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { firstCells, readDocs, root } from '../support/docs.ts';

/** Sizes that a short run leaves out. */
const LARGER = /^list, .*(?:1,000|10,000) servers$/;

/** Without how often an account had its turn, which depends on the machine. */
const measuresOf = (table: string) =>
  firstCells(table).map((measure) => measure.replace(/, (?:each request|many accounts) .*/, ''));

/** A flood of one second may do nothing on a busy machine, and a start may take too long there. */
const TRIES = 3;

/** What the tables show, and which groups of measures failed. */
function measure(groups: readonly string[]) {
  const only = groups.length === 0 ? [] : ['--only', groups.join(',')];
  const { stdout, stderr } = Bun.spawnSync(
    [process.execPath, '--no-env-file', join(root, 'bench/run.ts'), '--once', ...only],
    { stdout: 'pipe', stderr: 'pipe' },
  );
  const failed = [...stderr.toString().matchAll(/^bench: (\w+) could not be measured: .*$/gm)];
  for (const [sentence] of failed) console.info(sentence);
  return { table: stdout.toString(), failed: failed.map(([, group = '']) => group) };
}

test('each measure of the benchmark comes to an end', async () => {
  let { table, failed } = measure([]);
  for (let tries = 1; tries < TRIES && failed.length > 0; tries += 1) {
    const again = measure(failed);
    table += again.table;
    failed = again.failed;
  }
  expect(failed).toEqual([]);
  const page = (await readDocs()).get('docs/benchmark.md') ?? '';
  const [, section = ''] = /<!-- bench -->(.*?)<!-- \/bench -->/s.exec(page) ?? [];
  const published = measuresOf(section).filter((measure) => !LARGER.test(measure));
  expect(published.length).toBeGreaterThan(10);
  const found = new Set(measuresOf(table));
  expect(published.filter((measure) => !found.has(measure))).toEqual([]);
}, 600_000);
