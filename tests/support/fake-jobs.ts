// Jobs that run when a test says so, and never by themselves.

import type { Job } from '../../src/lib/timers.ts';
import type { Jobs } from '../../src/ops/jobs.ts';

/** The jobs that were started, by name. */
export interface FakeJobs extends Jobs {
  /** Runs a job once. Throws what it throws, and where there is no such job. */
  run(name: string): Promise<void>;
}

/** Makes them. */
export function createFakeJobs(): FakeJobs {
  const started = new Map<string, Job>();
  return {
    start(jobs) {
      for (const job of jobs) started.set(job.name, job);
    },
    async run(name) {
      const job = started.get(name);
      if (job === undefined) throw new Error(`there is no job "${name}"`);
      await job.run();
    },
    listLate: () => [],
    listRuns: () => [...started.keys()].map((name) => ({ name, succeeded: 0, failed: 0 })),
    async [Symbol.asyncDispose]() {},
  };
}
