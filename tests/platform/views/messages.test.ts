// Sentences that readers see are in the message files only. Settings, events and metrics speak to operators, in English.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../../..');
const files = [
  ...new Bun.Glob('src/**/*.tsx').scanSync(root),
  ...new Bun.Glob('src/**/*-{browser,page}.ts').scanSync(root),
  ...new Bun.Glob('src/platform/views/*.ts').scanSync(root),
  ...new Bun.Glob('src/modules/{embed,history,list,web-client}/*.ts').scanSync(root),
].filter(
  (path) =>
    !/-(api|files|painter|store)\.ts$|\/(open|settings|events|module)\.ts$|\.(en|de)\.ts$/.test(
      path,
    ),
);

/** Texts in a source that look like something to read: JSX text, and quoted capitals with a space. */
function findSentences(source: string): string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\b(?:summary:|description:|\w+_SUMMARY =)\s*(?:'[^']*'|`(?:\\.|[^`])*`)/g, '')
    .replace(/\btags:\s*\[[^\]]*\]/g, '')
    .replace(/Type\.String\([^)]*\)|pathParameter\([^)]*\)/g, '')
    .replace(/throw new Error\([^)]*\)/g, '');
  const quoted = code.match(/(['"`])[A-Z][a-z]+ [a-z][^'"`\n]*\1/g) ?? [];
  const between = code.match(/>[^<>{}=;()]*[a-z]{3,}[^<>{}=;()]*<\//g) ?? [];
  return [...quoted, ...between];
}

test('there are files to check', () => {
  expect(files.length).toBeGreaterThan(15);
});

test.each(files)('%s has none', (path) => {
  expect(findSentences(readFileSync(join(root, path), 'utf8'))).toEqual([]);
});

describe('what would be found', () => {
  test.each([
    ['a text between tags', '<p>Play now</p>'],
    ['a quoted sentence', "const a = 'Page not found.';"],
    ['a label', '<input aria-label="Search servers" />'],
  ])('%s', (_what, source) => {
    expect(findSentences(source)).toHaveLength(1);
  });

  test.each([
    ['a word from the file of words', '<p>{words.list.play}</p>'],
    ['a comment', '// Page not found.'],
    ['a class', '<p class="hint ranking">{a}</p>'],
  ])('but not %s', (_what, source) => {
    expect(findSentences(source)).toEqual([]);
  });
});
