// How many tasks run, wait and are refused.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createBoundedQueue } from '../../src/lib/bounded-queue.ts';
import { MusterError } from '../../src/lib/errors.ts';

/** What else a machine does may spoil one measurement. */
const BUSY_MACHINE = { retry: 2 };

describe('a bounded queue', () => {
  test('runs so many at once, starts the waiting ones in order, and refuses the rest', async () => {
    const queue = createBoundedQueue({ atOnce: 2, waiting: 2 });
    const started: string[] = [];
    const gates = new Map<string, PromiseWithResolvers<string>>();
    function submit(name: string): Promise<string> {
      return queue.run(() => {
        const gate = Promise.withResolvers<string>();
        gates.set(name, gate);
        started.push(name);
        return gate.promise;
      });
    }
    const results = ['a', 'b', 'c', 'd'].map(submit);
    const refused = submit('e');

    await expect(refused).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The service is busy, try again in a moment.',
    });
    expect(started).toEqual(['a', 'b']);

    gates.get('b')?.resolve('b done');
    expect(await results[1]).toBe('b done');
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c']);

    gates.get('a')?.resolve('a done');
    await results[0];
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c', 'd']);

    gates.get('c')?.resolve('c done');
    gates.get('d')?.resolve('d done');
    expect(await Promise.all(results)).toEqual(['a done', 'b done', 'c done', 'd done']);
    expect(started).not.toContain('e');
  });

  const failures: [string, () => Promise<never>][] = [
    ['a task that rejects', () => Promise.reject(new Error('broken'))],
    [
      'a task that throws before its promise',
      () => {
        throw new Error('broken');
      },
    ],
  ];
  test.each(failures)('%s rejects its caller and gives its place back', async (_, task) => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 0 });
    await expect(queue.run(task)).rejects.toThrow('broken');
    expect(await queue.run(async () => 'next')).toBe('next');
  });

  test('a place that falls free goes to the one waiting, not to a newcomer', async () => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 1 });
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = queue.run(() => gate.promise);
    const second = queue.run(async () => order.push('second'));
    gate.resolve();
    await first;
    const third = queue.run(async () => order.push('third'));
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
  });

  test('never runs more than its bounds, and answers each task, whatever they do', async () => {
    const bounds = fc.record({
      atOnce: fc.integer({ min: 1, max: 4 }),
      waiting: fc.integer({ min: 0, max: 4 }),
    });
    const tasks = fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(bounds, tasks, async ({ atOnce, waiting }, plans) => {
        const queue = createBoundedQueue({ atOnce, waiting });
        let running = 0;
        let mostRunning = 0;
        const outcomes = await Promise.allSettled(
          plans.map((plan) =>
            queue.run(async () => {
              running += 1;
              mostRunning = Math.max(mostRunning, running);
              for (let turn = 0; turn < plan.turns; turn += 1) await Promise.resolve();
              running -= 1;
              if (plan.fails) throw new Error('planned');
            }),
          ),
        );
        const refused = outcomes.filter(
          (outcome) => outcome.status === 'rejected' && outcome.reason instanceof MusterError,
        );
        expect(refused.length).toBe(Math.max(0, plans.length - atOnce - waiting));
        expect(mostRunning).toBeLessThanOrEqual(atOnce);
        expect(await queue.run(async () => 'free again')).toBe('free again');
      }),
      { numRuns: 100 },
    );
  });

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
});
