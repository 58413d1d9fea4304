// Each rule of docs/contract.md is cited by the code that keeps it and by a test that proves it.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');

const RULE = /^- \*\*(C\d+\.\d+)\*\* \S/gm;
const NUMBER = /\bC\d+\.\d+\b/g;
/** A comment of a line, the end of one, or a line of a block; `https://` begins none. */
const COMMENT = /(?:^|\s)\/\/.*$|^\s*\/?\*.*$|\/\*.*?\*\//gm;
const TITLE = /^\s*(?:test|describe)\b.*$/gm;

const contract = readFileSync(join(root, 'docs/contract.md'), 'utf8');
const rules = [...contract.matchAll(RULE)].map(([, number = '']) => number);

interface Citation {
  number: string;
  path: string;
}

function read(pattern: string): { path: string; text: string }[] {
  return [...new Bun.Glob(pattern).scanSync(root)]
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The numbers that stand in comments, and in titles of tests where those count. */
function cite(pattern: string, ...places: RegExp[]): Citation[] {
  return read(pattern).flatMap(({ path, text }) => {
    const described = places.flatMap((place) => text.match(place) ?? []).join('\n');
    return [...new Set(described.match(NUMBER))].map((number) => ({ number, path }));
  });
}

const inCode = cite('src/**/*.{ts,tsx}', COMMENT);
const inTests = cite('tests/**/*.ts', COMMENT, TITLE);
/** The suites of `tests/contract` are run by tests elsewhere; other files beside tests prove nothing. */
const inProofs = inTests.filter(({ path }) => /\.test\.ts$|^tests\/contract\//.test(path));

function listUncited(citations: readonly Citation[]): string[] {
  const cited = new Set(citations.map(({ number }) => number));
  return rules.filter((number) => !cited.has(number));
}

describe('the rules of docs/contract.md', () => {
  test('are numbered without a gap, each number once', () => {
    expect(rules.length).toBeGreaterThan(0);
    let [section, rule] = [1, 0];
    const expected = rules.map((number) => {
      const isNewSection = number === `C${section + 1}.1`;
      [section, rule] = isNewSection ? [section + 1, 1] : [section, rule + 1];
      return `C${section}.${rule}`;
    });
    expect(rules).toEqual(expected);
  });

  test('are all read: no line with a number is written in another way', () => {
    const atStart = contract.match(/^\W*C\d+\.\d+\b/gm) ?? [];
    expect(atStart.map((text) => text.replace(/^\W*/, ''))).toEqual(rules);
  });

  test('each have code in src that names them', () => {
    expect(listUncited(inCode)).toEqual([]);
  });

  test('each have a test that names them', () => {
    expect(listUncited(inProofs)).toEqual([]);
  });

  test('exist wherever one is named', () => {
    const inContract = (contract.match(NUMBER) ?? []).map((number) => ({
      number,
      path: 'docs/contract.md',
    }));
    const unknown = [...inCode, ...inTests, ...inContract]
      .filter(({ number }) => !rules.includes(number))
      .map(({ number, path }) => `${path} names ${number}`);
    expect(unknown).toEqual([]);
  });
});
