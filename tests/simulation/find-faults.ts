// Tries every listed fault in a copy of the sources, and shows which of them the simulation finds.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULTS, type Fault } from './faults.ts';

/** One run of the simulation. */
interface Round {
  seed: number;
  steps: number;
  days?: number;
}

/** A fault that the first does not find is looked for in the next; the long one has hours of waiting in it. */
const ROUNDS: readonly Round[] = [
  { seed: 1, steps: 3_000 },
  { seed: 2, steps: 2_500, days: 2 },
  { seed: 3, steps: 6_000 },
];
const COPIED = ['src', 'tests', 'drizzle', 'package.json', 'tsconfig.json', 'CHANGELOG.md', 'docs'];
const AT_ONCE = 2;

/** What became of one. */
interface Outcome {
  fault: Fault;
  found: { round: Round; step: string; sentence: string } | undefined;
}

/** Tries all faults, or those whose number is given; returns whether so many were found. */
export async function findFaults(leastFound: number, only: readonly number[]): Promise<boolean> {
  const root = join(import.meta.dir, '..', '..');
  const numbered = FAULTS.map((fault, index) => ({ fault, number: index + 1 })).filter(
    ({ number }) => only.length === 0 || only.includes(number),
  );
  const waiting = [...numbered];
  const outcomes: Outcome[] = [];
  // What is found without any fault would be found with each of them.
  for (const round of only.length === 0 ? ROUNDS : []) {
    const found = await run(root, round);
    if (found === undefined) continue;
    process.stdout.write(`seed ${round.seed} fails without any fault, at step ${found.step}\n`);
    return false;
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const outcome = await tryFault(root, next.fault);
        outcomes.push(outcome);
        show(next.number, outcome);
      }
    }),
  );
  const found = outcomes.filter((outcome) => outcome.found !== undefined).length;
  process.stdout.write(`${found} of ${outcomes.length} found\n`);
  return found >= Math.min(leastFound, outcomes.length);
}

async function tryFault(root: string, fault: Fault): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-fault-'));
  try {
    for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    insert(join(folder, 'src', fault.file), fault);
    for (const round of ROUNDS) {
      const found = await run(folder, round);
      if (found !== undefined) return { fault, found: { round, ...found } };
    }
    return { fault, found: undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function insert(path: string, { file, text, replacement }: Fault): void {
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) {
    throw new Error(`The text of a fault is not in src/${file} exactly once: ${text}`);
  }
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
}

async function run(folder: string, { seed, steps, days }: Round) {
  const span = days === undefined ? [] : ['--days', `${days}`];
  const args = ['tests/simulation/run.ts', '--seed', `${seed}`, '--steps', `${steps}`, ...span];
  const child = Bun.spawn([process.execPath, '--no-env-file', ...args], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) === 0) return undefined;
  const [, step = '?', sentence = 'it ended without a word'] =
    /^step (\d+): (.*)/m.exec(text) ?? [];
  return { step, sentence: sentence.slice(0, 110) };
}

function show(number: number, { fault, found }: Outcome): void {
  const where =
    found === undefined
      ? 'UNNOTICED'
      : `found by seed ${found.round.seed} at step ${found.step} (${found.sentence})`;
  process.stdout.write(`${number}. ${fault.sentence}\n   ${where}\n`);
}
