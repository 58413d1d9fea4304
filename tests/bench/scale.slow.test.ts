// Only the program itself shows that the simulation of many servers runs, and prints what docs/scaling.md shows.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { firstCells, readDocs, root, sectionOf } from '../support/docs.ts';

function run(...words: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, '--no-env-file', join(root, 'bench/scale.ts'), ...words],
    { stdout: 'pipe', stderr: 'pipe' },
  );
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test('two thousand servers are measured by every row of the page', async () => {
  const { exitCode, stdout, stderr } = run('2000');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.slice(2).filter((row) => !/ \| [^|]*\d[^|]* \|$/.test(row))).toEqual([]);
  const [, section = ''] = (await readDocs()).get('docs/scaling.md')?.split('<!-- bench -->') ?? [];
  const [table = ''] = section.split('<!-- /bench -->');
  expect(firstCells(stdout).length).toBeGreaterThan(10);
  expect(firstCells(table)).toEqual(firstCells(stdout));
}, 60_000);

test('the page cites the benchmark as it stands there', async () => {
  const docs = await readDocs();
  const [, section = ''] = docs.get('docs/benchmark.md')?.split('<!-- bench -->') ?? [];
  const cited = sectionOf(docs.get('docs/scaling.md') ?? '', 'When one machine is enough');
  for (const [measure, figure] of [
    ['heartbeats, 10,000 servers', '33,900'],
    ['list, 304, 10,000 servers', '90,600'],
    ['list, gzip, 10,000 servers', '11,000'],
    ['resident memory, 10,000 live servers, after heartbeats and lists under load', '170 MB'],
  ] as const) {
    expect(section).toContain(`\n| ${measure} | ${figure}`);
    expect(cited).toContain(figure);
  }
});

test.each(['0', '999', '1e6', '10000000', 'many'])('%p servers are refused', (size) => {
  const { exitCode, stdout, stderr } = run(size);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`"${size}"`);
});
