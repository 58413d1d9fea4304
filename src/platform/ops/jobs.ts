// Runs the jobs of all modules while the service runs, and reports those that fail.

import { alwaysLeading, type Leadership } from '../lib/leadership.ts';
import type { Job } from '../lib/timers.ts';
import type { Report } from './events.ts';

/** Running jobs. Disposing stops them and waits for those that are at work. */
export type Jobs = ReturnType<typeof createJobs>;

interface JobRuns {
  name: string;
  succeeded: number;
  failed: number;
}

const REPORT_EVERY_MS = 60_000;
const LATE_MS = 60_000;

/**
 * `now` never steps. When a job of the leader fails because another replica took the lead, this is no failure: the new
 * leader runs the job.
 */
export function createJobs(
  report: Report,
  {
    now = () => performance.now(),
    leadership = alwaysLeading,
  }: { now?: () => number; leadership?: Pick<Leadership, 'term' | 'run'> } = {},
) {
  const stops: (() => Promise<void>)[] = [];
  const succeededAt = new Map<Job, number>();
  const runs: JobRuns[] = [];

  function start(job: Job): void {
    const { name, intervalMs, runsOn } = job;
    const run = runsOn === 'leader' ? () => leadership.run(job.run) : job.run;
    const isOurs = (): boolean =>
      runsOn === undefined || (runsOn === 'leader') === (leadership.term() !== undefined);
    const counts = { name, succeeded: 0, failed: 0 };
    runs.push(counts);
    const outcome = createOutcome(name, counts, () => succeededAt.set(job, now()));
    succeededAt.set(job, now());
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      if (running !== undefined) return;
      if (!isOurs()) {
        succeededAt.set(job, now());
        return;
      }
      running = runOnce(run, outcome, isOurs).finally(() => {
        running = undefined;
      });
    }, intervalMs);
    stops.push(async () => {
      clearInterval(timer);
      await running;
    });
  }

  /** Limits the log lines of a job that fails several times a second, or every other time. */
  function createOutcome(name: string, counts: JobRuns, onSucceeded: () => void): Outcome {
    let unreported = 0;
    let reportedAt = Number.NEGATIVE_INFINITY;
    let isFailing = false;
    return {
      failed(error) {
        counts.failed += 1;
        unreported += 1;
        if (now() - reportedAt < REPORT_EVERY_MS) return;
        report('task_failed', { task: name, error, count: unreported });
        reportedAt = now();
        unreported = 0;
        isFailing = true;
      },
      succeeded() {
        counts.succeeded += 1;
        onSucceeded();
        if (!isFailing) return;
        report('task_recovered', { task: name, count: unreported });
        unreported = 0;
        isFailing = false;
      },
    };
  }

  return {
    /** Runs each job at its interval, never twice at once. A job that threw runs again. */
    start(jobs: readonly Job[]): void {
      for (const job of jobs) start(job);
    },
    /** Names of the jobs that have not succeeded for three intervals plus a minute. */
    listLate: () =>
      [...succeededAt]
        .filter(([{ intervalMs }, at]) => now() - at > 3 * intervalMs + LATE_MS)
        .map(([{ name }]) => name),
    listRuns: (): readonly Readonly<JobRuns>[] => runs,
    async [Symbol.asyncDispose]() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

async function runOnce(run: () => unknown, outcome: Outcome, isOurs: () => boolean): Promise<void> {
  try {
    await run();
    outcome.succeeded();
  } catch (error) {
    if (isOurs()) outcome.failed(error);
  }
}

interface Outcome {
  failed(error: unknown): void;
  succeeded(): void;
}
