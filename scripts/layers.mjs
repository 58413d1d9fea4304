// The layers of the tests: which files belong to each, and how they run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './child.mjs';

const inParallel = ['--parallel', '--no-isolate'];

/**
 * In the order in which they run. Every test file belongs to exactly one layer; `args` are those that
 * Bun gets besides the files; without `--parallel` it runs one file after another.
 */
export const LAYERS = [
  {
    name: 'unit',
    describes: 'one module on a store in memory and a clock that the test turns',
    has: (path) => !isSlow(path) && !isBinary(path) && !isHttp(path),
    // The guard refuses processes, threads and real waits.
    args: [...inParallel, '--preload=./tests/support/unit-guard.ts'],
  },
  {
    name: 'http',
    describes: 'requests against the real routes',
    has: (path) => isHttp(path) && !isSlow(path),
    args: inParallel,
  },
  {
    name: 'slow',
    describes: 'processes, threads, waits in real time, measured time',
    has: (path) => isSlow(path) && !isBinary(path),
    args: [],
  },
  {
    name: 'e2e',
    describes: 'the compiled binary, and a browser',
    has: (path) => isBinary(path) && !isLoad(path),
    args: ['--parallel=2'],
    needsBinary: true,
  },
  {
    name: 'load',
    describes: 'the compiled binary under floods and slow disks, alone on the machine',
    has: (path) => isBinary(path) && isLoad(path),
    args: [],
    needsBinary: true,
  },
];

function isSlow(path) {
  return path.endsWith('.slow.test.ts');
}

function isLoad(path) {
  return path.endsWith('.load.test.ts');
}

function isHttp(path) {
  return path.startsWith('tests/http/');
}

function isBinary(path) {
  return /^tests\/(e2e|browser)\//.test(path);
}

/** Every test file, from the repository's root, sorted. */
export function listTestFiles() {
  return readdirSync(join(root, 'tests'), { recursive: true })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
}

/** The layer of a name. Throws a sentence when there is none. */
export function findLayer(name) {
  const layer = LAYERS.find((it) => it.name === name);
  if (layer) return layer;
  const names = LAYERS.map((it) => it.name).join(', ');
  throw new Error(`There is no layer "${name}". There are ${names}.`);
}
