// Escaped text stays text in HTML, in elements and in quoted attributes.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { escapeHtml } from '../../src/lib/escape-html.ts';

test.each([
  ['plain text stays', 'A server', 'A server'],
  ['tags become text', '<b>A</b>', '&lt;b&gt;A&lt;/b&gt;'],
  ['quotes cannot end an attribute', `"x" 'y'`, '&quot;x&quot; &#39;y&#39;'],
  ['an ampersand is escaped once', '&amp;', '&amp;amp;'],
  ['other characters stay', 'Zoë 😀 `=/', 'Zoë 😀 `=/'],
])('%s', (_sentence, text, html) => {
  expect(escapeHtml(text)).toBe(html);
});

const NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

test('any text reads back exactly, and holds nothing that HTML gives a meaning', () => {
  const marks = fc
    .array(fc.constantFrom('<', '>', '&', '"', "'", 'lt;', 'a'))
    .map((it) => it.join(''));
  fc.assert(
    fc.property(fc.oneof(marks, fc.string({ unit: 'binary' })), (text) => {
      const html = escapeHtml(text);
      expect(html).not.toMatch(/[<>"']/);
      expect(html.replace(/&([^;]*);/g, (_, name) => NAMES[name] ?? '(unknown)')).toBe(text);
    }),
  );
});
