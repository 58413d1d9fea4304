// Starts and stops a flood: a process of its own that is told its plan, and tells at its end how it went.

import { join } from 'node:path';
import type { Workplace } from './workplace.ts';

export interface RunningFlood<Result> {
  /** Ends it, and tells how it went. */
  stop(): Promise<Result>;
}

/**
 * Starts the flood of a file in `bench`, behind the words of another command, such as `nice`. It writes a line once it
 * can be stopped, and its result at the end.
 */
export async function startFlood<Result>(
  workplace: Workplace,
  file: string,
  plan: object,
  before: readonly string[] = [],
): Promise<RunningFlood<Result>> {
  const script = join(import.meta.dir, '..', file);
  const child = workplace.spawn({
    cmd: [...before, process.execPath, script, JSON.stringify(plan)],
    place: 'load',
  });
  const started = Promise.withResolvers<void>();
  let output = '';
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      output += decoder.decode(chunk, { stream: true });
      if (output.includes('\n')) started.resolve();
    }
  }
  const ended = read();
  await Promise.race([started.promise, ended]);
  return {
    async stop() {
      await workplace.end(child);
      await ended;
      return JSON.parse(output.slice(output.indexOf('\n') + 1));
    },
  };
}
