// The layers of the tests: which files belong to each, and how they run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './child.mjs';

const isSlow = (path) => path.endsWith('.slow.test.ts');
const isLoad = (path) => path.endsWith('.load.test.ts');
const isHttp = (path) => path.startsWith('tests/http/');
const isContract = (path) => path.startsWith('tests/contract/');
const isBinary = (path) => /^tests\/(e2e|browser)\//.test(path);
const isQuick = (path) => !isSlow(path) && !isLoad(path);

/**
 * In the order in which they run. Every test file belongs to exactly one layer; `args` are those that
 * Bun gets besides the files, `zone` is the time zone of the tests, UTC unless given, and `longest` names files to start first. `npm test` runs those that are `quick`, `npm run test:all` all of them.
 */
export const LAYERS = [
  {
    name: 'unit',
    describes: 'one module on a store in memory and a clock that the test turns',
    has: (path) => isQuick(path) && !isBinary(path) && !isHttp(path) && !isContract(path),
    // Far from UTC, by hours that are not whole: what takes the zone of the machine for UTC is noticed.
    zone: 'Asia/Kathmandu',
    // The guard refuses processes, threads and real waits.
    args: ['--parallel', '--no-isolate', '--preload=./tests/support/unit-guard.ts'],
    quick: true,
  },
  {
    name: 'http',
    describes: 'requests against the real routes',
    has: (path) => isQuick(path) && isHttp(path),
    args: ['--parallel', '--no-isolate'],
    quick: true,
  },
  {
    name: 'program',
    describes: 'the binary with recorded clients and a browser, and the stores on PostgreSQL',
    has: (path) => isQuick(path) && (isBinary(path) || isContract(path)),
    args: ['--parallel=3'],
    quick: true,
    needsBinary: true,
  },
  {
    name: 'slow',
    describes: 'processes, threads, real time, a browser, and the rest of the binary',
    has: isSlow,
    args: ['--parallel=4'],
    // Those that take longest, in their order, for a clone that has not measured any.
    longest: [
      'tests/e2e/release.slow.test.ts',
      'tests/platform/store/postgres-pooler.slow.test.ts',
      'tests/bench/measures.slow.test.ts',
      'tests/simulation/simulation.slow.test.ts',
      'tests/browser/languages.slow.test.ts',
      'tests/platform/store/move-data.slow.test.ts',
      'tests/e2e/replicas-proxy.slow.test.ts',
      'tests/browser/list.slow.test.ts',
      'tests/platform/store/replicas.slow.test.ts',
      'tests/browser/web-client.slow.test.ts',
      'tests/e2e/power-loss.slow.test.ts',
      'tests/e2e/replicas-chaos.slow.test.ts',
      'tests/platform/store/postgres/leadership.slow.test.ts',
    ],
    needsBinary: true,
  },
  {
    name: 'load',
    describes: 'the binary under floods and faults, and measured time: alone on the machine',
    has: isLoad,
    args: [],
    needsBinary: true,
  },
];

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
