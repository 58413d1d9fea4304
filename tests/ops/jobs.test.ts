// Jobs: they repeat, never run twice at once, survive their failures, and end when disposed.

import { describe, expect, test } from 'bun:test';
import { createJobs } from '../../src/ops/jobs.ts';

const OFTEN_MS = 1;

function ignoreFailure(): void {}

describe('jobs', () => {
  test('repeat until they are disposed', async () => {
    const jobs = createJobs(ignoreFailure);
    const third = Promise.withResolvers<void>();
    let runs = 0;
    jobs.repeat('count', OFTEN_MS, () => {
      runs += 1;
      if (runs === 3) third.resolve();
    });
    await third.promise;
    await jobs[Symbol.asyncDispose]();
    const atEnd = runs;
    const other = createJobs(ignoreFailure);
    const later = Promise.withResolvers<void>();
    other.repeat('later', OFTEN_MS * 5, () => later.resolve());
    await later.promise;
    await other[Symbol.asyncDispose]();
    expect(runs).toBe(atEnd);
  });

  test('never run twice at once, and disposing waits for what runs', async () => {
    const jobs = createJobs(ignoreFailure);
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let starts = 0;
    let hasEnded = false;
    jobs.repeat('slow', OFTEN_MS, async () => {
      starts += 1;
      started.resolve();
      await mayEnd.promise;
      hasEnded = true;
    });
    await started.promise;
    const ticks = Promise.withResolvers<void>();
    let tickCount = 0;
    jobs.repeat('tick', OFTEN_MS, () => {
      tickCount += 1;
      if (tickCount === 3) ticks.resolve();
    });
    await ticks.promise;
    expect(starts).toBe(1);
    const disposed = jobs[Symbol.asyncDispose]();
    mayEnd.resolve();
    await disposed;
    expect(hasEnded).toBe(true);
    expect(starts).toBe(1);
  });

  test('run on after a failure, which is told with the name of the job', async () => {
    const failures: [string, unknown][] = [];
    const second = Promise.withResolvers<void>();
    const error = new Error('no');
    const jobs = createJobs((name, thrown) => {
      failures.push([name, thrown]);
      if (failures.length === 2) second.resolve();
    });
    jobs.repeat('fail', OFTEN_MS, () => {
      throw error;
    });
    await second.promise;
    await jobs[Symbol.asyncDispose]();
    expect(failures.slice(0, 2)).toEqual([
      ['fail', error],
      ['fail', error],
    ]);
  });
});
