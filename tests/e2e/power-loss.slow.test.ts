// Only a recorded disk shows what a power cut could have left: a sample of its states is whole and has lost nothing.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { whyNot } from '../power-loss/record.ts';

const reason = whyNot();
if (reason !== undefined) process.stdout.write(`power loss is not tried here: ${reason}\n`);

test.skipIf(reason !== undefined)(
  'of some hundred states none is damaged or has losses, and a disk that ignores syncs has both',
  async () => {
    const root = join(import.meta.dir, '../..');
    const run = ['tests/power-loss/run.ts', '--states', '150', '--accounts', '3'];
    const child = Bun.spawn([process.execPath, '--no-env-file', ...run], {
      cwd: root,
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const text = await new Response(child.stdout).text();
    process.stdout.write(text);
    expect(text.match(/as synced: \d{2,} states, 0 damaged, 0 with losses/g)).toHaveLength(2);
    expect(await child.exited).toBe(0);
  },
  600_000,
);
