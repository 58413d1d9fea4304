// Plain pages: complete documents in which every text stays text.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type PlainPage, renderPlainPage } from '../../../src/platform/views/plain-page.tsx';
import { plainStyles, THEMES } from '../../../src/platform/views/site-look.ts';
import { rounds } from '../../support/rounds.ts';

const page: PlainPage = { title: 'A title', paragraphs: ['One.', 'Two.'] };

describe('a plain page', () => {
  test('contains no more styles than it needs', () => {
    for (const theme of THEMES) {
      const styles = plainStyles[theme];
      expect(styles).toContain('--text:');
      expect(styles).not.toMatch(/--c[0-9a-f]:|data-theme/);
      expect(styles).toContain('.button{');
      expect(styles).not.toContain('.star');
      // A size and what follows it are two values.
      expect(styles).toContain('border-bottom:4px solid');
      expect(styles).not.toMatch(/\dpx[\w#]/);
      expect(renderPlainPage(page, undefined, theme).length).toBeLessThan(4_000);
    }
  });

  test.each([
    ['system', 'light-dark(#f4f2ed,#161512)', 'light dark'],
    ['light', '#f4f2ed', 'light'],
    ['dark', '#161512', 'dark'],
  ] as const)('in the theme %s has its colours', (theme, ground, schemes) => {
    const styles = plainStyles[theme];
    const valuesOf = (pattern: RegExp) => [...styles.matchAll(pattern)].map(([, value]) => value);
    expect(valuesOf(/--ground:([^;]+)/g)).toEqual([ground]);
    expect(valuesOf(/color-scheme:([a-z ]+)/g)).toEqual([schemes]);
  });

  test('has a link only where one was given', () => {
    expect(renderPlainPage(page).match(/<a /g)).toHaveLength(1);
    const links = [{ href: 'https://play.example.net/?a=1&b=2', label: 'Go <on>' }];
    expect(renderPlainPage({ ...page, links })).toContain(
      '<p><a class="button quiet" href="https://play.example.net/?a=1&amp;b=2">Go &lt;on></a></p>',
    );
  });

  test('fetches nothing and runs nothing', () => {
    const links = [{ href: 'http://a/', label: 'a' }];
    expect(renderPlainPage({ ...page, links })).not.toMatch(
      /<script|src=|@import|url\(|<link|style=/i,
    );
  });

  test('has the same tags for any texts', () => {
    const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.split(/[ >]/)[0]);
    const show = (text: string) =>
      renderPlainPage({ title: text, paragraphs: [text], links: [{ href: text, label: text }] });
    const wanted = tagsOf(show('')) ?? [];
    const pieces = fc.array(fc.constantFrom(...`<>"'&/= b-`)).map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), pieces), (text) => {
        expect(tagsOf(show(text))).toEqual(wanted);
      }),
      rounds(1_000),
    );
  });
});
