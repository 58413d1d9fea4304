// Timers and repeated work as dependencies, so that tests need not wait for them.

import { isBusy } from './failure.ts';

export interface Timers {
  after(ms: number, run: () => void): () => void;
}

/** Work that repeats while the service runs. The module that owns it declares it. */
export interface Job {
  /** Names the work, such as "save servers"; the log uses the name when the work fails. */
  name: string;
  intervalMs: number;
  /** Which replicas run the job: the leader, the others, or all. A process with a database of its own is the leader. */
  runsOn?: 'leader' | 'followers' | undefined;
  run(): unknown;
}

/** Makes a job from its name, interval, work, and the replicas that run it. */
export const createJob = (
  name: string,
  intervalMs: number,
  run: Job['run'],
  runsOn?: Job['runsOn'],
): Job => ({ name, intervalMs, run, runsOn });

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Settles as `work` does, or as `late` does after the given number of milliseconds. */
export async function within<Value>(
  ms: number,
  work: Value | Promise<Value>,
  late: () => Value,
  timers = systemTimers,
): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const cancel = timers.after(ms, () => resolve(Promise.try(late)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

/** Runs `work` one at a time. Calls during a run share one more run, which begins afterwards. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isDue = false;

  async function runWhileDue(): Promise<void> {
    while (isDue) {
      isDue = false;
      await work();
    }
  }

  return async () => {
    isDue = true;
    running ??= runWhileDue().finally(() => {
      running = undefined;
    });
    await running;
  };
}

const BUSY_PAUSE_MS = 1_000;

/** Lets a client wait a second before a new try: a flood of tries would take the time left by password hashing. */
export async function pauseIfBusy(timers: Timers, failure: unknown): Promise<void> {
  if (!isBusy(failure)) return;
  await new Promise<void>((resume) => {
    timers.after(BUSY_PAUSE_MS, resume);
  });
}
