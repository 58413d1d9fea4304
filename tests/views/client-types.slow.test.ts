// The browser's script is checked against the browser's own types.

import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('the script has no error of type', async () => {
  const root = join(import.meta.dir, '../..');
  const child = Bun.spawn(
    [join(root, 'node_modules/.bin/tsc'), '--noEmit', '--project', 'src/views/client'],
    { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  );
  expect(await new Response(child.stdout).text()).toBe('');
  expect(await child.exited).toBe(0);
}, 60_000);
