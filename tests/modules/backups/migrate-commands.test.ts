// `muster migrate`, for real and on a copy.

import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';
import { makeFilledDatabase } from '../../platform/store/filled-database.ts';
import { addFutureMigration, futureMigration } from '../../platform/store/migration-samples.ts';
import { type Bench, openBench } from '../../support/command-line.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench[Symbol.dispose]());

const data = () => join(bench.folder, 'muster-data');

/** A database that the next version brings up to date, which this process is until that is disposed. */
function makeOld(): Disposable {
  mkdirSync(data());
  makeFilledDatabase(join(data(), 'muster.db'));
  return addFutureMigration();
}

test('a dry run names what would run, and changes nothing', async () => {
  using _next = makeOld();
  const out = await bench.out(['migrate', '--dry-run']);
  expect(out).toMatch(
    new RegExp(
      `^Tried on a copy of \\d+ KiB, made in \\d+ ms\\.\\n${futureMigration.tag}: \\d+ m?s\\n` +
        'No problems found in the result, checked in \\d+ ms\\. Nothing was changed\\.\\n' +
        'The next start, or muster migrate, makes a backup and runs 1 migration\\.\\n$',
    ),
  );
  expect(readdirSync(data())).toEqual(['muster.db']);
  expect(await bench.out(['migrate', '--dry-run'])).toContain('runs 1 migration.');
});

test('for real it keeps a copy; the second time there is nothing to do', async () => {
  using _next = makeOld();
  const out = await bench.out(['migrate']);
  expect(out).toStartWith(`${futureMigration.tag}: `);
  expect(out).toMatch(
    /\nThe previous database: \S+\nThe schema is up to date \(\d+ migrations\)\.\n$/,
  );
  expect(readdirSync(join(data(), 'backups'))).toHaveLength(1);
  expect(await bench.out(['migrate'])).toBe(
    `The schema was up to date (${migrations.length} migrations).\n`,
  );
  expect(await bench.out(['migrate', '--dry-run'])).toContain('The schema is up to date (');
});

test('a restore that waits for the next start comes first', async () => {
  using _next = makeOld();
  await bench.out(['backup', 'a.db']);
  await bench.out(['restore', 'a.db', '--yes', '--at-next-start']);
  await bench.out(['migrate']);
  const backups = readdirSync(join(data(), 'backups'));
  expect(backups.filter((name) => name.startsWith('muster-before-restore-'))).toHaveLength(1);
  expect(backups).toHaveLength(2);
});

test.each([[['migrate']], [['migrate', '--dry-run']]])(
  '%p without a database makes none',
  async (argv) => {
    const { exitCode, err } = await bench.run(argv);
    expect([exitCode, err]).toEqual([1, expect.stringContaining('There is no ')]);
    expect(
      readdirSync(bench.folder).concat(
        ...readdirSync(bench.folder).map((name) => readdirSync(join(bench.folder, name))),
      ),
    ).not.toContain('muster.db');
  },
);
