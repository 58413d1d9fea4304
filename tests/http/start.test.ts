// "Play" and "Add your server": lines to copy, what depends on the settings, and the visitor's own heartbeats.

import { describe, expect, test } from 'bun:test';
import { helpMessages, startMessages } from '../../src/modules/start/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { labels, messages } from '../../src/platform/messages/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { openTestApp, type TestAppOptions } from '../support/test-app.ts';
import { ALPHA_HASH, PAGE, play } from './sample-app.ts';

const PATH = '/start/';
const ADD_PATH = '/start/server/';
const { play: playing, add, listed } = startMessages;

const app = openedForEach(openTestApp);

const show = async (path = PATH, address?: string): Promise<string> => {
  const from = address === undefined ? {} : { address };
  return (await play(app, { path, shows: PAGE, setsSession: true, ...from })).text;
};

async function showWith(options: TestAppOptions, path = PATH): Promise<string> {
  await using other = await openTestApp(options);
  return (await other.request(path)).text;
}

/** The headings of the steps that are open at first. */
const openSteps = (html: string) =>
  [...html.matchAll(/<details name="step" open><summary>([^<]*)/g)].map(([, title]) => title);

/** An installation that has skins at this URL. */
const withSkins = (skinUrl: string | undefined): TestAppOptions => ({
  alterContext: (context) => ({ ...context, skinUrl }),
});

/** The texts that the buttons of a page copy. */
function copiesOf(html: string): string[] {
  const decode = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  return [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text = '']) => decode(text));
}

describe('the lines to copy', () => {
  test('are those of this installation, for two lists first', async () => {
    expect(copiesOf(await show())).toEqual(['server-services=http://muster.test/api']);
    expect(copiesOf(await showWith(withSkins(undefined), ADD_PATH))).toEqual([
      'HeartbeatURL = http://www.classicube.net/heartbeat.jsp,http://muster.test/server/heartbeat',
      [
        'URL = http://www.classicube.net/heartbeat.jsp',
        'name-suffix =',
        'skin-prefix =',
        '',
        'URL = http://muster.test/server/heartbeat',
        'name-suffix = +',
        'skin-prefix = +',
      ].join('\n'),
      'HeartbeatURL = http://muster.test/server/heartbeat\npublic = true',
      '<ConfigKey key="HeartbeatUrl" value="http://muster.test/server/heartbeat" />\n<ConfigKey key="IsPublic" value="True" />',
      './server -net -public -heartbeat http://muster.test/server/heartbeat -secret "$(openssl rand -hex 16)"',
      'http://muster.test/server/heartbeat',
    ]);
  });

  test('one step or program is open at first: for players, the one that they need next', async () => {
    expect(openSteps(await show())).toEqual([labels.createAnAccount]);
    expect(openSteps(await show(ADD_PATH))).toEqual([add.two]);
    await app.register('Alice');
    const alice = await app.loggedIn('Alice');
    expect(openSteps((await alice.request(PATH)).text)).toEqual([playing.launcher]);
  });

  test('each page leads to the other, and says which one it is', async () => {
    for (const [path, other] of [
      [PATH, ADD_PATH],
      [ADD_PATH, PATH],
    ] as const) {
      const html = await show(path);
      expect(html).toContain(`<a href="${path}" aria-current="page"`);
      expect(html).toMatch(new RegExp(`<a href="${other}"(?! aria-current)`));
    }
  });

  // The client takes 64 characters, of which a name may need 16.
  test.each([
    [`https://${'a'.repeat(31)}.de/skin/`, true],
    [`https://${'a'.repeat(32)}.de/skin/`, false],
  ])('say where skins are, if %s is short enough: %p', async (skinUrl, isShort) => {
    const copies = copiesOf(await showWith(withSkins(skinUrl), ADD_PATH));
    const lines = copies[1]?.split('\n') ?? [];
    expect(lines.at(-1)).toBe(`skin-prefix = ${isShort ? skinUrl : '+'}`);
    expect(lines.at(2)).toBe('skin-prefix =');
    const alone = `URL = http://muster.test/server/heartbeat\nskin-prefix = ${skinUrl}`;
    expect(copies.includes(alone)).toBe(isShort);
  });

  test.each([
    ['http://play-here.example', true],
    ['http://play_here.example', true],
    ['http://play.example', false],
  ])('warn for %s of what MCGalaxy does with its host: %p', async (baseUrl, isWarned) => {
    const html = await showWith({ baseUrl }, ADD_PATH);
    expect(html.includes(add.hyphen)).toBe(isWarned);
  });
});

describe('what depends on the installation', () => {
  test('the launcher is linked to where the operator says, and described otherwise', async () => {
    const launcherUrl = 'https://get.example/launcher?for=all&v=1';
    const html = await showWith({ launcherUrl });
    expect(html).toContain('href="https://get.example/launcher?for=all&amp;v=1"');
    expect(html).not.toContain(playing.launcherElsewhere);
    expect(await show()).toContain(playing.launcherElsewhere);
  });

  test('the game in the browser is offered where there is a web client', async () => {
    expect(await show()).not.toContain(playing.browser);
    const client = { kind: 'elsewhere', url: 'http://game.example/' } as const;
    expect(await showWith({ webClient: client })).toContain(playing.browserHow);
  });

  test.each([
    ['open', 'href="/acc/register/'],
    ['closed', playing.accountClosed],
  ] as const)('where registration is %s, the first step says so', async (registration, piece) => {
    const html = await showWith({ registration });
    expect(html).toContain(piece);
    // The launcher's own button opens another site.
    expect(html.includes(playing.registerButton)).toBe(registration === 'open');
  });

  const client = { kind: 'elsewhere', url: 'http://game.example/' } as const;
  test.each([
    ['Android, with the web client', 'Linux; Android 16', true, ['browserHow', 'onAndroid']],
    ['Android', 'Linux; Android 16', false, ['onAndroid']],
    ['iOS, with the web client', 'iPad; CPU OS 18_7 like Mac OS X', true, ['browserHow']],
    ['iOS', 'iPhone; CPU iPhone OS 18_7 like Mac OS X', false, ['onIos']],
    ['a computer', 'X11; Linux x86_64', false, ['launcher', 'lineHow']],
  ] as const)('what can be done is told on %s', async (_what, system, hasClient, wanted) => {
    await using other = await openTestApp(hasClient ? { webClient: client } : {});
    const headers = { 'user-agent': `Mozilla/5.0 (${system}) Safari/604.1` };
    const { text } = await other.request(PATH, { headers });
    const keys = ['browserHow', 'onAndroid', 'onIos', 'launcher', 'lineHow'] as const;
    expect(keys.filter((key) => text.includes(`>${playing[key]}<`))).toEqual([...wanted]);
  });

  test('a player who is logged in is named instead', async () => {
    await app.register('Alice');
    const alice = await app.loggedIn('Alice');
    const { text } = await alice.request(PATH);
    expect(text).toContain(playing.accountYours('Alice'));
    expect(text).not.toContain('href="/acc/register/');
    expect(text).not.toContain(playing.registerButton);
  });
});

describe('"is it listed?"', () => {
  const isWatched = (html: string) => html.includes('data-watch="5"');

  test('waits for a first heartbeat', async () => {
    const html = await show(ADD_PATH);
    expect(html).toContain(listed.waiting);
    expect(isWatched(html)).toBe(true);
  });

  test('goes on to the claim of the server once it is listed', async () => {
    await app.beat({ name: 'Otto’s &aIsland' });
    const html = await show(ADD_PATH);
    expect(html).toContain(
      'Otto’s Island has arrived, its port is open, and it is listed. Is it yours?',
    );
    for (const what of ['claim', 'play']) {
      expect(html).toContain(`href="/server/${what}/${ALPHA_HASH}/"`);
    }
    expect(isWatched(html)).toBe(false);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      'private',
      { public: 'false' },
      [helpMessages.notListed.nextSteps.private, `/server/play/${ALPHA_HASH}/`],
    ],
    ['refused', { users: 'x' }, ['The users &quot;x&quot; is not valid.']],
  ])('keeps waiting while the server is %s, and says why', async (_what, fields, pieces) => {
    await app.beat(fields);
    const html = await show(ADD_PATH);
    for (const piece of [listed.notYet, ...pieces]) expect(html).toContain(piece);
    expect(isWatched(html)).toBe(true);
  });

  test('one listed server is enough, beside one that is refused', async () => {
    await app.beat();
    await app.beat({ port: '25570', users: 'x' });
    const html = await show(ADD_PATH);
    expect(html).toContain(listed.claim);
    expect(html).toContain(`/server/play/${md5Hex('203.0.113.7:25565')}/`);
    expect(html).not.toContain(`/server/play/${md5Hex('203.0.113.7:25570')}/`);
  });

  test('says over IPv6 that heartbeats count over IPv4 alone', async () => {
    const html = await show(ADD_PATH, '2001:db8::1');
    expect(html).toContain(helpMessages.notListed.ipv6('2001:db8::1'));
  });
});

test('the header of every page leads there, and so does a page that is not there', async () => {
  const link = `<a class="start-link" href="/start/">${startMessages.link}</a>`;
  expect((await app.request('/help/not-listed/')).text).toContain(link);
  const { status, text } = await app.request('/nothing');
  expect(status).toBe(404);
  expect(text).toContain(`href="/start/">${messages.getStarted}<`);
});
