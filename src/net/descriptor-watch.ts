// Has newcomers wait while no file descriptor is left, where the runtime would try again without a pause.

import { closeSync, openSync } from 'node:fs';
import { codeOf } from '../lib/failure.ts';

/**
 * Kept for the time when none is left: reading from the system takes one, and what the service does by
 * itself goes on, such as mail and port checks.
 */
const RESERVE = 16;
/** Newcomers are let in again once so many are free besides the reserve. */
const ROOM = 16;
/** Somebody who comes and goes at the limit is not told of each time. */
const REPORT_EVERY_MS = 60_000;

/** What the watch needs. */
export interface DescriptorWatchOptions {
  /** Has newcomers wait until the answer is called; `undefined` where the system cannot. */
  pauseAccepting: (() => () => void) | undefined;
  /** Epoch milliseconds. */
  now(): number;
  events: {
    /** None is left; at most once a minute. */
    exhausted(facts: { doNewcomersWait: boolean }): void;
    /** There are some again, after `exhausted` was told. */
    freed(): void;
  };
  /** Opens one descriptor. Throws what the system says. */
  open?(): number;
  close?(descriptor: number): void;
}

/** Looks whether any is left; disposing it lets newcomers in and gives the reserve back. */
export interface DescriptorWatch extends Disposable {
  /** Looks once; to be called a few times a second. */
  look(): void;
}

/** Opens the watch, which takes its reserve at once. */
export function openDescriptorWatch(options: DescriptorWatchOptions): DescriptorWatch {
  const { pauseAccepting, now, events } = options;
  const { open = () => openSync('/dev/null', 'r'), close = closeSync } = options;
  let reserve = take(RESERVE) ?? [];
  let resume: (() => void) | undefined;
  let isReported = false;
  let reportedAt = Number.NEGATIVE_INFINITY;

  /** That many, or none and `undefined` where so many are not left. */
  function take(count: number): number[] | undefined {
    const taken: number[] = [];
    try {
      while (taken.length < count) taken.push(open());
      return taken;
    } catch (error) {
      giveBack(taken);
      if (!isExhaustion(error)) throw error;
      return undefined;
    }
  }

  function giveBack(descriptors: readonly number[]): void {
    for (const descriptor of descriptors) close(descriptor);
  }

  function pause(): void {
    giveBack(reserve);
    reserve = [];
    resume = pauseAccepting?.() ?? (() => {});
    if (now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now();
    isReported = true;
    events.exhausted({ doNewcomersWait: pauseAccepting !== undefined });
  }

  function step(): void {
    resume?.();
    resume = undefined;
    if (isReported) events.freed();
    isReported = false;
  }

  return {
    look() {
      const taken = take(resume === undefined ? 1 : RESERVE + ROOM);
      if (resume === undefined) {
        if (taken === undefined) pause();
        else giveBack(taken);
      } else if (taken !== undefined) {
        reserve = taken.splice(0, RESERVE);
        giveBack(taken);
        step();
      }
    },
    [Symbol.dispose]() {
      resume?.();
      giveBack(reserve);
      reserve = [];
    },
  };
}

function isExhaustion(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EMFILE' || code === 'ENFILE';
}
