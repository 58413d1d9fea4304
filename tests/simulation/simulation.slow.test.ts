// The simulation finds nothing wrong, does the same again for the same seed, and would notice a fault.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from './faults.ts';

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

test('nothing that must not happen happens, in an hour and in days', async () => {
  const runs = await Promise.all([ofSeed(1, 4_000), ofSeed(2, 2_000, '--days', '4')]);
  for (const { exitCode, text } of runs) {
    process.stdout.write(text);
    expect(text).toMatch(/^seed \d: \d+ steps, [\d.]+ simulated hours, trace [0-9a-f]{16}\n$/);
    expect(exitCode).toBe(0);
  }
}, 900_000);

test('the same seed leaves the same trace, and another one another', async () => {
  const [one, again, other] = await Promise.all([ofSeed(7, 400), ofSeed(7, 400), ofSeed(8, 400)]);
  expect(again.text).toBe(one.text);
  expect(other.text.slice(-18)).not.toBe(one.text.slice(-18));
});

describe('the faults that it is to find', () => {
  test('are thirty, and each can be put in', () => {
    expect(FAULTS).toHaveLength(30);
    for (const { file, text } of FAULTS) {
      const source = readFileSync(join(root, 'src', file), 'utf8');
      expect({ file, count: source.split(text).length - 1 }).toEqual({ file, count: 1 });
    }
  });

  test('one of them is found, with the seed and the step', async () => {
    const number = FAULTS.findIndex(({ file }) => file === 'accounts/signed-tokens.ts') + 1;
    const { exitCode, text } = await simulate(['--faults', '--fault', `${number}`]);
    expect(text).toMatch(/found by seed 1 at step \d+ /);
    expect(exitCode).toBe(0);
  });
});
