// Only programs that run show that they have no shell, end in time, and are quoted when they fail.

import { afterAll, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../../src/platform/lib/run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeScript(name: string, lines: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, mode);
  return path;
}

function run(program: string, args: string[] = [], timeoutMs = 10_000, signal?: AbortSignal) {
  const env = { PATH: process.env.PATH, MARK: 'here' };
  return runProgram({ program, args, cwd: folder, env, timeoutMs, ...(signal && { signal }) });
}

test('an argument reaches the program as it is', async () => {
  const nasty = "a b'; touch pwned #$(touch pwned)`touch pwned`\n";
  const script = writeScript('take', 'printf %s "$1" >taken; printf %s "$MARK$HOME" >env');
  expect(await run(script, [nasty])).toBeUndefined();
  expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe(nasty);
  expect(readFileSync(join(folder, 'env'), 'utf8')).toBe('here');
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
});

test('a failure is told with the last line that it wrote', async () => {
  const script = writeScript(
    'fail',
    'echo first >&2; printf "no \\033[31mbucket\\n\\n" >&2; exit 7',
  );
  expect(await run(script)).toBe('ended with exit code 7: no [31mbucket');
  expect(await run(writeScript('mute', 'kill -TERM $$'))).toBe('ended with SIGTERM');
});

test('a long complaint is cut', async () => {
  const script = writeScript('long', 'head -c 3000000 /dev/zero | tr "\\0" x >&2; exit 1');
  expect(await run(script)).toBe(`ended with exit code 1: ${'x'.repeat(200)}`);
});

test('what cannot be started is told', async () => {
  expect(await run(join(folder, 'missing'))).toBe('could not be started (ENOENT)');
  expect(await run(writeScript('plain', 'exit 0', 0o644))).toBe('could not be started (EACCES)');
});

test('a program that takes too long is ended with what it started', async () => {
  const script = writeScript('slow', 'sleep 600 & echo $! >child; wait');
  expect(await run(script, [], 500)).toBe('took longer than 0.5 s and was ended');
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
  await Bun.sleep(100);
  // A container without an init process keeps ended processes as zombies.
  const state = await Bun.file(`/proc/${child}/stat`)
    .text()
    .catch(() => 'gone');
  expect(state).toMatch(/^gone$|\) Z /);
});

test('an abort ends it', async () => {
  const stopping = new AbortController();
  const ended = run(writeScript('wait', 'sleep 600'), [], 60_000, stopping.signal);
  await Bun.sleep(100);
  stopping.abort();
  expect(await ended).toBe('was ended because the service is stopping');
});
