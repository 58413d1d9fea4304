// Markdown: what becomes of it, and what never gets through.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { renderMarkdown } from '../../../src/platform/views/markdown.ts';

test.each([
  ['a heading', 'a\n# Rules', '<p>a</p>\n<h2>Rules</h2>'],
  ['the smallest heading', 'a\n###### Small', '<p>a</p>\n<h6>Small</h6>'],
  ['emphasis', 'Be **kind**', '<p>Be <strong>kind</strong></p>'],
  ['a list', '- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  [
    'a link',
    '[Forum](https://forum.example.net "Title")',
    '<p><a href="https://forum.example.net" title="Title" rel="nofollow noopener">Forum</a></p>',
  ],
  [
    'an address alone',
    'See https://a.example/x.',
    '<p>See <a href="https://a.example/x" rel="nofollow noopener">https://a.example/x</a>.</p>',
  ],
  ['a path of this site', '[A](/a/)', '<p><a href="/a/" rel="nofollow noopener">A</a></p>'],
  ['a mailbox', '<a@b.net>', '<p><a href="mailto:a@b.net" rel="nofollow noopener">a@b.net</a></p>'],
])('%s', (_what, text, html) => {
  expect(renderMarkdown(text).html.trim()).toBe(html);
});

describe('a heading at the beginning', () => {
  test.each([
    [
      'is the title',
      '# House **rules** &amp; `more`\n\nBe kind.',
      'House rules & more',
      '<p>Be kind.</p>',
    ],
    [
      'has those below it next to it',
      '# Rules\n## One\n### Two',
      'Rules',
      '<h2>One</h2>\n<h3>Two</h3>',
    ],
    ['of a lower level too', '### Rules\n#### One\n# Two', 'Rules', '<h2>One</h2>\n<h2>Two</h2>'],
    ['with a line under it', 'Rules\n=====\nBe kind.', 'Rules', '<p>Be kind.</p>'],
    ['without a word is none', '#\n\nBe kind.', undefined, '<h2></h2>\n<p>Be kind.</p>'],
    ['after other text is none', 'Be kind.\n# Rules', undefined, '<p>Be kind.</p>\n<h2>Rules</h2>'],
    ['with a tag is text', '# <b>x</b>', '<b>x</b>', ''],
  ])('%s', (_what, text, title, html) => {
    const rendered = renderMarkdown(text);
    expect([rendered.title, rendered.html.trim()]).toEqual([title, html]);
  });
});

test('a table has no inline style', () => {
  const { html } = renderMarkdown('| a | b |\n|:-:|--:|\n| c | d |');
  expect(html).toContain('<td>c</td>');
  expect(html).not.toContain('style');
});

describe('what a page must not contain', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](//evil.example)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '![x](https://evil.example/x.png)',
    '![x](x" onerror="alert(1))',
    '[x](https://a.example "t" onclick="alert(1)")',
    '```"><script>alert(1)</script>\na\n```',
    '[x]: javascript:alert(1)\n\n[x]',
    '<!-- --><iframe src="https://evil.example"></iframe>',
    '<style>body{display:none}</style>',
    '</div></article><form action="https://evil.example">',
  ];
  const TAGS =
    /^(?:\/?(?:p|h[2-6]|ul|ol|li|strong|em|s|code|pre|blockquote|table|thead|tbody|tr|th|td|a)|hr|br)$/;

  function check(text: string): void {
    const { html } = renderMarkdown(text);
    for (const [, tag = '', attributes = ''] of html.matchAll(/<([^\s>]*)([^>]*)>/g)) {
      expect(tag).toMatch(TAGS);
      for (const [, name = '', value = ''] of attributes.matchAll(/([^\s="]+)(?:="([^"]*)")?/g)) {
        expect(['href', 'title', 'rel', 'class', 'start']).toContain(name);
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i);
      }
    }
  }

  test.each(attacks)('%j', (text) => check(text));

  test('whatever the text is', () => {
    const part = fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary' }));
    fc.assert(fc.property(fc.array(part, { maxLength: 5 }), (parts) => check(parts.join(' '))));
  });
});
