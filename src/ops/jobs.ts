// Work that is done again and again while the service runs.

/** Jobs that run until they are disposed; disposing waits for what runs at that moment. */
export interface Jobs extends AsyncDisposable {
  /** Runs `work` every `everyMs`, never twice at once; what it throws is told, and it runs on. */
  repeat(name: string, everyMs: number, work: () => unknown): void;
}

/** An empty set of jobs. */
export function createJobs(onFailure: (name: string, error: unknown) => void): Jobs {
  const stops: (() => Promise<void>)[] = [];
  return {
    repeat(name, everyMs, work) {
      let running: Promise<void> | undefined;
      const timer = setInterval(() => {
        running ??= run(name, work).finally(() => {
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

  async function run(name: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      onFailure(name, error);
    }
  }
}
