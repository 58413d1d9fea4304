// The data of the game in the page: any text in it stays data.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import type { GameData } from '../../../src/modules/web-client/game-data.ts';
import { GameSection } from '../../../src/modules/web-client/game-section.tsx';
import { gameMessages } from '../../../src/modules/web-client/messages.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('<', '>', '!--', '/script', 'script', '"', "'", '\\', '&lt;', '\u2028'))
    .map((parts) => parts.join('')),
);

test('who may not play has one button', () => {
  const site = { loginPath: '/acc/login/', registerPath: '/acc/register/', verifyPath: '/v/' };
  for (const [way, leadsTo] of [
    ['not logged in', '/acc/enter/'],
    ['not verified', '/v/'],
  ] as const) {
    const html = render(h(GameSection, { way, site, enterPath: '/acc/enter/' }));
    expect(html.match(/<a class="button[^"]*"[^>]*>/g)).toEqual([
      `<a class="button play big" href="${leadsTo}">`,
    ]);
  }
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
        options: { [name]: place },
        messages: gameMessages.script(name, place, false),
      };
      const way = { data, page: 'https://play.example.net/', playerName: 'Alice' };
      const html = render(
        h(GameSection, { way, site: { verifyPath: '/acc/verify/' }, enterPath: '/acc/enter/' }),
      );
      const start = html.indexOf('>', html.indexOf('type="application/json"')) + 1;
      const json = html.slice(start, html.indexOf('<', start));
      expect(html.slice(start + json.length)).toStartWith('</script>');
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
      expect(JSON.parse(json).messages.connected).toBe(data.messages.connected);
    }),
  );
});
