// The schedule of backups: when one is due, and what the checks say.

import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import type { Settings } from '../../../src/app/options.ts';
import { createBackupStore } from '../../../src/modules/backups/backup-store.ts';
import { createBackups } from '../../../src/modules/backups/backups.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { stateOf } from '../../../src/platform/ops/readiness.ts';
import { stampOf } from '../../../src/platform/store/sqlite/safety-copy.ts';
import { DEFAULT_SETTINGS } from '../../support/default-settings.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createReporter } from '../../support/reporter.ts';

const HOUR_MS = 3_600_000;

/** A schedule over a folder whose database was made just now; `make` only writes a file. */
function openSchedule(given: Partial<Settings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-backups-'));
  openStore({ folder })[Symbol.dispose]();
  const clock = createFakeClock(Math.floor(statSync(join(folder, 'muster.db')).birthtimeMs));
  const settings = {
    ...DEFAULT_SETTINGS,
    dataFolder: folder,
    backupFolder: folder,
    backupKeepDays: 0,
    leastFreeDiskMib: 0,
    ...given,
  };
  const made: string[] = [];
  const failed: unknown[] = [];
  const state = { isBroken: false, checks: 0 };
  const ended: (() => void)[] = [];
  const backups = createBackups(settings, {
    clock,
    async checkDamage() {
      state.checks += 1;
    },
    store: createBackupStore(settings, clock, async (_, path) => {
      if (state.isBroken) throw new Failure('unavailable', 'The disk is full.');
      writeFileSync(path, 'x');
      return { path, bytes: 1, rows: 1, tookMs: 1 };
    }),
    report: createReporter({
      backup_made({ path }) {
        made.push(path);
        ended.shift()?.();
      },
      backup_failed({ error }) {
        failed.push(error);
        ended.shift()?.();
      },
    }),
  });
  return {
    ...{ folder, clock, settings, made, failed, backups, state },
    /** Lets time pass, and the job run once; waits for `count` backups that it begins. */
    async pass(ms: number, count: 0 | 1) {
      clock.advance(ms);
      const { promise, resolve } = Promise.withResolvers<void>();
      if (count === 1) ended.push(resolve);
      const before = made.length + failed.length;
      await backups.jobs[0]?.run();
      if (count === 1) await promise;
      // What follows the event.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(made.length + failed.length - before).toBe(count);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test('the first backup is due an interval after the database was made', async () => {
  using schedule = openSchedule();
  await schedule.pass(1_000, 0);
  await schedule.pass(23 * HOUR_MS, 0);
  await schedule.pass(HOUR_MS, 1);
  // The database is checked before each.
  expect(schedule.state.checks).toBe(1);
  expect(readdirSync(schedule.folder).toSorted()[0]).toMatch(/^muster-\d{8}T\d{6}Z\.db$/);
  await schedule.pass(23 * HOUR_MS, 0);
  await schedule.pass(HOUR_MS, 1);
  expect(schedule.made).toHaveLength(2);
});

test('one that another process made counts, also when it is the only one, and made just before one is due', async () => {
  using schedule = openSchedule();
  await schedule.pass(24 * HOUR_MS - 30_000, 0);
  const stamp = stampOf(schedule.clock.now());
  writeFileSync(join(schedule.folder, `muster-${stamp}.db`), 'x');
  // Sooner than the folder is read otherwise.
  await schedule.pass(30_000, 0);
  await schedule.pass(24 * HOUR_MS - 30_000, 1);
});

test.each([2, 23, 24 * 3_650])(
  'a clock that is set back by %d hours makes one due, once',
  async (hours) => {
    using schedule = openSchedule();
    await schedule.pass(48 * HOUR_MS, 1);
    await schedule.pass(-hours * HOUR_MS, 1);
    for (let count = 0; count < 20; count += 1) await schedule.pass(3_000, 0);
  },
);

test.each([1, 24, 24 * 3_650])(
  'one dated %d hours ahead neither makes others due nor keeps them from being',
  async (hours) => {
    using schedule = openSchedule({ backupKeep: 2 });
    const ahead = `muster-${stampOf(schedule.clock.now() + (24 + hours) * HOUR_MS)}.db`;
    writeFileSync(join(schedule.folder, ahead), 'x');
    await schedule.pass(1_000, 0);
    await schedule.pass(24 * HOUR_MS, 1);
    for (let count = 0; count < 20; count += 1) await schedule.pass(3_000, 0);
    expect(schedule.backups.ageSeconds()).toBeLessThan(62);
    expect(stateOf(schedule.backups.check()).status).toBe('ok');
    expect(readdirSync(schedule.folder)).toContain(ahead);
  },
);

test('of a database from the future a backup is due at once, and once', async () => {
  using schedule = openSchedule();
  await schedule.pass(-24 * 3_650 * HOUR_MS, 1);
  for (let count = 0; count < 20; count += 1) await schedule.pass(3_000, 0);
});

test('off makes none and is no problem, also by a reload', async () => {
  using schedule = openSchedule({ backupEveryMs: 0 });
  await schedule.pass(1_000 * HOUR_MS, 0);
  expect(stateOf(schedule.backups.check()).status).toBe('ok');
  schedule.settings.backupEveryMs = HOUR_MS;
  await schedule.pass(1_000, 1);
});

describe('the check', () => {
  test('degrades when the latest is older than twice the interval', async () => {
    using schedule = openSchedule({ backupEveryMs: HOUR_MS });
    expect(stateOf(schedule.backups.check()).status).toBe('ok');
    await schedule.pass(HOUR_MS, 1);
    expect(stateOf(schedule.backups.check()).status).toBe('ok');
    schedule.clock.advance(2 * HOUR_MS - 60_000);
    expect(stateOf(schedule.backups.check()).status).toBe('ok');
    schedule.clock.advance(120_000);
    expect(stateOf(schedule.backups.check())).toEqual({
      status: 'degraded',
      message: 'The latest backup is 3 hours old, and one is due every 60 minutes.',
    });
  });

  test('finds at once that the folder cannot be used, makes no other in its place, and sees it come back', async () => {
    using elsewhere = openSchedule();
    const backupFolder = join(elsewhere.folder, 'disk/copies');
    using schedule = openSchedule({ backupFolder });
    await schedule.pass(1_000, 1);
    expect(schedule.failed).toEqual([
      expect.objectContaining({ message: expect.stringContaining('or mount the disk') }),
    ]);
    const message = 'No backup can be made. The log shows why.';
    expect(stateOf(schedule.backups.check())).toEqual({ status: 'degraded', message });
    await schedule.pass(24 * HOUR_MS, 1);
    expect([schedule.made, readdirSync(elsewhere.folder)]).toEqual([[], ['muster.db']]);
    mkdirSync(backupFolder, { recursive: true });
    await schedule.pass(10 * 60_000, 1);
    expect(stateOf(schedule.backups.check()).status).toBe('ok');
  });

  test('says when there is none at all', async () => {
    using schedule = openSchedule({ backupEveryMs: HOUR_MS });
    schedule.state.isBroken = true;
    await schedule.pass(3 * HOUR_MS, 1);
    expect(stateOf(schedule.backups.check()).message).toBe(
      'The database is 3 hours old and has no backup, and one is due every 60 minutes.',
    );
  });

  test('degrades at a failure, which is tried again in ten minutes, until one succeeds', async () => {
    using schedule = openSchedule();
    schedule.state.isBroken = true;
    await schedule.pass(24 * HOUR_MS, 1);
    expect(schedule.failed).toEqual([expect.objectContaining({ message: 'The disk is full.' })]);
    expect(stateOf(schedule.backups.check())).toEqual({
      status: 'degraded',
      message: 'The backup failed. The log shows why.',
    });
    await schedule.pass(9 * 60_000, 0);
    schedule.state.isBroken = false;
    await schedule.pass(60_000, 1);
    expect(stateOf(schedule.backups.check()).status).toBe('ok');
  });
});

test('the age is that of the latest backup, and before that of the database', async () => {
  using schedule = openSchedule();
  await schedule.pass(HOUR_MS, 0);
  expect(schedule.backups.ageSeconds()).toBe(3_600);
  await schedule.pass(23 * HOUR_MS, 1);
  schedule.clock.advance(90_000);
  expect(Math.abs(schedule.backups.ageSeconds() - 90)).toBeLessThanOrEqual(1);
});

test('none is made that would leave too little space', async () => {
  using schedule = openSchedule({ leastFreeDiskMib: 100_000_000 });
  await schedule.pass(24 * HOUR_MS, 1);
  expect(schedule.failed).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(
        /^A backup would leave \d+ MiB free in \S+, less than least_free_disk \(100000000 MiB\)/,
      ),
    }),
  ]);
  expect(readdirSync(schedule.folder)).toEqual(['muster.db']);
});

test('older backups and copies from before upgrades are removed', async () => {
  using schedule = openSchedule({ backupEveryMs: HOUR_MS, backupKeep: 2 });
  const copies = join(schedule.folder, 'backups');
  mkdirSync(copies);
  for (const day of [1, 2, 3]) {
    writeFileSync(join(copies, `muster-before-9-to-11-2026010${day}T000000Z.db`), '');
  }
  for (let count = 0; count < 4; count += 1) await schedule.pass(HOUR_MS, 1);
  expect(readdirSync(copies).toSorted()).toEqual(
    [2, 3].map((day) => `muster-before-9-to-11-2026010${day}T000000Z.db`),
  );
  const left = readdirSync(schedule.folder).filter((name) => name.startsWith('muster-'));
  expect(left.map((name) => join(schedule.folder, name)).toSorted()).toEqual(
    schedule.made.slice(-2),
  );
});
