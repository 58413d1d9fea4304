// The data of the game in the page: any text in it stays data.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { gameMessages } from '../../src/messages/messages.ts';
import type { GameData } from '../../src/views/server/game-data.ts';
import { GameSection } from '../../src/views/server/game-section.tsx';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('<', '>', '!--', '/script', 'script', '"', "'", '\\', '&lt;', '\u2028'))
    .map((parts) => parts.join('')),
);

test('a reader who may not play gets a link to what is missing', () => {
  const show = (way: 'not logged in' | 'not verified' | 'no client') =>
    render(
      h(GameSection, {
        way,
        site: { loginPath: '/acc/login/?next=x', verifyPath: '/acc/verify/?next=x' },
      }),
    );
  expect(show('not logged in')).toContain('<a class="button quiet" href="/acc/login/?next=x">');
  expect(show('not verified')).toContain('<a class="button quiet" href="/acc/verify/?next=x">');
  expect(show('not verified')).not.toContain('operator');
  expect(show('no client')).not.toContain('<a ');
});

// C11.4
test('any text survives unchanged, and starts no tag', () => {
  fc.assert(
    fc.property(texts, texts, (name, place) => {
      const data: GameData = {
        arguments: [name, place, name, place],
        script: '/static/ClassiCube.js',
        folder: '/static/',
        files: { [name]: place },
        origin: undefined,
        lookup: '/api/server/0',
        messages: gameMessages.script(name, place, false),
      };
      const way = { data, page: 'https://play.example.net/', playerName: 'Alice' };
      const html = render(h(GameSection, { way, site: { verifyPath: '/acc/verify/' } }));
      const start = html.indexOf('>', html.indexOf('type="application/json"')) + 1;
      const json = html.slice(start, html.indexOf('<', start));
      expect(html.slice(start + json.length)).toStartWith('</script>');
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
      expect(JSON.parse(json).messages.connected).toBe(data.messages.connected);
    }),
  );
});
