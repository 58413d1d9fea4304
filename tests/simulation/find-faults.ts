// Tries every listed fault, and shows which of them the simulation finds.

import { join } from 'node:path';
import { FAULTS } from './faults.ts';

/** A fault that the first does not find is looked for in the next; the long one has hours of waiting in it. */
const ROUNDS = [
  ['--seed', '1', '--steps', '3000'],
  ['--seed', '2', '--steps', '2500', '--days', '2'],
  ['--seed', '6', '--steps', '4000'],
];
const AT_ONCE = 2;

/** Tries all faults, or those whose number is given; returns whether all were found. */
export async function findFaults(only: readonly number[]): Promise<boolean> {
  const numbers = FAULTS.map((_, index) => index + 1).filter(
    (number) => only.length === 0 || only.includes(number),
  );
  // What is found without any fault would be found with each of them.
  for (const round of only.length === 0 ? ROUNDS : []) {
    const found = await run(round);
    if (found === undefined) continue;
    process.stdout.write(`${round.join(' ')} fails without any fault: ${found}\n`);
    return false;
  }
  const waiting = [...numbers];
  let foundCount = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const found = await tryFault(next);
        if (found !== undefined) foundCount += 1;
        const { sentence } = FAULTS[next - 1] ?? {};
        process.stdout.write(`${next}. ${sentence}\n   ${found ?? 'UNNOTICED'}\n`);
      }
    }),
  );
  process.stdout.write(`${foundCount} of ${numbers.length} found\n`);
  return foundCount === numbers.length;
}

async function tryFault(number: number): Promise<string | undefined> {
  for (const round of ROUNDS) {
    const found = await run([...round, '--with-fault', `${number}`]);
    if (found !== undefined) return `found by ${round.join(' ')}: ${found}`;
  }
  return undefined;
}

/** Runs the simulation in a process of its own; what it found wrong. */
async function run(args: readonly string[]): Promise<string | undefined> {
  const script = join(import.meta.dir, 'run.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', script, ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) === 0) return undefined;
  // A service that does not start, or a run that ends without a word, found nothing.
  return /^step \d+: .{1,110}/m.exec(text)?.[0];
}
