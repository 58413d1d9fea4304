// The card as an SVG: well-formed whatever the texts, which are no wider than their places and have nothing that the font lacks.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type CardFacts, drawable, drawCard, wrap } from '../../../src/modules/embed/card.ts';
import { readFont } from '../../../src/modules/embed/font.ts';
import { rounds } from '../../support/rounds.ts';

const bytes = readFileSync(
  Bun.resolveSync('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf', import.meta.dir),
);
const font = readFont(bytes);

const FACTS: CardFacts = {
  icon: 'data:image/png;base64,',
  title: 'Freebuild',
  detail: 'MCGalaxy',
  players: '31 / 64',
  playersLabel: 'online now',
  curve: [1, 2, null, 4],
  curveLabel: '24 hours',
  site: 'Block World',
  host: 'play.example.net',
  accent: '#86cf62',
};
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, it]) => it);
const draw = (facts: Partial<CardFacts>) => drawCard({ ...FACTS, ...facts }, font);

describe('the font', () => {
  test.each([...'aÄñßЖжΩ→←☺♥█ﷺ'.slice(0, 12), '😀'])('has %s', (character) => {
    expect(font.has(character)).toBe(true);
    expect(font.widthOf(character, 100)).toBeGreaterThan(0);
  });

  test.each(['中', '한', '𝓗', '\u0007', '\ufffe'])('lacks %s', (character) => {
    expect(font.has(character)).toBe(false);
  });

  test('measures letters by the size of the text', () => {
    expect(font.widthOf('WW', 50)).toBeCloseTo(font.widthOf('W', 100));
    expect(font.widthOf('W', 50)).toBeGreaterThan(font.widthOf('i', 50));
  });
});

describe('of a text, what can be drawn', () => {
  test.each([
    ['a plain name', 'Alpha 24/7', 'Alpha 24/7'],
    ['Cyrillic and signs', 'Привет → ♥', 'Привет → ♥'],
    ['ornate letters, in their usual form', '𝓗𝓮𝓵𝓵𝓸', 'Hello'],
    ['what the font lacks, which is left out', 'a 中文 b', 'a b'],
    ['control characters', 'a\u0000\u0007\ufffeb', 'ab'],
    ['marks that are piled up', `Z${'\u0337\u0321\u0328\u031b'.repeat(9)}`, /^Z\p{M}{1,2}$/u],
  ])('%s', (_what, text, drawn) => {
    expect(drawable(text, font)).toMatch(
      typeof drawn === 'string' ? new RegExp(`^${RegExp.escape(drawn)}$`) : drawn,
    );
  });
});

describe('a text in its place', () => {
  const space = { size: 40, width: 400, most: 2 };

  test.each([
    ['is one line', 'Short', ['Short']],
    ['goes on in a second line', 'Four words would fit here', ['Four words would', 'fit here']],
    ['is broken where it has no space', 'x'.repeat(25), [/^x{10,}$/, /^x{3,}$/]],
    ['is cut', `The name ${'x'.repeat(90)}`, ['The name', /^x{10,}…$/]],
    ['is nothing', '', []],
  ] as const)('%s', (_what, text, lines) => {
    const made = wrap(font, text, space);
    expect(made).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(made[index]).toMatch(line);
  });

  test('is never wider than that, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (given) => {
        const lines = wrap(font, drawable(given, font), space);
        expect(lines.length).toBeLessThanOrEqual(space.most);
        for (const line of lines) expect(font.widthOf(line, 40)).toBeLessThanOrEqual(400);
      }),
      rounds(300),
    );
  });
});

describe('a name', () => {
  const sizeOf = (title: string, detail = 'MCGalaxy') =>
    Number(/font-size="(\d+)"/.exec(draw({ title, detail }))?.[1]);
  const linesOf = (title: string) =>
    textsOf(draw({ title })).slice(0, textsOf(draw({ title })).indexOf('MCGalaxy'));

  test.each([
    ['is as large as it can be', 'Freebuild', ['Freebuild']],
    ['takes more lines, and keeps its words', 'The quiet harbour of the north', /^\S/],
    [
      'is whole even if it is as long as names are',
      'A name of many words '.repeat(3).trim(),
      /^\S/,
    ],
  ])('%s', (_what, title, lines) => {
    const drawn = linesOf(title);
    expect(drawn.join(' ')).toBe(title);
    if (typeof lines !== 'string' && Array.isArray(lines)) expect(drawn).toEqual([...lines]);
  });

  test('is smaller where it is longer', () => {
    const sizes = ['Freebuild', 'Freebuild of the north', 'word '.repeat(12).trim()].map((title) =>
      sizeOf(title),
    );
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(new Set(sizes).size).toBe(3);
    expect(sizeOf('word '.repeat(12).trim())).toBeGreaterThanOrEqual(40);
  });

  test('is broken only where it has no space, and cut only where it still does not fit', () => {
    expect(linesOf('x'.repeat(40)).join('')).toBe('x'.repeat(40));
    expect(linesOf('W'.repeat(200)).at(-1)).toEndWith('…');
  });
});

describe('the card', () => {
  test('has all that it is given', () => {
    const svg = draw({});
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(['Freebuild', 'MCGalaxy', '31 / 64', 'online now']),
    );
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['24 hours', 'Block World']));
    expect(svg).toMatch(/<svg [^>]*width="1200" height="630"/);
    expect(svg).toMatch(
      /<path fill="#4e723a" d="M0 546V[^"]+z"\/>\n<path fill="#86cf62" d="M0 546h/,
    );
  });

  test('has no curve, and no word on it, where nothing is known', () => {
    for (const curve of [[], [null, null]]) {
      expect(draw({ curve })).toContain('<path fill="#4e723a" d=""/>');
      expect(textsOf(draw({ curve }))).not.toContain('24 hours');
    }
  });

  test('names the site where the font has nothing of a server’s name', () => {
    expect(textsOf(draw({ title: '中文服务器' }))[0]).toBe('play.example.net');
  });

  test('is well-formed whatever the texts', () => {
    const shape = (svg: string) => svg.replace(/<text[^>]*>[^<]*<\/text>|\n/g, '');
    const plain = shape(draw({}));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const svg = draw({ title: text, detail: text, site: text, host: text });
        expect(shape(svg)).toBe(plain);
        expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#x27;)/);
      }),
      rounds(200),
    );
    expect(textsOf(draw({ title: '</text><script>' }))).toContain('&lt;/text&gt;&lt;script&gt;');
  });
});
