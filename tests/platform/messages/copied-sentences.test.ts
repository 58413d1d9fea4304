// No test copies a sentence: whoever rewrites one edits its languages, and no test.

import { expect, test } from 'bun:test';
import { LANGUAGES } from '../../../src/platform/messages/language.ts';
import { readCatalogue } from '../../support/catalogue.ts';
import { textsOf } from '../../support/leaves.ts';
import { codeOf, readSources, type Source } from '../../support/source.ts';

/** Shorter ones are words, which a test may use for something else. */
const SHORTEST = 20;

/** Here the languages themselves are compared. */
const OWN = 'tests/platform/messages/';

const catalogues = await Promise.all(LANGUAGES.map(readCatalogue));
const byOpening = Map.groupBy(
  catalogues.flatMap(textsOf).filter((text) => text.length >= SHORTEST),
  (text) => text.slice(0, SHORTEST),
);

/** The sentences that stand in a text, with its path. */
function findCopies({ path, text }: Source): string[] {
  const code = codeOf(text);
  return [...code.matchAll(/(?<!\p{L})\p{L}/gu)].flatMap(({ index }) => {
    const candidates = byOpening.get(code.slice(index, index + SHORTEST)) ?? [];
    const copied = candidates.filter((sentence) => code.startsWith(sentence, index));
    return [...new Set(copied)].map((sentence) => `${path}: ${sentence}`);
  });
}

test('no test copies a sentence of the catalogue', () => {
  const sources = readSources('tests/**/*.{ts,tsx}').filter(({ path }) => !path.startsWith(OWN));
  expect(sources.flatMap(findCopies)).toEqual([]);
});

test.each([
  [`expect(text).toBe('Choose what is wrong.')`, 1],
  [`expect(html).toContain('<p>Choose what is wrong.</p>')`, 1],
  [`expect(html).toContain('<p>Wähle aus, was nicht stimmt.</p>')`, 1],
  [`expect(text).toBe('Choose what is w')`, 0],
  ['  // Choose what is wrong.', 0],
])('%s has %d', (text, count) => {
  expect(findCopies({ path: 'a.test.ts', text })).toHaveLength(count);
});
