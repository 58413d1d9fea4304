// Only a real process has exit codes, output to flush, signals, and prompts on a terminal.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, openBench } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { findFreePort } from '../support/free-port.ts';

const MAIN = join(import.meta.dir, '../../src/main.ts');
let bench: Bench;

beforeAll(() => {
  bench = openBench();
});

afterAll(() => bench[Symbol.dispose]());

function muster(argv: string[], stdin: string | Uint8Array = '') {
  const { exitCode, stdout, stderr } = Bun.spawnSync({
    cmd: [process.execPath, MAIN, ...argv],
    cwd: bench.folder,
    env: {},
    stdin: Buffer.from(stdin),
    timeout: 15_000,
  });
  return { exitCode, out: stdout.toString(), err: stderr.toString() };
}

describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
  test('makes a command fail whose result goes there, in one sentence', () => {
    const cmd = ['sh', '-c', 'exec "$@" >/dev/full', 'sh', process.execPath, MAIN, 'version'];
    const { exitCode, stderr } = Bun.spawnSync({ cmd, cwd: bench.folder, env: {} });
    expect([exitCode, String(stderr)]).toEqual([
      1,
      expect.stringMatching(
        /^muster: The output cannot be written \(ENOSPC\)\. The disk is full.*\n$/,
      ),
    ]);
  });

  test('does not end a service whose log goes there: /readyz names it, and SIGTERM stops it in order', async () => {
    const listen = `127.0.0.1:${await findFreePort()}`;
    const argv = ['--listen', listen, '--data', 'full'];
    const cmd = ['sh', '-c', 'exec "$@" >/dev/full 2>&1', 'sh', process.execPath, MAIN, ...argv];
    const child = Bun.spawn({ cmd, cwd: bench.folder, env: {}, timeout: 60_000 });
    // The first line comes after the first answer.
    await eventually(
      async () => muster(['health', '--wait', '30s', '--listen', listen]).out,
      (out) => out.includes('log: The log cannot be written (ENOSPC).'),
    );
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
  });
});

test('a standard input that is not UTF-8 is refused', () => {
  const argv = ['account', 'create', 'Latin', '--email', 'a@example.net', '--password-stdin'];
  const { exitCode, err } = muster(argv, Buffer.from('gr\xfcner Apfel\n', 'latin1'));
  expect(exitCode).toBe(1);
  expect(err).toContain('The standard input cannot be read: it is not UTF-8 (line 1).');
});

/** Runs muster on a terminal and types each answer once its question is shown. */
async function musterOnTerminal(argv: string[], dialogue: [string, string][]) {
  let shown = '';
  const rest = [...dialogue];
  const child = Bun.spawn([process.execPath, MAIN, ...argv], {
    cwd: bench.folder,
    env: {},
    timeout: 15_000,
    terminal: {
      cols: 80,
      rows: 24,
      data(terminal, bytes) {
        shown += Buffer.from(bytes).toString();
        const [question, answer] = rest[0] ?? [];
        if (question === undefined || answer === undefined || !shown.includes(question)) return;
        rest.shift();
        terminal.write(answer);
      },
    },
  });
  const exitCode = await child.exited;
  child.terminal?.close();
  return { exitCode, shown };
}

describe('exit codes', () => {
  test.each([
    ['0 for a command that worked', ['version'], 0],
    ['1 for a failure', ['account', 'show', 'Nemo'], 1],
    ['2 for a command that does not exist', ['frobnicate'], 2],
  ] as [string, string[], number][])('%s', (_, argv, expected) => {
    const { exitCode, out, err } = muster(argv);
    expect(exitCode).toBe(expected);
    expect(expected === 0 ? err : out).toBe('');
    expect(out + err).not.toMatch(/^\s+at /m);
  });

  test('long output is complete', () => {
    const { exitCode, out } = muster(['--help']);
    expect(exitCode).toBe(0);
    expect(out).toEndWith('\n');
    expect(out).toContain('help [command]');
  });

  test('a reader that leaves early does not make it fail', () => {
    const { exitCode, stderr } = Bun.spawnSync({
      cmd: ['sh', '-c', `"$0" "$1" --help | head -n 1; "$0" "$1" version`, process.execPath, MAIN],
      cwd: bench.folder,
      timeout: 15_000,
    });
    expect([exitCode, stderr.toString()]).toEqual([0, '']);
  });
});

describe('standard input', () => {
  test('brings a password without its line break', () => {
    const create = ['account', 'create', 'Alice', '--email', 'a@example.net', '--password-stdin'];
    expect(muster(create, '1234567\n').exitCode).toBe(1);
    expect(muster(create, 'quiet river 42\n').exitCode).toBe(0);
  });
});

describe('a terminal', () => {
  test('asks twice for a password and never shows it', async () => {
    const argv = ['account', 'create', 'Bob', '--email', 'b@example.net'];
    const { exitCode, shown } = await musterOnTerminal(argv, [
      ['one): ', 'hidden secret\r'],
      ['Repeat the password: ', 'hidden secret\r'],
    ]);
    expect(shown).toContain('Account Bob created');
    expect(shown).not.toContain('hidden');
    expect(shown).not.toContain('shown only once');
    expect(exitCode).toBe(0);
  });

  test('Ctrl-C at the password changes nothing', async () => {
    const argv = ['account', 'create', 'Carol', '--email', 'c@example.net'];
    const { exitCode, shown } = await musterOnTerminal(argv, [['one): ', '\x03']]);
    expect(shown).toContain('muster: Cancelled');
    expect(exitCode).toBe(1);
    expect(muster(['account', 'show', 'Carol']).exitCode).toBe(1);
  });
});
