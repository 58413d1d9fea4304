// What anybody may know of players.

import { describe, expect, test } from 'bun:test';
import { openedOnce } from '../support/opened.ts';
import { START } from '../support/test-app.ts';
import { openSampleApp, PUBLIC_READ, play } from './sample-app.ts';

const REGISTERED = START / 1_000;
const ALICE = `{"error":"","flags":[],"forum_title":"","id":1,"premium":false,"registered":${REGISTERED},"username":"Alice"}`;
const NOBODY =
  '{"error":"User not found","flags":[],"forum_title":"","id":null,"premium":false,"registered":null,"username":null}';

const app = openedOnce(openSampleApp);

describe('a player', () => {
  // C10.1, C10.2
  test.each([
    '/api/player/Alice',
    '/api/player/aLICE',
    '/api/player/%41lice',
    '/api//player//Alice',
    '/api/player/Alice?x=y',
    '/api/id/1',
    '/api/id/01',
    '/api/player/ALICE%20',
    '/api/player/+%09alice%C2%A0',
  ])('is found by %s', async (path) => {
    expect((await play(app, { path, shows: PUBLIC_READ })).text).toBe(ALICE);
  });

  // C10.3
  test.each([
    '/api/player',
    '/api/player/',
    '/api/player/Nobody',
    '/api/player/Al+ice',
    '/api/player/Alice%00',
    '/api/player/%D0%90lice',
    `/api/player/${'x'.repeat(4_000)}`,
    '/api/id',
    '/api/id/',
    '/api/id/0',
    '/api/id/-1',
    '/api/id/%31%20',
    '/api/id/99999999999999999999999999',
    '/api/id/9007199254740993',
  ])('is not found by %s', async (path) => {
    const answer = await play(app, { path, shows: PUBLIC_READ });
    expect(answer.text).toBe(NOBODY);
  });

  test.each(['/api/player/%zz', '/api/player/Alice%ff', '/api/id/%'])(
    'is not found by %s, whose escape is broken',
    async (path) => {
      expect((await play(app, { path, shows: PUBLIC_READ })).text).toBe(NOBODY);
    },
  );

  // C10.4, C10.6
  test('wears the letters that belong to it, and no secret', async () => {
    await app.administration.setDetails('Alice', {
      flags: 'md',
      forumTitle: 'The "first"',
      isPremium: true,
      role: 'administrator',
    });
    const answer = await play(app, { path: '/api/player/alice' });
    expect(answer.json()).toEqual({
      error: '',
      flags: ['a', 'd', 'm'],
      forum_title: 'The "first"',
      id: 1,
      premium: true,
      registered: REGISTERED,
      username: 'Alice',
    });
    await app.administration.setDetails('Alice', {
      flags: '',
      forumTitle: '',
      isPremium: false,
      role: 'player',
    });
    await play(app, { path: '/api/player/Ulla', contains: ['"flags":["u"]'] });
    await play(app, { path: '/api/player/Sven', contains: ['"flags":["b"]'] });
  });

  test('is the same for a logged-in session, without a cookie of its own', async () => {
    const browser = await app.loggedIn('Ulla');
    expect((await play(browser, { path: '/api/player/Alice', shows: PUBLIC_READ })).text).toBe(
      ALICE,
    );
  });
});

// C10.5
describe('the summary', () => {
  test('counts verified accounts that are not suspended, and names the newest', async () => {
    await using sample = await openSampleApp();
    expect((await play(sample, { path: '/api/players', shows: PUBLIC_READ })).text).toBe(
      '{"playercount":1,"lastfive":["Alice"]}',
    );
  });
});
