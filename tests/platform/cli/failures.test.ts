// What happens to errors at the end of a run: one line for people, never what was typed in.

import { afterAll, describe, expect, test } from 'bun:test';
import { createProgram } from '../../../src/app/program.ts';
import { run } from '../../../src/platform/cli/run.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { type Outcome, openBench } from '../../support/command-line.ts';

const bench = openBench();
afterAll(() => bench[Symbol.dispose]());

/** Runs a command whose first line of output fails with this error. */
async function runFailing(error: unknown, argv: string[] = []): Promise<Outcome> {
  const outcome: Outcome = { exitCode: -1, out: '', err: '' };
  const io = bench.io(outcome, {});
  const out = (): never => {
    throw error;
  };
  outcome.exitCode = await run(createProgram, ['version', ...argv], { ...io, out });
  return outcome;
}

describe('unexpected errors', () => {
  test.each([
    ['an error that quotes its input', new Error('params: hunter2')],
    ['a thrown text', 'hunter2'],
    ['an error whose cause quotes it', new Error('x', { cause: new Error('hunter2') })],
  ])('%s ends in two lines without a trace', async (_, error) => {
    const { exitCode, err } = await runFailing(error);
    expect(exitCode).toBe(1);
    expect(err).toMatch(
      /^muster: .*Report it to the developers of Muster\.\nmuster: .*--log-level debug.*\n$/,
    );
    expect(err).not.toContain('hunter2');
  });

  test('the log level debug shows more, but not what was typed', async () => {
    const debug = ['--log-level', 'debug'];
    const fault = await runFailing(new TypeError('undefined is not a function'), debug);
    expect(fault.err).toContain('undefined is not a function');
    expect(fault.err).toContain('failures.test.ts');
    const quoting = await runFailing(new Error('params: hunter2'), debug);
    expect(quoting.err).toContain('failures.test.ts');
    expect(quoting.err).not.toContain('hunter2');
  });

  test('are reported even where the settings cannot be used', async () => {
    const { exitCode, err } = await runFailing(new Error('x'), ['--listen', 'nowhere']);
    expect(exitCode).toBe(1);
    expect(err).toContain('Report it to the developers of Muster.');
  });
});

describe('errors for people', () => {
  test('are one line, whatever their message looks like', async () => {
    const { exitCode, err } = await runFailing(new Failure('conflict', 'First.\n  Second.'));
    expect([exitCode, err]).toEqual([1, 'muster: First. Second.\n']);
  });
});
