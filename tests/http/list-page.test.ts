// The public list as a page, the files that it loads, and the events that keep it fresh.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fillHistory } from '../../scripts/example/history.ts';
import { seedServers } from '../../scripts/example/seed.ts';
import { makeServers, SERVERS } from '../../scripts/example/servers.ts';
import { emptyListMessages, listMessages } from '../../src/modules/list/messages.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { otherPagesStylesheet, stylesheet } from '../../src/platform/views/assets.ts';
import { openedOnce } from '../support/opened.ts';
import { openTestStore } from '../support/store.ts';
import { openTestApp, START, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, ONLY_LOGGED_IN, openSampleApp, PAGE, play } from './sample-app.ts';

const app = openedOnce(openSampleApp);

const secrets = ONLY_LOGGED_IN.filter((it) => it !== '"port"');

describe('the list', () => {
  test.each(['/', '/server/list/'])('%s shows public servers and no secret', async (path) => {
    const answer = await play(app, { path, shows: PAGE, contains: ['Alpha'], lacks: secrets });
    expect(answer.text).not.toContain('Hidden');
    expect(answer.text).toContain('<title>12 playing on 2 servers · muster.test</title>');
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  });

  test('says on top who is playing, over the skyline of the day', async () => {
    await using sample = await openSampleApp();
    const headline = '<div class="hero row" data-live="hero"><h1>12 playing on 2 servers</h1>';
    await play(sample, { path: '/', contains: [`${headline}</div>`], lacks: ['class="online"'] });
    await sample.servers.history.sample();
    await sample.advance(61_000);
    await play(sample, { path: '/', contains: [`${headline}<svg class="skyline"`, 'aria-hidden'] });
    await using empty = await openTestApp();
    await play(empty, {
      path: '/',
      contains: [`<title>${emptyListMessages.title} · muster.test</title>`],
      lacks: ['0 servers', '0 playing', listMessages.live, listMessages.pause, '<search'],
    });
    expect((await empty.request('/help/not-listed/')).text).not.toContain('0 servers');
  });

  test('tells whoever opens an empty one what to do next, with one button that stands out', async () => {
    await using empty = await openTestApp();
    /** Where the steps of the page lead. */
    const stepsFor = async (by: Pick<TestApp, 'request'>) => {
      const { text } = await by.request('/');
      const [, steps = ''] = /<div class="next-steps">(.*?)<\/div>/s.exec(text) ?? [];
      expect(steps.match(/class="button play"/g)).toHaveLength(1);
      return {
        isCommandShown: steps.includes('muster account first-administrator'),
        links: [...steps.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
      };
    };
    const toAdd = '/start/server/';
    expect(await stepsFor(empty)).toEqual({
      isCommandShown: true,
      links: [toAdd, '/acc/register/'],
    });
    await empty.register('Alice');
    await empty.register('Anna', { role: 'administrator' });
    expect(await stepsFor(empty)).toMatchObject({ isCommandShown: false });
    expect(await stepsFor(await empty.loggedIn('Alice'))).toEqual({
      isCommandShown: false,
      links: [toAdd, '/start/'],
    });
    expect(await stepsFor(await empty.loggedIn('Anna'))).toEqual({
      isCommandShown: false,
      links: ['/admin/', toAdd, '/start/'],
    });
    await using closed = await openTestApp({ registration: 'closed' });
    expect(await stepsFor(closed)).toMatchObject({ links: [toAdd, '/start/'] });
  });

  test('goes on behind a cursor of its order, and begins anew behind any other', async () => {
    const first = await app.request('/api/v1/servers?limit=1&sort=name');
    const { next } = first.json() as { next: string };
    const behind = await play(app, { path: `/?sort=name&after=${next}`, setsSession: true });
    expect(behind.text).toContain('Servers 2 to 2 of 2');
    expect(behind.text).toContain('href="/?sort=name">First page<');
    expect(behind.text).toContain('Bravo');
    expect(behind.text).not.toContain('Alpha');
    for (const query of [`after=${next}`, 'sort=name&after=%00', 'sort=name&after=e30']) {
      expect((await app.request(`/?${query}`)).text).toContain('Alpha');
    }
  });

  test('keeps all that it was asked for in its form, which sends it on', async () => {
    const requested = 'q=alp&empty=hide&full=hide&sort=-name&software=mcgalaxy&country=NL';
    const { text } = await app.request(`/?${requested}`);
    const [form = ''] = /<form class="filters"[\s\S]*?<\/form>/.exec(text) ?? [];
    const sent = [
      ...[...form.matchAll(/<input[^>]*>/g)]
        .map(([input]) => input)
        .filter((input) => !input.includes('type="checkbox"') || input.includes(' checked'))
        .map((input) => [
          /name="([^"]*)"/.exec(input)?.[1] ?? '',
          /value="([^"]*)"/.exec(input)?.[1] ?? '',
        ]),
      ...[...form.matchAll(/<select[^>]*name="([^"]*)"[\s\S]*?<option[^>]*selected[^>]*>/g)].map(
        ([chosen, name = '']) => [name, /value="([^"]*)" selected>$/.exec(chosen)?.[1] ?? ''],
      ),
    ];
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(new URLSearchParams(requested)));
  });

  describe('remembers its order in a cookie', () => {
    const sortedBy = (html: string) => {
      const [, options = ''] = /<select name="sort"(.*?)<\/select>/.exec(html) ?? [];
      return /value="([^"]*)" selected/.exec(options)?.[1] ?? 'best';
    };
    const cookieOf = (headers: Headers) =>
      headers.getSetCookie().find((cookie) => cookie.startsWith('list-order='));

    test('when one is asked for', async () => {
      const { headers, text } = await app.request('/?sort=name');
      expect(sortedBy(text)).toBe('name');
      expect(cookieOf(headers)).toMatch(/^list-order=name; .*HttpOnly; SameSite=Lax/);
      const again = await play(app, { path: '/', headers: { cookie: 'list-order=name' } });
      expect(sortedBy(again.text)).toBe('name');
      expect(cookieOf(again.headers)).toBeUndefined();
    });

    test('and forgets it for the order of the list', async () => {
      const cookie = 'list-order=-uptime';
      const { headers, text } = await app.request('/?sort=best', { headers: { cookie } });
      expect(sortedBy(text)).toBe('best');
      expect(cookieOf(headers)).toMatch(
        /^list-order=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
      );
    });

    test.each(['nonsense', 'name; list-order=-name'])('not by %p', async (value) => {
      const answer = await play(app, { path: '/', headers: { cookie: `list-order=${value}` } });
      expect(sortedBy(answer.text)).toBe(value.startsWith('name') ? 'name' : 'best');
    });

    test('and reads the direction of earlier addresses', async () => {
      const { text } = await app.request('/?sort=name&dir=desc');
      expect(sortedBy(text)).toBe('-name');
    });
  });

  describe('of sixty servers with plots of a day, from as many countries as they come from', () => {
    let sample: TestApp;
    beforeAll(async () => {
      const store = openTestStore();
      await seedServers(store, START);
      await fillHistory(store.history, START);
      const webClient = { kind: 'elsewhere', url: 'https://cdn.example/game/' } as const;
      sample = await openTestApp({ store, webClient });
      await sample.advance(1_000);
    });
    afterAll(() => sample[Symbol.asyncDispose]());

    test.each(LANGUAGES)(
      'costs a first visit 25 KB, with all that it loads, in %s',
      async (lang) => {
        const headers = { 'accept-encoding': 'br', 'accept-language': lang };
        const { text } = await sample.request('/', { headers: { 'accept-language': lang } });
        expect(text).toContain(`<html lang="${lang}"`);
        expect(text.match(/<li( class="[\w ]+")?><a/g)).toHaveLength(SERVERS.length);
        expect(text.match(/<svg><\/svg>/g)).toHaveLength(SERVERS.length);
        expect(text).toContain('<path class="history-line"');
        const loaded = [...text.matchAll(/(?:href|src)="(\/assets\/\w+\.(?:css|js|svg))"/g)];
        expect(loaded).toHaveLength(3);
        let total = 0;
        for (const path of ['/', ...loaded.map(([, asset = '']) => asset)]) {
          await sample.request(path, { headers });
          total += (await sample.request(path, { headers })).bytes.length;
        }
        expect(total).toBeLessThan(25_000);
      },
    );

    test('costs a second visit 1 KB, head included', async () => {
      const { headers } = await sample.request('/');
      const sent = { 'if-none-match': headers.get('etag') ?? '' };
      const answer = await sample.request('/', { headers: sent });
      expect(answer.status).toBe(304);
      const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`);
      expect(lines.join('').length + answer.bytes.length).toBeLessThan(1_000);
    });
  });

  test.each(LANGUAGES)('of three hundred servers costs 22 KB, in %s', async (lang) => {
    const store = openTestStore();
    await seedServers(store, START, makeServers(300));
    await using sample = await openTestApp({ store });
    await sample.advance(1_000);
    const headers = { 'accept-encoding': 'br', 'accept-language': lang };
    await sample.request('/', { headers });
    const answer = await sample.request('/', { headers });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.bytes.length).toBeLessThan(22_000);
  });

  test('is sent again to those who show it only when it changed, or is that of another reader', async () => {
    await using sample = await openSampleApp();
    const alice = await sample.loggedIn('Alice');
    const tagOf = async (by: Pick<TestApp, 'request'>) =>
      (await by.request('/')).headers.get('etag') ?? '';
    const statusFor = async (by: Pick<TestApp, 'request'>, tag: string) =>
      (await by.request('/', { headers: { 'if-none-match': tag } })).status;
    const [own, other] = [await tagOf(alice), await tagOf(sample)];
    expect([await statusFor(alice, own), await statusFor(sample, other)]).toEqual([304, 304]);
    expect([await statusFor(alice, other), await statusFor(sample, own)]).toEqual([200, 200]);
    await sample.beat({ users: '4' });
    await sample.advance(1_000);
    expect([await statusFor(alice, own), await statusFor(sample, other)]).toEqual([200, 200]);
  });

  test('is made for one address only so often, and says when to ask again', async () => {
    await using sample = await openSampleApp();
    let last = 200;
    for (let turn = 0; turn < 100 && last === 200; turn += 1) {
      last = (await sample.request(`/?q=${turn}`)).status;
    }
    expect(last).toBe(429);
    await play(sample, {
      path: '/?q=other',
      status: 429,
      contains: ['<h1>Too many requests</h1>'],
    });
    await play(sample, { path: '/?q=other', address: '192.0.2.200' });
    await sample.advance(1_000);
    await play(sample, { path: '/?q=other' });
  });
});

describe('assets', () => {
  test('every file of a page is there, kept for good, and named by its content', async () => {
    const { text } = await app.request('/');
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const headers = { 'accept-encoding': 'gzip' };
      const answer = await app.request(path, { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/svg)/);
      const sent = { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await app.request(path, { headers: sent })).status).toBe(304);
    }
  });

  test('the list shows nothing that only the styles of other pages know', async () => {
    const classesIn = (css: string) =>
      [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
    const known = new Set(classesIn(stylesheet.text));
    const others = new Set(classesIn(otherPagesStylesheet.text).filter((name) => !known.has(name)));
    expect(others.size).toBeGreaterThan(40);
    await using empty = await openTestApp();
    await app.servers.history.sample();
    const browser = await app.loggedIn('Alice');
    const answers = [
      ...[
        await app.request('/'),
        await app.request('/?q=nothing'),
        await app.request('/?sort=name'),
      ],
      ...[await browser.request('/'), await empty.request('/')],
    ];
    for (const { text } of answers) {
      expect(text).not.toContain(otherPagesStylesheet.path);
      const used = [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
        names.split(' '),
      );
      expect(used.filter((name) => others.has(name))).toEqual([]);
    }
    expect((await app.request('/start/')).text).toContain(otherPagesStylesheet.path);
  });

  test('a face is drawn for any hash and nothing else', async () => {
    const shows = { 'content-type': 'image/svg+xml' };
    await play(app, { path: `/assets/face/${ALPHA_HASH}.svg`, shows, contains: ['<svg '] });
    for (const name of ['face/x.svg', `face/${ALPHA_HASH}`, `face/${ALPHA_HASH}.gif`, 'x.css']) {
      await play(app, { path: `/assets/${name}`, status: 404, shows: PAGE });
    }
  });
});
