// The order of the list page over http: its rules, the parts of a server's rank, and whose joins are known.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { listMessages, rankingMessages } from '../../src/modules/list/messages.ts';
import type { Browser, TestApp, TestAppOptions } from '../support/test-app.ts';
import { ALPHA_HASH, HIDDEN_HASH, openSampleApp, play } from './sample-app.ts';

const PLAY = `/server/play/${ALPHA_HASH}/`;
const ranking = rankingMessages;

let app: TestApp;
let alice: Browser;
async function open(options: TestAppOptions = {}): Promise<void> {
  app = await openSampleApp(options);
  alice = await app.loggedIn('Alice', '198.51.100.77');
  await app.servers.history.sample();
}
beforeEach(() => open());
afterEach(() => app[Symbol.asyncDispose]());

const grow = () => app.beat({ users: '4' }, '203.0.113.7');

async function countPeople(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  const counted = await app.store.visits.countVisits(0, 0);
  return counted.reduce((sum, { people }) => sum + people, 0);
}

describe('known to have joined is a player', () => {
  test.each([
    ['who opened the page of the server', PLAY, 1],
    ['whose launcher looked it up alone', `/api/server/${ALPHA_HASH}`, 1],
    ['but none who looked up several', `/api/server/${ALPHA_HASH},${HIDDEN_HASH}`, 0],
    ['nor who read the list', '/api/servers', 0],
    ['nor who opened the list page', '/', 0],
    ['nor who opened another page of the server', `/server/report/${ALPHA_HASH}/`, 0],
  ])('%s', async (_who, path, people) => {
    expect((await alice.request(path)).status).toBe(200);
    await grow();
    expect(await countPeople()).toBe(people);
  });
});

describe('the rank of a server', () => {
  test('is in the API, for everybody, without names', async () => {
    await app.beat({ users: '2' }, '203.0.113.7');
    await alice.request(PLAY);
    await grow();
    await countPeople();
    await app.servers.ranking.count();
    const answer = await app.request('/api/v1/servers?q=alpha');
    const { servers } = answer.json() as { servers: object[] };
    expect(servers).toMatchObject([{ people: 1, steps: 0 }]);
    expect(answer.text).not.toContain('Alice');
  });
});

describe('the rules', () => {
  test('stand on a page, which the list leads to', async () => {
    await play(app, {
      path: '/',
      contains: [listMessages.ranking(true), `<a href="/ranking/">${ranking.title}</a>`],
    });
    await play(app, {
      path: '/ranking/',
      setsSession: true,
      contains: [
        'log₂',
        '/24',
        '14 days',
        /<td>1<\/td>\s*<td>32<\/td>\s*<td>16<\/td>/,
        /<td>5<\/td>\s*<td>992<\/td>\s*<td>256<\/td>/,
      ],
    });
  });

  test('are those of players alone where the setting says so, and nothing is kept', async () => {
    await app[Symbol.asyncDispose]();
    await open({ ranking: 'players' });
    const order = listMessages.ranking(false);
    await play(app, { path: '/', contains: [order], lacks: [listMessages.ranking(true)] });
    await play(app, {
      path: '/ranking/',
      setsSession: true,
      contains: [order],
      lacks: ['log₂'],
    });
    await alice.request(PLAY);
    await grow();
    expect(await countPeople()).toBe(0);
    const { servers } = (await app.request('/api/v1/servers')).json() as { servers: object[] };
    expect(servers[0]).toMatchObject({ people: null, steps: null });
  });
});

describe('everybody who downloads their data', () => {
  test('finds the servers that they are known to have joined', async () => {
    await alice.request(PLAY);
    await grow();
    await countPeople();
    const account = await app.store.accounts.findAccountByName('Alice');
    if (account === undefined) throw new Error('There is no Alice.');
    const { visits } = await app.store.registration.readEverything(account);
    expect(visits).toMatchObject([{ hash: ALPHA_HASH, day: expect.any(Number) }]);
  });
});
