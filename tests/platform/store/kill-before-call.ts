// Loaded before a child of the tests: ends it, as `kill -9` does, before one of its calls that change or sync files.

import { createRequire } from 'node:module';

// An import would give every later importer the calls as they are.
const files = createRequire(import.meta.url)('node:fs');

const NAMES = ['linkSync', 'renameSync', 'rmSync', 'mkdirSync', 'fsyncSync', 'openSync'];
const last = Number(process.env.KILL_BEFORE);

let calls = 0;
for (const name of NAMES) {
  const call = Reflect.get(files, name);
  Reflect.set(files, name, (...given: unknown[]) => {
    calls += 1;
    if (calls === last) process.kill(process.pid, 'SIGKILL');
    return call(...given);
  });
}
