// Loaded before the unit tests: refuses what would make them slow, other processes and real waits.

import children from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/** Puts a function that throws in the place of another. */
function refuse(owner: object, name: string): void {
  Object.defineProperty(owner, name, {
    value: function refused() {
      throw new Error(
        `A unit test must not use ${name}: name its file *.slow.test.ts, or turn a clock of its own.`,
      );
    },
  });
}

for (const name of ['spawn', 'spawnSync', 'sleep', 'sleepSync']) refuse(Bun, name);
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  refuse(children, name);
}
refuse(threads, 'Worker');
refuse(globalThis, 'Worker');
syncBuiltinESMExports();
