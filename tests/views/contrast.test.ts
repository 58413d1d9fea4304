// The tokens: every pair of colours that is used together has enough contrast, in both colour schemes.

import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf } from '../../src/lib/colours.ts';
import { PAGE_BACKGROUNDS } from '../../src/site/site-values.ts';

const STYLES = join(import.meta.dir, '../../src/views/styles');
const css = readFileSync(join(STYLES, 'tokens.css'), 'utf8');

function readTokens(text: string): Map<string, string> {
  const found = text.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

const darkStart = css.indexOf('@media (prefers-color-scheme: dark)');
const light = readTokens(css.slice(0, darkStart));
const chosenStart = css.indexOf(':root:where([data-theme="dark"])');
const dark = readTokens(css.slice(darkStart, chosenStart));

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

test('a reader who chooses the dark scheme gets that of the system', () => {
  expect([...readTokens(css.slice(chosenStart))]).toEqual([...dark]);
});

test('every colour has a value for each scheme', () => {
  expect([...dark.keys()]).toEqual([...light.keys()]);
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

const others = readdirSync(STYLES).filter((name) => name !== 'tokens.css');

test.each(others)('%s has no colour of its own', (name) => {
  const other = readFileSync(join(STYLES, name), 'utf8');
  expect(other.match(/#[0-9a-f]{3,8}\b|rgb|hsl/gi)).toBeNull();
});
