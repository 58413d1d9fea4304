// Work that is done again and again while the service runs.

/** Jobs that run until they are disposed; disposing waits for what runs at that moment. */
export interface Jobs extends AsyncDisposable {
  /** Runs `work` every `everyMs`, never twice at once; it runs on after it threw. */
  repeat(name: string, everyMs: number, work: () => unknown): void;
}

/** Told of jobs that fail. */
export interface JobEvents {
  /** `count` is how often it failed since this was last told of it, this time included. */
  failed(name: string, error: unknown, count: number): void;
  /** It succeeds again; `count` is how often it failed since it was last told to fail. */
  recovered(name: string, count: number): void;
}

/** A job that fails at every turn is told to once in this time. */
const REPORT_EVERY_MS = 60_000;

/** An empty set of jobs. `now` is in milliseconds, and is not set back or forward. */
export function createJobs(events: JobEvents, now: () => number = () => performance.now()): Jobs {
  const stops: (() => Promise<void>)[] = [];
  return {
    repeat(name, everyMs, work) {
      let running: Promise<void> | undefined;
      const report = createReport(name);
      const timer = setInterval(() => {
        running ??= run(work, report).finally(() => {
          running = undefined;
        });
      }, everyMs);
      stops.push(async () => {
        clearInterval(timer);
        await running;
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };

  async function run(work: () => unknown, report: Report): Promise<void> {
    try {
      await work();
      report.succeeded();
    } catch (error) {
      report.failed(error);
    }
  }

  /** Keeps a job that fails several times a second, or every other time, from filling the log. */
  function createReport(name: string): Report {
    let untold = 0;
    let reportedAt = Number.NEGATIVE_INFINITY;
    let shouldFail = false;
    return {
      failed(error) {
        untold += 1;
        if (now() - reportedAt < REPORT_EVERY_MS) return;
        events.failed(name, error, untold);
        reportedAt = now();
        untold = 0;
        shouldFail = true;
      },
      succeeded() {
        if (!shouldFail) return;
        events.recovered(name, untold);
        untold = 0;
        shouldFail = false;
      },
    };
  }
}

interface Report {
  failed(error: unknown): void;
  succeeded(): void;
}
