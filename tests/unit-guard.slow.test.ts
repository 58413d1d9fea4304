// Only a process under the guard shows that it refuses other processes, threads and waits, however they are begun.

import { expect, test } from 'bun:test';
import { join } from 'node:path';

const guard = join(import.meta.dir, 'support/unit-guard.ts');

/** What a script prints that runs under the guard, or the error that it ends with. */
async function runGuarded(script: string): Promise<string> {
  const child = Bun.spawn([process.execPath, '--no-env-file', `--preload=${guard}`, '-e', script], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  await child.exited;
  return out + error;
}

test.each([
  ['Bun.spawn', `Bun.spawn(['true'])`, 'spawn'],
  ['Bun.spawnSync', `Bun.spawnSync(['true'])`, 'spawnSync'],
  ['a process of Node', `import { spawn } from 'node:child_process'; spawn('true')`, 'spawn'],
  ['a file of Node', `import { execFile } from 'child_process'; execFile('true')`, 'spawn'],
  ['a thread', `new Worker('data:text/javascript,')`, 'Worker'],
  ['a sleep', `await Bun.sleep(1)`, 'sleep'],
])('%s', async (_what, script, name) => {
  expect(await runGuarded(script)).toContain(`A unit test must not use ${name}:`);
});

test('anything else runs', async () => {
  expect(await runGuarded(`console.log('well')`)).toBe('well\n');
});
