// Text that would be markup, stored wherever somebody can store any, is text on every page, for every reader.

import { expect, test } from 'bun:test';
import { REMOVABLE } from '../removable/modules.ts';
import { COMMAND, rangeOf } from '../support/moderation-samples.ts';
import { send } from './account-forms.ts';
import {
  OF_PROGRAMS,
  openWalk,
  SERVER_ADDRESS,
  SERVER_HASH,
  VISITORS,
  type Walk,
} from './every-route.ts';

/** Short enough for every field, and different in each. */
const markup = (place: string) => `<i id=${place}>"'&lt;${'`'}{{7*7}}`;
const PLACES = [
  ...['name', 'software', 'text', 'report', 'title', 'reason', 'agent', 'ban'],
  ...(REMOVABLE.includes('warnings') ? ['warning'] : []),
];

/** Has everybody store what they can. */
async function storeEverywhere({ app, as }: Walk): Promise<void> {
  const beat = { name: `A ${markup('name')}`, software: markup('software'), web: 'true' };
  expect(await app.beat(beat, SERVER_ADDRESS)).toStartWith('http');
  const texts = {
    ...{ form: 'texts', description: markup('text'), tags: 'pvp lava', country: '' },
    links: 'https://example.net/%3Ci%20id=link%3E?a="><i id=link>',
  };
  expect((await send(as.Alice, `/server/own/${SERVER_HASH}/`, texts)).status).toBe(303);
  const report = { kind: 'other', text: markup('report') };
  const reported = await send(as.Moss, `/server/report/${SERVER_HASH}/`, report);
  expect(reported.status).toBe(303);
  await app.administration.setDetails('Alice', { forumTitle: markup('title') });
  await app.register('Sven');
  await app.administration.suspendAccount('Sven', markup('reason'));
  const ban = { reason: markup('ban'), expiresAt: null };
  await app.moderation.addBan(COMMAND, rangeOf('192.0.2.200/32'), ban);
  // In other lists of this server.
  await as.Moss.submit('/acc/hidden/', { hide: SERVER_HASH });
  await as.Alice.submit(`/server/own/${SERVER_HASH}/managers/`, { form: 'invite', editor: 'Ulla' });
  // Until it is read, no other page would open.
  const { id } = await app.administration.findAccount('Alice');
  await as.Moss.submit(`/admin/accounts/${id}/warn/`, { 'warn-reason': markup('warning') });
  await as.Alice.submit('/acc/warning/', { id: '1' });
  // A device by another name, in the list of sessions and in the log.
  const headers = { 'user-agent': markup('agent') };
  await as.Alice.submit('/acc/security/sessions/end-others/', {}, { headers });
  const login = { username: 'Alice', password: 'correct horse' };
  await app.browser('192.0.2.9').submit('/acc/login/', login, { headers });
  await app.advance(2_000);
}

test('in names, descriptions, links, reasons, titles, reports, devices', async () => {
  await using walk = await openWalk();
  const { as, routes } = walk;
  await storeEverywhere(walk);
  const queries = ['', `?q=${encodeURIComponent(markup('query'))}`, '?next=/"><i%20id=next>'];
  const shown = new Set<string>();
  for (const { path, methods } of routes) {
    if (!methods.includes('GET') || path.endsWith('/events')) continue;
    for (const who of VISITORS) {
      for (const query of queries) {
        const answer = await as[who].request(`${path}${query}`);
        const type = answer.headers.get('content-type') ?? '';
        if (/^(text\/html|image\/svg|application\/atom)/.test(type)) {
          const line = `${path}${query} as ${who}`;
          expect(answer.text, line).not.toMatch(/<i\b/i);
          expect(answer.text, line).not.toMatch(/(href|src|action)="?\s*(javascript|data):/i);
          for (const place of PLACES) if (answer.text.includes(`id=${place}`)) shown.add(place);
        } else {
          // Anything else must not be taken for a page.
          expect(type, path).not.toContain('html');
          if (answer.status === 200 && type !== '') {
            expect(type, path).toMatch(
              /json|plain|javascript|css|font|image|openmetrics|octet|zip|application\/(?:atom\+)?xml/,
            );
          }
        }
      }
    }
  }
  // Otherwise nothing would have been tried.
  expect([...shown].toSorted()).toEqual(PLACES.filter((place) => place !== 'agent').toSorted());
});

test('in what a form brings, which its page shows again', async () => {
  await using walk = await openWalk();
  const { as, routes } = walk;
  const names = [
    ...['username', 'password', 'new_password', 'name', 'email', 'who', 'code', 'login_code'],
    ...['invite', 'challenge', 'proof', 'website', 'act', 'next', 'back', 'form', 'description'],
    ...['links', 'tags', 'country', 'port', 'kind', 'text', 'reason', 'until', 'title', 'flags'],
    ...['session', 'role', 'subject', 'pattern', 'hash', 'word', 'address'],
  ];
  const fields = Object.fromEntries(names.map((name) => [name, markup(name)]));
  let count = 0;
  for (const { path, methods } of routes) {
    if (!methods.includes('POST') || OF_PROGRAMS.includes(path)) continue;
    for (const who of VISITORS) {
      for (const form of ['texts', 'port', markup('form')]) {
        const answer = await send(as[who], path, { ...fields, form });
        expect(answer.text, `${path} as ${who}`).not.toMatch(/<i\b/i);
        const location = answer.headers.get('location');
        if (location !== null) expect(location, path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(answer.status, path).toBeLessThan(500);
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(300);
});
