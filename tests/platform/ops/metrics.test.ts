// The text of metrics: histograms as Prometheus adds them up, and one broken metric that breaks no other.

import { describe, expect, test } from 'bun:test';
import { createHistogram } from '../../../src/platform/lib/histogram.ts';
import { createEventLoopWatch } from '../../../src/platform/ops/event-loop.ts';
import { createMetrics, histogram, metric } from '../../../src/platform/ops/metrics.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';

const gauge = (name: string, read: () => [number][]) => metric(name, 'One.', read);

describe('metrics', () => {
  test('tell a histogram in sums, with every bucket from the start', async () => {
    const values = createHistogram([0.1, 1]);
    const metrics = createMetrics([histogram('a_seconds{of}', 'Some.', () => [[values, 'x']])]);
    const linesOf = async () =>
      (await metrics.render()).text.split('\n').filter((line) => line.startsWith('a_seconds'));
    expect((await linesOf()).map((line) => line.split(' ')[1])).toEqual(['0', '0', '0', '0', '0']);
    for (const value of [0.05, 0.1, 0.5, 2]) values.observe(value);
    expect(await linesOf()).toEqual([
      'a_seconds_bucket{le="0.1",of="x"} 2',
      'a_seconds_bucket{le="1",of="x"} 3',
      'a_seconds_bucket{le="+Inf",of="x"} 4',
      'a_seconds_sum{of="x"} 2.65',
      'a_seconds_count{of="x"} 4',
    ]);
  });

  test('are read again for each answer', async () => {
    let value = 1;
    const metrics = createMetrics([gauge('a', () => [[value]])]);
    expect((await metrics.render()).text).toContain('\na 1\n');
    value = 2;
    expect((await metrics.render()).text).toContain('\na 2\n');
  });

  test('share an answer that is being made', async () => {
    let reads = 0;
    const metrics = createMetrics([
      gauge('a', () => {
        reads += 1;
        return [[reads]];
      }),
    ]);
    const [one, other] = await Promise.all([metrics.render(), metrics.render()]);
    expect([one === other, reads]).toEqual([true, 1]);
  });

  test('are what was read last where reading hangs', async () => {
    const timers = createFakeTimers(createFakeClock(0));
    let reads = 0;
    const hanging = metric('slow', 'One.', async () => {
      reads += 1;
      return reads === 1 ? [[5]] : new Promise(() => {});
    });
    const metrics = createMetrics([hanging, gauge('whole', () => [[7]])], timers);
    await metrics.render();
    for (let turn = 0; turn < 2; turn += 1) {
      const rendered = metrics.render();
      await new Promise((resolve) => setImmediate(resolve));
      await timers.turn(250);
      expect((await rendered).text).toMatch(/\nslow 5\n(?:.*\n)*whole 7\n/);
    }
    expect(reads).toBe(2);
  });

  test('leave out one that cannot be read, and tell all others', async () => {
    const metrics = createMetrics([
      gauge('broken', () => {
        throw new Error('no database');
      }),
      gauge('whole', () => [[7]]),
    ]);
    const { text } = await metrics.render();
    expect(text).toContain('\nwhole 7\n');
    expect(text).not.toContain('\nbroken ');
  });
});

test('the event loop is late by what its job came later', () => {
  let now = 0;
  const { delays, job } = createEventLoopWatch(() => now);
  for (const at of [50, 150, 400, 490]) {
    now = at;
    job.run();
  }
  // The first is only when it began; the last came early, as after a late one.
  expect([...delays.counts].reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(delays.sum()).toBeCloseTo(0.15);
});
