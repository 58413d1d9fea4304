// Stops accepting connections while no file descriptor is free, because the runtime would retry without a pause.

import { closeSync, openSync } from 'node:fs';
import { codeOf } from '../lib/failure.ts';
import { createJob } from '../lib/timers.ts';
import type { Report } from '../ops/events.ts';
import type { PauseAccepting } from './listening-sockets.ts';

/** Descriptors in reserve. When no other is free, the service's own work, such as email, continues with these. */
const RESERVE = 16;
/** The service accepts connections again when this many are free besides the reserve. */
const MARGIN = 16;
/** When load hovers around the limit, one report in this time is enough. */
const REPORT_EVERY_MS = 60_000;
/** For this long, a service without a free descriptor may keep a core busy before the watch notices. */
const CHECK_EVERY_MS = 250;

const ADVICE = 'Raise the limit: LimitNOFILE= in the systemd unit, ulimit -n in a shell.';

/** Opens the reserve at once; disposing closes it. Throws the system's errors, except when no descriptor is free. */
export function openDescriptorWatch(options: {
  pauseAccepting: PauseAccepting | undefined;
  /** Epoch milliseconds. */
  now(): number;
  report: Report;
  open?(): number;
  close?(descriptor: number): void;
}) {
  const { pauseAccepting, now, report } = options;
  const { open = () => openSync('/dev/null', 'r'), close = closeSync } = options;
  let reserve = take(RESERVE) ?? [];
  let resume: (() => void) | undefined;
  let isReported = false;
  let reportedAt = Number.NEGATIVE_INFINITY;

  /** Opens `count` descriptors. When fewer are free, opens none and returns `undefined`. */
  function take(count: number): number[] | undefined {
    const taken: number[] = [];
    try {
      while (taken.length < count) taken.push(open());
      return taken;
    } catch (error) {
      giveBack(taken);
      if (!['EMFILE', 'ENFILE'].includes(codeOf(error))) throw error;
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
    report('descriptors_exhausted', {
      doNewcomersWait: pauseAccepting !== undefined,
      advice: ADVICE,
    });
  }

  function unpause(): void {
    resume?.();
    resume = undefined;
    if (isReported) report('descriptors_freed');
    isReported = false;
  }

  function look(): void {
    const taken = take(resume === undefined ? 1 : RESERVE + MARGIN);
    if (resume === undefined) {
      if (taken === undefined) pause();
      else giveBack(taken);
    } else if (taken !== undefined) {
      reserve = taken.splice(0, RESERVE);
      giveBack(taken);
      unpause();
    }
  }

  return {
    look,
    jobs: [createJob('check for free descriptors', CHECK_EVERY_MS, look)],
    [Symbol.dispose]() {
      resume?.();
      giveBack(reserve);
      reserve = [];
    },
  };
}
