// Starts and stops a flood: a process of its own that is told its plan, and tells at its end how it went.

import { join } from 'node:path';
import type { Workplace } from './workplace.ts';

export interface RunningFlood<Result> {
  /** Ends it, and tells how it went. */
  stop(): Promise<Result>;
}

/** Starts the flood of a file in `bench`, behind the words of another command, such as `nice`. */
export function startFlood<Result>(
  workplace: Workplace,
  file: string,
  plan: object,
  before: readonly string[] = [],
): RunningFlood<Result> {
  const script = join(import.meta.dir, '..', file);
  const child = workplace.spawn({
    cmd: [...before, process.execPath, script, JSON.stringify(plan)],
    place: 'load',
  });
  return {
    async stop() {
      const output = new Response(child.stdout).text();
      await workplace.end(child);
      return JSON.parse(await output);
    },
  };
}
