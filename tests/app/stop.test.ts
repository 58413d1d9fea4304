// The end of the service: in order where that is possible, and in time where it is not.

import { describe, expect, test } from 'bun:test';
import { stopInTime } from '../../src/app/service.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeTimers, settle } from '../support/fake-timers.ts';

function openTimers() {
  return createFakeTimers(createFakeClock(Date.UTC(2026, 0, 1)));
}

describe('a stop', () => {
  test('that ends in time leaves no timer, whether it went well or not', async () => {
    const timers = openTimers();
    await stopInTime(Promise.resolve(), timers);
    const failed = stopInTime(Promise.reject(new Error('The disk is full.')), timers);
    await expect(failed).rejects.toThrow('The disk is full.');
    expect(timers.waiting).toBe(0);
  });

  test('that does not end is given up after nine seconds and a half', async () => {
    const timers = openTimers();
    let failure: unknown;
    void stopInTime(new Promise(() => {}), timers).catch((error: unknown) => {
      failure = error;
    });
    await timers.turn(9_499);
    expect(failure).toBeUndefined();
    await timers.turn(1);
    await settle();
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('9.5 s'),
    });
  });
});
