// Starts and stops the flood of logins.

import { join } from 'node:path';
import type { SeededAccount } from './seed.ts';
import { PASSWORD } from './seed.ts';
import type { Workplace } from './workplace.ts';

/** Arguments of the flood's process. */
export interface FloodPlan {
  port: number;
  password: string;
  /** One loop for each of them. */
  names: string[];
}

/** How often which answer came: `ok`, or the error that it carried. */
export type FloodResult = Record<string, number>;

export interface RunningFlood {
  /** Ends it, and tells how it went. */
  stop(): Promise<FloodResult>;
}

const FLOOD = join(import.meta.dir, '../flood.ts');

/** Starts a flood with one loop for each account. */
export function startFlood(
  workplace: Workplace,
  port: number,
  accounts: readonly SeededAccount[],
): RunningFlood {
  const plan: FloodPlan = { port, password: PASSWORD, names: accounts.map(({ name }) => name) };
  const child = workplace.spawn({
    cmd: [process.execPath, FLOOD, JSON.stringify(plan)],
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
