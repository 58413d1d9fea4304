// Only this machine’s clock shows how long a place of a bounded queue rests.

import { expect, test } from 'bun:test';
import { createBoundedQueue } from '../../../src/platform/lib/bounded-queue.ts';

/** What else a machine does may spoil one measurement. */
const BUSY_MACHINE = { retry: 2 };

test(
  'lets a place rest before the next in line, and not when nobody waits',
  async () => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 1, rest: 1 });
    const first = Promise.withResolvers<void>();
    const startedAt = performance.now();
    const done = queue.run(() => first.promise);
    const next = queue.run(async () => performance.now());
    setTimeout(first.resolve, 40);
    await done;
    expect((await next) - startedAt).toBeGreaterThanOrEqual(75);

    const before = performance.now();
    await queue.run(async () => {});
    expect((await queue.run(async () => performance.now())) - before).toBeLessThan(30);
  },
  BUSY_MACHINE,
);
