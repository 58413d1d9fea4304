// The tokens: every pair of colours that is used together has enough contrast, in both colour schemes.

import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES = join(import.meta.dir, '../../src/views/styles');
const css = readFileSync(join(STYLES, 'tokens.css'), 'utf8');

function readTokens(text: string): Map<string, string> {
  const found = text.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

const darkStart = css.indexOf('@media (prefers-color-scheme: dark)');
const light = readTokens(css.slice(0, darkStart));
const dark = readTokens(css.slice(darkStart));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

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

test('every colour has a value for each scheme', () => {
  expect([...dark.keys()]).toEqual([...light.keys()]);
  expect(light.size).toBeGreaterThan(25);
});

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s', (_scheme, tokens) => {
  test.each(pairs)('%s on %s', (over, under, wanted) => {
    expect(contrast(tokens.get(over) ?? '', tokens.get(under) ?? '')).toBeGreaterThan(wanted);
  });
});

const others = readdirSync(STYLES).filter((name) => name !== 'tokens.css');

test.each(others)('%s has no colour of its own', (name) => {
  const other = readFileSync(join(STYLES, name), 'utf8');
  expect(other.match(/#[0-9a-f]{3,8}\b|rgb|hsl/gi)).toBeNull();
});
