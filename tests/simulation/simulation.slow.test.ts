// Only a simulated world shows that nothing forbidden happens in weeks of faults: the same for a seed, and a fault is found.

import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

/** Runs the command, in a process of its own: it replaces the clocks of its process. */
async function simulate(args: readonly string[]): Promise<{ exitCode: number; text: string }> {
  const child = Bun.spawn([process.execPath, '--no-env-file', 'tests/simulation/run.ts', ...args], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  return { exitCode: await child.exited, text };
}

const ofSeed = (seed: number, steps: number, ...rest: string[]) =>
  simulate(['--seed', `${seed}`, '--steps', `${steps}`, ...rest]);

/** Weeks in steps of minutes, days in steps of seconds, and hours. More steps are a command: npm run simulate. */
const RUNS = [
  { seed: 1, steps: 1_000, days: 18 },
  { seed: 2, steps: 2_000 },
  { seed: 6, steps: 800, days: 1 },
];
/** Runs at a time: one for each core of a small machine. */
const AT_ONCE = 2;

test('nothing that must not happen happens, in hours, days and months', async () => {
  const waiting = [...RUNS];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { seed, steps, days } = next;
        const span = days === undefined ? [] : ['--days', `${days}`];
        const { exitCode, text } = await ofSeed(seed, steps, ...span);
        process.stdout.write(text);
        expect(text).toMatch(/^seed \d: \d+ steps, [\d.]+ simulated hours, trace [0-9a-f]{16}\n$/);
        expect(exitCode).toBe(0);
      }
    }),
  );
}, 1_800_000);

test('the same seed leaves the same trace, and another one another', async () => {
  const [one, again, other] = await Promise.all([7, 7, 8].map((seed) => ofSeed(seed, 200)));
  expect(again?.text).toBe(one?.text);
  expect(other?.text.slice(-18)).not.toBe(one?.text.slice(-18));
});

test('a fault is found, with the seed and the step', async () => {
  const { exitCode, text } = await simulate(['--faults', '--fault', '2']);
  expect(text).toMatch(/found by --seed 1 --steps 3000: step \d+: /);
  expect(exitCode).toBe(0);
});
