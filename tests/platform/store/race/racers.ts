// Starts several processes on one database, and has them make calls at the same moment.

import { join } from 'node:path';
import type { Stores } from '../../../../src/app/stores.ts';
import { readLines } from '../processes.ts';

const script = join(import.meta.dir, 'child.ts');

/** How many processes race. */
export const RACERS = 3;

/** A call of a repository as data, made by `call`. */
export type Call = [repository: keyof Stores, method: string, args: readonly unknown[]];

/** What became of a call. An error is one that no caller expects, such as one of the database. */
export type Outcome = { value?: unknown } | { refused: string } | { error: string };

/** Processes that wait. */
export interface Racers extends AsyncDisposable {
  /**
   * Has each process make its calls, all at once, and counts what became of them: `conflict` and such for what
   * was refused, the outcome or the value for the rest. Throws for an error that no caller expects.
   */
  race(callsOf: (racer: number) => readonly Call[]): Promise<Record<string, number>>;
}

/** A call as data. */
export function call<
  Repository extends keyof Stores,
  Method extends string & keyof Stores[Repository],
>(
  repository: Repository,
  method: Method,
  ...args: Stores[Repository][Method] extends (...args: infer Args) => unknown ? Args : never
): Call {
  return [repository, method, args];
}

/** Starts the processes on the folder or address `place`. */
export async function startRacers(engine: string, place: string): Promise<Racers> {
  await using starting = new AsyncDisposableStack();
  const racers = await Promise.all(
    Array.from({ length: RACERS }, async () => {
      const racer = startRacer(engine, place);
      starting.defer(racer.kill);
      await racer.expectLine('ready');
      return racer;
    }),
  );
  const lifetimes = starting.move();
  return {
    async race(callsOf) {
      const calls = racers.map((_, index) => JSON.stringify(callsOf(index), toPlain));
      for (const [index, racer] of racers.entries()) racer.send(calls[index] ?? '[]');
      for (const racer of racers) await racer.expectLine('set');
      for (const racer of racers) racer.send('go');
      const lines = await Promise.all(racers.map((racer) => racer.readLine()));
      const outcomes = lines.flatMap((line) => JSON.parse(line) as Outcome[]);
      return countWords(outcomes.map(toWord));
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

function startRacer(engine: string, place: string) {
  const child = Bun.spawn([process.execPath, '--no-env-file', script, engine, place], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = readLines(child.stdout);
  async function readLine(): Promise<string> {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('a racing process ended');
    return value;
  }
  return {
    readLine,
    async expectLine(expected: string) {
      const line = await readLine();
      if (line !== expected) throw new Error(`expected "${expected}", got "${line}"`);
    },
    send(line: string) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

function toWord(outcome: Outcome): string {
  if ('error' in outcome) throw new Error(`a racing process got an error: ${outcome.error}`);
  if ('refused' in outcome) return outcome.refused;
  const { value } = outcome;
  if (typeof value !== 'object' || value === null) return String(value);
  return 'outcome' in value ? String(value.outcome) : 'done';
}

/** Numbers of a typed array as a list, which the store takes as well. */
function toPlain(_key: string, value: unknown): unknown {
  return value instanceof Uint32Array || value instanceof Uint16Array ? [...value] : value;
}

function countWords(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
