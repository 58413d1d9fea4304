// Only the compiler, with the browser’s types, shows that the browser’s scripts fit them.

import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('the scripts have no type errors', async () => {
  const root = join(import.meta.dir, '../../..');
  const child = Bun.spawn(
    [
      join(root, 'node_modules/.bin/tsc'),
      '--noEmit',
      '--project',
      'src/platform/views/tsconfig.browser.json',
    ],
    { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  );
  expect(await new Response(child.stdout).text()).toBe('');
  expect(await child.exited).toBe(0);
}, 60_000);
