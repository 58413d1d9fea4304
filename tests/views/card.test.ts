// The card as an SVG: well-formed whatever the texts, which are no wider than their places and have nothing that the font lacks.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type CardFacts, drawable, drawCard, fit } from '../../src/views/card/card.ts';
import { readFont } from '../../src/views/card/font.ts';
import { rounds } from '../support/rounds.ts';

const bytes = readFileSync(
  Bun.resolveSync('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf', import.meta.dir),
);
const font = readFont(bytes);

const FACTS: CardFacts = {
  picture: 'data:image/png;base64,',
  title: 'Freebuild',
  untitled: 'server',
  detail: 'MCGalaxy · New Zealand',
  figure: '31 / 64',
  figureLabel: 'online now',
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

  test('is refused where it is none', () => {
    expect(() => readFont(bytes.subarray(0, 12))).toThrow();
    expect(() => readFont(new Uint8Array(64))).toThrow('The font has no table head.');
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
  const space = { sizes: [60, 40], width: 400, most: 2 };

  test.each([
    ['is as large as it fits', 'Short', { size: 60, lines: ['Short'] }],
    [
      'goes on in a second line',
      'Two words fit here',
      { size: 60, lines: ['Two words', 'fit here'] },
    ],
    [
      'is smaller',
      'Four words would fit here',
      { size: 40, lines: ['Four words would', 'fit here'] },
    ],
    ['is cut', 'x'.repeat(90), { size: 40, lines: [/^x{10,}$/, /^x{10,}…$/] }],
    ['is nothing', '', { size: 60, lines: [] }],
  ] as const)('%s', (_what, text, { size, lines }) => {
    const made = fit(font, text, space);
    expect(made.size).toBe(size);
    expect(made.lines).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(made.lines[index]).toMatch(line);
  });

  test('is never wider than that, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (given) => {
        const { size, lines } = fit(font, drawable(given, font), space);
        expect(lines.length).toBeLessThanOrEqual(space.most);
        for (const line of lines) expect(font.widthOf(line, size)).toBeLessThanOrEqual(space.width);
      }),
      rounds(300),
    );
  });
});

describe('the card', () => {
  test('has all that it is given', () => {
    const svg = draw({});
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining(['Freebuild', 'MCGalaxy · New Zealand', '31 / 64', 'online now']),
    );
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['24 hours', 'Block World']));
    expect(svg).toMatch(/<svg [^>]*width="1200" height="630"/);
    expect(svg).toMatch(/<path d="M[^"]+z" fill="#86cf62"\/>/);
  });

  test('has no curve, and no word on it, where nothing is known', () => {
    for (const curve of [[], [null, null]]) {
      expect(draw({ curve })).toContain('<path d=""');
      expect(textsOf(draw({ curve }))).not.toContain('24 hours');
    }
  });

  test('names a server by another word where the font has nothing of its name', () => {
    expect(textsOf(draw({ title: '中文服务器' }))).toContain('server');
  });

  test('is well-formed whatever the texts', () => {
    const shape = (svg: string) =>
      svg.replace(/<text[^>]*>[^<]*<\/text>\n?/g, '').replace(/ {2}/g, ' ');
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
