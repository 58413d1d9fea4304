// Playing in the browser, as the page of a server says it: what boots the game, and what is missing.

import { describe, expect, test } from 'bun:test';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { helpMessages } from '../../src/modules/start/messages.ts';
import type { GameData } from '../../src/modules/web-client/game-data.ts';
import { gameMessages } from '../../src/modules/web-client/messages.ts';
import type { WebClient } from '../../src/modules/web-client/web-client-ports.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import {
  ADDRESS,
  type Answer,
  openTestApp,
  SALT,
  type TestApp,
  type TestAppOptions,
} from '../support/test-app.ts';

const SECURE = 'https://play.example.net:8443';
const PATH = `/server/play/${md5Hex(`${ADDRESS}:25565`)}/`;
const STRICT =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

function folderOf(...names: string[]): WebClient {
  const files = new Map(
    names.map((name, index) => [
      name,
      { type: 'text/plain', digest: `d${index}`, bytes: new Uint8Array() },
    ]),
  );
  return { kind: 'folder', files: () => files };
}

const CLIENT = folderOf('ClassiCube.js', 'ClassiCube.wasm', 'default.zip', 'sounds/a.wav');

/** Opens an installation with a web client, a server that takes it, and two accounts. */
async function openSampleApp(options: TestAppOptions = {}, fields = {}): Promise<TestApp> {
  const app = await openTestApp({ baseUrl: SECURE, webClient: CLIENT, ...options });
  await app.register('Alice');
  await app.register('Newcomer', { isVerified: false });
  await app.beat({ web: 'true', ...fields });
  return app;
}

async function show(app: TestApp, name: string | undefined, path = PATH): Promise<Answer> {
  const browser = app.browser();
  if (name !== undefined) await browser.logIn(name);
  const answer = await browser.request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe(
    `private, no-store${name === undefined ? '' : ', no-transform'}`,
  );
  return answer;
}

function dataOf({ text }: Answer): GameData {
  const match = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text);
  if (match?.[1] === undefined) throw new Error('The page holds no data.');
  return JSON.parse(match[1]) as GameData;
}

const policyOf = ({ headers }: Answer) => headers.get('content-security-policy');

// C11.2
describe('the arguments', () => {
  // C11.3
  test('name the relay on https', async () => {
    await using app = await openSampleApp();
    const answer = await show(app, 'Alice');
    const data = dataOf(answer);
    expect(data.arguments).toEqual([
      'Alice',
      md5Hex(`${SALT}Alice`),
      `play.example.net/p/${ADDRESS}/25565`,
      '8443',
    ]);
    expect(data.origin).toBe(SECURE);
    expect(policyOf(answer)).toBe(
      STRICT.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").replace(
        "connect-src 'self';",
        `connect-src 'self' wss://play.example.net:8443/p/${ADDRESS}/25565; style-src-attr 'unsafe-inline';`,
      ),
    );
  });

  // C11.3
  test('name the game server on http', async () => {
    await using app = await openSampleApp({ baseUrl: 'http://play.example.net' });
    const answer = await show(app, 'Alice');
    const data = dataOf(answer);
    expect(data.arguments.slice(2)).toEqual([ADDRESS, '25565']);
    expect(data.origin).toBeUndefined();
    expect(policyOf(answer)).toContain(`connect-src 'self' ws://${ADDRESS}:25565/;`);
  });

  test('may name an IPv6 address, though the policy cannot', async () => {
    await using app = await openSampleApp({ baseUrl: 'https://[2001:db8::1]:8443' });
    const answer = await show(app, 'Alice');
    expect(dataOf(answer).arguments[2]).toBe(`[2001:db8::1]/p/${ADDRESS}/25565`);
    expect(policyOf(answer)).toContain("connect-src 'self'; style-src-attr");
  });

  test('have 64 characters at most, under the longest host that fits', async () => {
    const baseUrl = `https://${'a'.repeat(33)}.example`;
    // The address of this server is shorter than the longest by four characters.
    await using app = await openSampleApp({ baseUrl });
    for (const argument of dataOf(await show(app, 'Alice')).arguments) {
      expect(argument.length).toBeLessThanOrEqual(64);
    }
  });

  test.each([
    ['http://skins.example/skin/', { 'http-skinserver': 'http://skins.example/skin' }],
    [undefined, {}],
  ])('come with the place of skins where it is %p', async (skinUrl, options) => {
    await using app = await openSampleApp({
      alterContext: (context) => ({ ...context, skinUrl }),
    });
    expect(dataOf(await show(app, 'Alice')).options).toEqual(options);
  });

  test('come with addresses that change with the content', async () => {
    await using app = await openSampleApp();
    const data = dataOf(await show(app, 'Alice'));
    expect(data).toMatchObject({ script: '/static/ClassiCube.js?v=d0', folder: '/static/' });
    // The script asks for files of subfolders by their own address: a folder may hold thousands.
    expect(data.files).toEqual({
      'ClassiCube.wasm': '/static/ClassiCube.wasm?v=d1',
      'default.zip': '/static/default.zip?v=d2',
    });
  });

  test.each([
    ['https://cdn.example/game/', 'https://cdn.example/game/ClassiCube.js'],
    ['https://cdn.example/game/It.js', 'https://cdn.example/game/It.js'],
  ])('come with the script at %s, whose origin alone is allowed besides', async (url, script) => {
    await using app = await openSampleApp({ webClient: { kind: 'elsewhere', url } });
    const answer = await show(app, 'Alice');
    expect(dataOf(answer)).toMatchObject({
      script,
      folder: 'https://cdn.example/game/',
      files: {},
    });
    expect(policyOf(answer)).toContain("script-src 'self' 'wasm-unsafe-eval' https://cdn.example;");
    expect(policyOf(answer)).toContain(`/25565 https://cdn.example;`);
    expect((await app.request('/')).headers.get('content-security-policy')).toBe(STRICT);
  });
});

// C11.4
describe('a hostile name', () => {
  test.each([
    '</script><script>alert(1)</script>',
    '"};alert(1);//\\',
    "'--><img src=x onerror=alert(1)>",
  ])('%s stays a name', async (name) => {
    await using app = await openSampleApp({}, { name });
    const answer = await show(app, 'Alice');
    const data = dataOf(answer);
    expect(data.messages.connected).toBe(`Connected to ${name}.`);
    const scripts = answer.text.match(/<script/gi) ?? [];
    // Of the page, of the game and of notifications, and the data.
    expect(scripts).toHaveLength(4);
    expect(answer.text.match(/<\/script/gi)).toHaveLength(4);
    expect(answer.text).not.toMatch(
      /<!--|<img(?! src="\/badge\/| class="face" src="\/assets\/face\/)/,
    );
  });
});

describe('what is missing is said, and the policy stays strict', () => {
  const long = `https://${'a'.repeat(60)}.example`;
  test.each<[string, TestAppOptions, Record<string, string>, string | undefined, string]>([
    ['the server does not say web', {}, { web: 'false' }, 'Alice', gameMessages.notTaken],
    ['no web client', { webClient: { kind: 'none' } }, {}, 'Alice', gameMessages.noClient],
    [
      'its script is gone',
      { webClient: folderOf('x.wasm') },
      {},
      'Alice',
      gameMessages.clientBroken,
    ],
    ['the relay is off', { isRelayOn: false }, {}, 'Alice', gameMessages.noRelay],
    ['the host is too long', { baseUrl: long }, {}, 'Alice', 'longer than the 64 characters'],
    ['a visitor', {}, {}, undefined, serverMessages.needsAccount],
    ['an account that is not verified', {}, {}, 'Newcomer', serverMessages.needsVerification],
  ])('%s', async (_what, options, fields, name, sentence) => {
    await using app = await openSampleApp(options, fields);
    const answer = await show(app, name);
    expect(answer.text).toContain(sentence);
    if (name !== 'Alice') expect(answer.text).not.toContain('mc://');
    // What works comes before what does not.
    const way = answer.text.indexOf('class="button play big"');
    expect(way).toBeWithin(0, answer.text.indexOf(sentence));
    expect(answer.text).not.toContain('<canvas');
    expect(answer.text).not.toContain('application/json');
    expect(policyOf(answer)).toBe(STRICT);
  });

  test('on http the relay is not needed', async () => {
    await using app = await openSampleApp({ baseUrl: 'http://muster.test', isRelayOn: false });
    expect(dataOf(await show(app, 'Alice')).arguments[2]).toBe(ADDRESS);
  });
});

describe('the list', () => {
  const long = `https://${'a'.repeat(60)}.example`;
  test.each<[string, TestAppOptions, Record<string, string>, isPlayable: boolean, offers: boolean]>(
    [
      ['promises the browser on https, through the relay', {}, {}, true, true],
      [
        'promises it on http, without the relay',
        { baseUrl: 'http://muster.test', isRelayOn: false },
        ...([{}, true, true] as const),
      ],
      ['not where the server does not say web', {}, { web: 'false' }, false, true],
      ['not without a web client', { webClient: { kind: 'none' } }, {}, false, false],
      ['not while its script is gone', { webClient: folderOf('x.wasm') }, {}, false, false],
      ['not on https without the relay', { isRelayOn: false }, {}, false, false],
      ['not where the host is too long', { baseUrl: long }, {}, false, true],
    ],
  )('%s', async (_what, options, fields, isPlayable, offers) => {
    await using app = await openSampleApp(options, fields);
    await app.advance(1_000);
    for (const path of ['/', '/server/list/?web=1']) {
      const { text } = await app.request(path);
      expect(text.includes('name="web"')).toBe(offers);
      // Where the filter is offered it hides what cannot be played.
      const isShown = path === '/' || isPlayable || !offers;
      expect(text.includes('>Play</b>')).toBe(isPlayable);
      expect(text.includes('>Join</em>')).toBe(isShown && !isPlayable);
    }
  });

  test('follows the files of the web client, though the servers stay the same', async () => {
    const files = new Map();
    await using app = await openSampleApp({ webClient: { kind: 'folder', files: () => files } });
    await app.advance(1_000);
    expect((await app.request('/')).text).toContain('>Join</em>');
    files.set('ClassiCube.js', { type: 'text/javascript', digest: 'd', bytes: new Uint8Array() });
    expect((await app.request('/')).text).toContain('>Play</b>');
  });
});

// C11.1, C11.6
test('each way of the launcher is shown where it works', async () => {
  await using app = await openSampleApp();
  const { text } = await show(app, 'Alice');
  const link = `mc://${ADDRESS}:25565/Alice/${md5Hex(`${SALT}Alice`)}`;
  const [, launcher] = text.split(`<summary>${serverMessages.launcherTitle}</summary>`);
  expect(launcher).toContain(serverMessages.launcherHow);
  expect(launcher).toContain(`value="${SECURE}${PATH}"`);
  expect(launcher).toContain(serverMessages.directConnect);
  expect(launcher).toContain(`data-copy="${link}"`);
  const help = await app.request('/help/not-listed/');
  const [, joining = 'nothing about it'] = helpMessages.notListed.more('3 min');
  expect(help.text).toContain(joining);
});

const ANDROID =
  'Mozilla/5.0 (Linux; Android 16; SM-X710) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

// C11.7
describe('an address on the player’s own network', () => {
  const KEY = md5Hex(`${SALT}Alice`);
  const HTTP = 'http://play.example.net';
  const local = ['192.168.1.30', '10.0.0.1', '172.31.255.255', '169.254.7.7', '127.0.0.1'];

  test.each(local)('stands in every way into the game: %s', async (ip) => {
    await using app = await openSampleApp({ baseUrl: HTTP });
    const answer = await show(app, 'Alice', `${PATH}?ip=${ip}`);
    expect(answer.text).toContain(`mc://${ip}:25565/Alice/${KEY}`);
    expect(answer.text).not.toContain(`mc://${ADDRESS}`);
    // The launcher asks for what stands behind the last slash.
    expect(answer.text).toContain(`value="${HTTP}${PATH.slice(0, -1)}?ip=${ip}"`);
    expect(dataOf(answer).arguments).toEqual(['Alice', KEY, ip, '25565']);
    expect(policyOf(answer)).toContain(`connect-src 'self' ws://${ip}:25565/;`);
    expect(answer.text).toContain(`href="?ip=${ip}&amp;period=7d#history"`);
  });

  test.each([
    ...['8.8.8.8', '100.64.0.1', '192.168.1.30:80', '192.168.1.030', '0xa000001', '3232235806'],
    ...['224.0.0.1', '0.0.0.0', '255.255.255.255', 'localhost', '::1', 'fe80::1', ''],
    ...['192.168.1.30/x', '192.168.1.30%20', '%22%3E%3Cscript%3E'],
  ])('is no other one: %s', async (ip) => {
    await using app = await openSampleApp({ baseUrl: HTTP });
    const answer = await show(app, 'Alice', `${PATH}?ip=${ip}`);
    expect(answer.text).toContain(`mc://${ADDRESS}:25565/Alice/${KEY}`);
    expect(answer.text).toContain(`value="${HTTP}${PATH}"`);
    expect(answer.text).not.toContain('?ip=');
    expect(dataOf(answer).arguments).toEqual(['Alice', KEY, ADDRESS, '25565']);
  });

  test('is no place for the relay', async () => {
    await using app = await openSampleApp();
    const answer = await show(app, 'Alice', `${PATH}?ip=192.168.1.30`);
    expect(dataOf(answer).arguments[2]).toBe(`play.example.net/p/${ADDRESS}/25565`);
    expect(policyOf(answer)).not.toContain('192.168');
    expect(answer.text).toContain(`mc://192.168.1.30:25565/Alice/${KEY}`);
  });

  test('stays over the login', async () => {
    await using app = await openSampleApp({ baseUrl: HTTP });
    const { text } = await show(app, undefined, `${PATH}?ip=192.168.1.30`);
    expect(text).toContain(encodeURIComponent(`${PATH}?ip=192.168.1.30`));
    expect(text).not.toContain('mc://');
  });

  test.each([
    ['192.168.1.30', '192.168.1.30'],
    ['8.8.8.8', ADDRESS],
  ])('is the one that the launcher joins at: %s', async (ip, joined) => {
    await using app = await openSampleApp();
    const hash = PATH.split('/')[3] ?? '';
    const browser = app.browser();
    await browser.logIn('Alice');
    const answer = await browser.request(`/api/server/${hash}?ip=${ip}`);
    const { servers } = answer.json() as { servers: unknown[] };
    expect(servers).toMatchObject([{ ip: joined, port: 25_565, mppass: KEY }]);
    expect((await app.request(`/api/server/${hash}?ip=${ip}`)).text).not.toContain(ip);
  });
});

describe('the launcher', () => {
  const server = serverMessages;
  const SENTENCES = {
    address: server.launcherHow,
    opened: `>${server.directLink}<`,
    pasted: server.directOnPhone,
    computer: server.notOnIos,
    folded: '<details class="fold"',
  };
  test.each<[string, string, boolean, string | undefined, (keyof typeof SENTENCES)[]]>([
    ['on a computer', DESKTOP, true, 'Alice', ['address', 'opened', 'folded']],
    ['on an Android tablet', ANDROID, true, 'Alice', ['pasted']],
    ['on an iPhone, where the browser plays', IPHONE, true, 'Alice', []],
    ['on an iPhone, without the browser', IPHONE, false, 'Alice', ['computer']],
    ['before the login', DESKTOP, true, undefined, ['address', 'folded']],
    ['before the login, without the browser', DESKTOP, false, undefined, ['address', 'folded']],
    ['before the login, on Android', ANDROID, true, undefined, []],
    ['before the login, on an iPhone', IPHONE, false, undefined, ['computer']],
  ])('is offered as it works: %s', async (_what, agent, hasWeb, name, wanted) => {
    await using app = await openSampleApp({}, hasWeb ? {} : { web: 'false' });
    const browser = app.browser();
    if (name !== undefined) await browser.logIn(name);
    const { text } = await browser.request(PATH, { headers: { 'user-agent': agent } });
    const shown = Object.entries(SENTENCES).filter(([, sentence]) => text.includes(sentence));
    expect(shown.map(([key]) => key)).toEqual(wanted);
  });
});

// C11.1
test('the key is on the page of its owner alone', async () => {
  await using app = await openSampleApp();
  await app.register('Bob');
  const key = md5Hex(`${SALT}Alice`);
  expect((await show(app, 'Alice')).text).toContain(key);
  for (const name of [undefined, 'Newcomer', 'Bob']) {
    const { text } = await show(app, name);
    expect(text).not.toContain(key);
    expect(text).not.toContain(SALT);
  }
});
