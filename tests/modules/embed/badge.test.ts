// The badge: one well-formed picture, whatever the name.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { renderBadge } from '../../../src/modules/embed/badge.ts';
import { contrastOf } from '../../../src/platform/lib/colours.ts';
import { rounds } from '../../support/rounds.ts';

const badgeOf = (name: string, players = 3, maxPlayers = 20) =>
  renderBadge({ name, counted: players, maxPlayers });
/** What the picture says to who cannot see it. */
const labelOf = (svg: string) => /<title>(.*)<\/title>/s.exec(svg)?.[1];
const widthOf = (svg: string) => Number(/^<svg[^>]* width="(\d+)"/.exec(svg)?.[1]);

describe('the label', () => {
  test.each([
    ['a plain name', 'Alpha', 'Alpha: 3 / 20 online'],
    ['colour codes', '&aGreen &cred', 'Green red: 3 / 20 online'],
    ['codes alone', '&a&b', '&amp;a&amp;b: 3 / 20 online'],
    ['tags', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;: 3 / 20 online'],
    ['quotes', `"x" 'y'`, '&quot;x&quot; &#x27;y&#x27;: 3 / 20 online'],
    ['the end of a CDATA section', 'a]]>b', 'a]]&gt;b: 3 / 20 online'],
    ['what XML cannot hold', 'a\u0000\ufffe\uffffb\ud800', 'ab\ufffd: 3 / 20 online'],
    ['nothing that XML can hold', '\uffff', 'server: 3 / 20 online'],
    ['a long name', 'n'.repeat(64), `${'n'.repeat(32)}…: 3 / 20 online`],
    ['a long name of pairs', '😀'.repeat(40), `${'😀'.repeat(32)}…: 3 / 20 online`],
  ])('of %s', (_what, name, label) => {
    const svg = badgeOf(name);
    expect(labelOf(svg)).toBe(label);
    expect(svg).toContain(`aria-label="${label}"`);
  });

  test('of a server that is not live says offline, in another colour', () => {
    const svg = renderBadge(undefined);
    expect(labelOf(svg)).toBe('server: offline');
    expect(svg).toContain('#68645e');
    expect(badgeOf('Alpha')).not.toContain('#68645e');
  });
});

test('grows with the name and with the letters’ width', () => {
  expect(widthOf(badgeOf('Alphabet'))).toBeGreaterThan(widthOf(badgeOf('Al')));
  expect(widthOf(badgeOf('汉字汉字'))).toBeGreaterThan(widthOf(badgeOf('abcd')));
  expect(widthOf(badgeOf('a', 65_535, 65_535))).toBeGreaterThan(widthOf(badgeOf('a')));
});

test.each([
  ['a live server', badgeOf('Alpha')],
  ['no server', renderBadge(undefined)],
])('of %s has enough contrast for each text, light and dark', (_what, svg) => {
  const colours = (pattern: RegExp) => [...svg.matchAll(pattern)].map(([, colour = '']) => colour);
  const grounds = colours(/<rect[^>]* fill="(#[0-9a-f]{6})"/g);
  const inks = colours(/<text[^>]* fill="(#[0-9a-f]{6})"/g);
  const [ground = '', ink = ''] = colours(/\.(?:state|ink)\{fill:(#[0-9a-f]{6})\}/g);
  expect([grounds.length, inks.length]).toEqual([2, 2]);
  for (const [index, colour] of [...grounds, ground].entries()) {
    expect(contrastOf([...inks, ink][index] ?? '', colour)).toBeGreaterThan(4.5);
  }
});

test('is well-formed for any name', () => {
  const shape = badgeOf('x').replace(/[\d.]+|>[^<]*</g, (part) => (part[0] === '>' ? '><' : '0'));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
      const svg = badgeOf(name);
      const label = labelOf(svg) ?? '';
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
      expect(svg).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\]\]>/);
      expect(svg.isWellFormed()).toBe(true);
      expect(label).not.toMatch(/&(?!(?:amp|lt|gt|quot|#x27);)/);
      const bare = svg.replaceAll(label, 'x: 3 / 20 online');
      const found = bare.replace(/[\d.]+|>[^<]*</g, (part) => (part[0] === '>' ? '><' : '0'));
      if (!label.startsWith('0') && label.length > 12) expect(found).toBe(shape);
    }),
    rounds(1_000),
  );
});
