// Only the program itself shows that the bench of padded requests runs, and that nothing keeps their padding.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/docs.ts';

test('no kind of request leaves more in memory when it is padded', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, '--no-env-file', join(root, 'bench/padding.ts'), '--quick'],
    { stdout: 'pipe', stderr: 'pipe' },
  );
  const table = stdout.toString();
  expect({ exitCode, stderr: stderr.toString() }, table).toEqual({ exitCode: 0, stderr: '' });
  expect(table.split('\n').filter((line) => line.endsWith('| met |'))).toHaveLength(15);
}, 180_000);
