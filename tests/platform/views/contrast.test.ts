// The tokens: every pair of colours that is used together has enough contrast, in both colour schemes.

import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf } from '../../../src/platform/lib/colours.ts';
import { DEFAULT_ACCENT, PAGE_BACKGROUNDS } from '../../../src/platform/lib/site-facts.ts';

const STYLES = join(import.meta.dir, '../../../src/platform/views/styles');
const css = readFileSync(join(STYLES, 'tokens.css'), 'utf8');

/** The colours of one scheme: the first or the second of each pair, or one that is the same in both. */
function readTokens(scheme: 0 | 1): Map<string, string> {
  const found = css.matchAll(
    /--([a-z0-9-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})(?:,\s*(#[0-9a-f]{6}))?/g,
  );
  return new Map([...found].map(([, name = '', ...pair]) => [name, pair[scheme] ?? pair[0] ?? '']));
}

const light = readTokens(0);
const dark = readTokens(1);

const codes = [...'0123456789abcde'].map((digit) => `c${digit}`);
const texts = ['text', 'muted', 'join', 'wait', 'no', ...codes];
const pairs = [
  ...texts.flatMap((text) =>
    ['ground', 'panel', 'hover'].map((under) => [text, under, 4.5] as const),
  ),
  ['join-ink', 'join', 4.5] as const,
  ['join-ink', 'join-strong', 4.5] as const,
  ['no-ink', 'no', 4.5] as const,
  ...['edge', 'focus'].flatMap((line) =>
    ['ground', 'panel', 'hover'].map((under) => [line, under, 3] as const),
  ),
];

test('has all colours', () => {
  expect(light.size).toBeGreaterThan(25);
});

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s', (_scheme, tokens) => {
  test.each(pairs)('%s on %s', (over, under, wanted) => {
    expect(contrastOf(tokens.get(over) ?? '', tokens.get(under) ?? '')).toBeGreaterThan(wanted);
  });
});

test('an accent is compared with the backgrounds that pages have', () => {
  const grounds = (tokens: Map<string, string>) => [tokens.get('ground'), tokens.get('panel')];
  expect(grounds(light)).toEqual([...PAGE_BACKGROUNDS.light]);
  expect(grounds(dark)).toEqual([...PAGE_BACKGROUNDS.dark]);
});

test('the accent of a site that chose none is the token', () => {
  expect(DEFAULT_ACCENT).toEqual({ light: light.get('join') ?? '', dark: dark.get('join') ?? '' });
});

const others = readdirSync(STYLES).filter((name) => name !== 'tokens.css');

test.each(others)('%s has no colour of its own', (name) => {
  const other = readFileSync(join(STYLES, name), 'utf8');
  expect(other.match(/#[0-9a-f]{3,8}\b|rgb|hsl/gi)).toBeNull();
});
