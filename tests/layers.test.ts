// Every test file belongs to one layer, and what a layer promises about its files holds.

import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dir, '..');

const { LAYERS, listTestFiles }: Layers = await import(join(root, 'scripts/layers.mjs'));

interface Layers {
  LAYERS: readonly { name: string; has(path: string): boolean; args: readonly string[] }[];
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
    expect(files.length).toBeGreaterThan(300);
    const glob = new Bun.Glob('tests/**/*.test.{ts,tsx}');
    expect([...glob.scanSync(root)].sort()).toEqual(files);
    expect(files.filter((path) => layersOf(path).length !== 1)).toEqual([]);
  });

  test('have files, each of them', () => {
    const found = new Set(files.flatMap(layersOf));
    expect(LAYERS.map(({ name }) => name)).toEqual(['unit', 'http', 'slow', 'e2e', 'load']);
    expect([...found].sort()).toEqual(['e2e', 'http', 'load', 'slow', 'unit']);
  });

  test.each([
    ['tests/lib/md5.test.ts', 'unit'],
    ['tests/architecture.test.ts', 'unit'],
    ['tests/http/login.test.ts', 'http'],
    ['tests/http/account-timing.slow.test.ts', 'slow'],
    ['tests/store/writer.slow.test.ts', 'slow'],
    ['tests/e2e/login.test.ts', 'e2e'],
    ['tests/browser/list.test.ts', 'e2e'],
    ['tests/e2e/relay.load.test.ts', 'load'],
  ])('%s is in the layer %s', (path, layer) => {
    expect(layersOf(path)).toEqual([layer]);
  });

  test('need the binary or a browser in e2e and load alone', () => {
    const needs = (path: string) =>
      ['tests/support/binary.ts', 'tests/support/chromium.ts'].some((it) =>
        helpersOf(path).has(it),
      );
    expect(files.filter(needs).length).toBeGreaterThan(60);
    expect(
      files.filter((path) => needs(path) && !['e2e', 'load'].includes(layersOf(path)[0] ?? '')),
    ).toEqual([]);
  });

  test('the unit tests run under the guard', () => {
    const unit = LAYERS.find(({ name }) => name === 'unit');
    expect(unit?.args).toContain('--preload=./tests/support/unit-guard.ts');
  });
});
