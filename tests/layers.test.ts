// Every test file belongs to one layer, and what a layer promises about its files holds.

import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dir, '..');

const { LAYERS, listTestFiles }: Layers = await import(join(root, 'scripts/layers.mjs'));

interface Layers {
  LAYERS: readonly {
    name: string;
    has(path: string): boolean;
    args: readonly string[];
    longest?: readonly string[];
    needsBinary?: boolean;
  }[];
  listTestFiles(): string[];
}

const files = listTestFiles();
const layersOf = (path: string) => LAYERS.filter(({ has }) => has(path)).map(({ name }) => name);

/** The files under `tests` that a test imports, and those that they import. */
function helpersOf(path: string, found = new Set<string>()): Set<string> {
  const text = readFileSync(join(root, path), 'utf8');
  for (const [, from = ''] of text.matchAll(/(?:from|import)\(? ?'(\.[^']+)'/g)) {
    const target = join(dirname(path), from);
    if (!target.startsWith('tests/') || found.has(target)) continue;
    // Some tests have imports in texts that they check.
    if (!existsSync(join(root, target))) continue;
    found.add(target);
    helpersOf(target, found);
  }
  return found;
}

describe('the layers', () => {
  test('have every test file, each in exactly one', () => {
    expect(files.length).toBeGreaterThan(200);
    const glob = new Bun.Glob('tests/**/*.test.{ts,tsx}');
    expect([...glob.scanSync(root)].sort()).toEqual(files);
    expect(files.filter((path) => layersOf(path).length !== 1)).toEqual([]);
  });

  test.each([
    ['tests/platform/lib/text.test.ts', 'unit'],
    ['tests/platform/store/contract.test.ts', 'unit'],
    ['tests/http/login.test.ts', 'http'],
    ['tests/http/account-timing.slow.test.ts', 'slow'],
    ['tests/contract/postgres.test.ts', 'program'],
    ['tests/e2e/start.test.ts', 'program'],
    ['tests/e2e/tls.slow.test.ts', 'slow'],
    ['tests/e2e/stop.load.test.ts', 'load'],
  ])('%s is in the layer %s', (path, layer) => {
    expect(files).toContain(path);
    expect(layersOf(path)).toEqual([layer]);
  });

  test('start first what is there', () => {
    const longest = LAYERS.flatMap(({ name, longest = [] }) =>
      longest.map((path) => [path, [name]]),
    );
    expect(longest.length).toBeGreaterThan(5);
    expect(longest.map(([path]) => [path, layersOf(String(path))])).toEqual(longest);
    expect(longest.filter(([path]) => !files.includes(String(path)))).toEqual([]);
  });

  test('build the binary first where a file needs it', () => {
    const needs = (path: string) => helpersOf(path).has('tests/support/binary.ts');
    const built = LAYERS.filter(({ needsBinary }) => needsBinary).map(({ name }) => name);
    expect(files.filter(needs).length).toBeGreaterThan(30);
    expect(files.filter((path) => needs(path) && !built.includes(layersOf(path)[0] ?? ''))).toEqual(
      [],
    );
  });

  test('the unit tests run under the guard', () => {
    const unit = LAYERS.find(({ name }) => name === 'unit');
    expect(unit?.args).toContain('--preload=./tests/support/unit-guard.ts');
  });
});
