// Light, dark, or as the system says: what the switch remembers, and that no page is shown in another's theme.

import { describe, expect, test } from 'bun:test';
import { Failure } from '../../src/platform/lib/failure.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import { OWN } from './account-forms.ts';
import { ALPHA_HASH, openSampleApp } from './sample-app.ts';

const DARK = 'theme=dark';
const LIGHT = 'theme=light';

const app = openedForEach(openSampleApp);

function choose(theme: string, headers: Record<string, string> = {}, by = app) {
  return by.request('/theme/', {
    method: 'POST',
    body: `theme=${theme}`,
    headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

const markOf = (html: string) => /<html lang="[a-z]+"(?: data-theme="(\w+)")?>/.exec(html)?.[1];
const inAYear = () => new Date(app.now() + 31_536_000_000).toUTCString();
const schemesOf = (html: string) => /name="color-scheme" content="([^"]*)"/.exec(html)?.[1];
const pressedOf = (html: string) => /value="(\w+)" aria-pressed="true"/.exec(html)?.[1];

describe('the choice', () => {
  test.each(['light', 'dark'])('%s is remembered for a year', async (theme) => {
    const answer = await choose(theme);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.getSetCookie()).toEqual([
      `theme=${theme}; Max-Age=31536000; Path=/; Expires=${inAYear()}; HttpOnly; SameSite=Lax`,
    ]);
  });

  test.each(['system', 'purple', '', '<b>'])('%s takes the cookie away', async (theme) => {
    const [cookie] = (await choose(theme)).headers.getSetCookie();
    expect(cookie).toStartWith(
      'theme=system; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ',
    );
  });

  test('needs no session, and is made while none can be read', async () => {
    await using away = await openSampleApp({
      alterContext: standIn({
        visitors: {
          find: () => Promise.reject(new Failure('unavailable', 'The store is away.')),
        },
      }),
    });
    expect((await choose('dark', { cookie: 'session=s.x' }, away)).status).toBe(303);
  });

  test.each([
    [
      'the page it was made on',
      'http://muster.test/acc/login/?next=%2Fstart%2F',
      '/acc/login/?next=%2Fstart%2F',
    ],
    [
      'the page of an action that was refused',
      `http://muster.test/admin/servers/${ALPHA_HASH}/unlist/`,
      `/admin/servers/${ALPHA_HASH}/`,
    ],
    [
      'the page of a code that was refused',
      'http://muster.test/acc/security/app/confirm/',
      '/acc/security/app/',
    ],
    ['the list from a path of no page', 'http://muster.test/nothing/at/all', '/'],
    ['the list from a path like a host', 'http://muster.test//evil.example/', '/'],
  ])('leads back to %s', async (_what, referer, path) => {
    expect((await choose('dark', { referer })).headers.get('location')).toBe(path);
  });
});

describe('every page', () => {
  test.each(['/', '/server/list/?q=a', `/server/play/${ALPHA_HASH}/`, '/acc/login/'])(
    '%s is in the theme of the cookie, and its switch says so',
    async (path) => {
      for (const [cookie, mark, schemes, pressed] of [
        ['', undefined, 'light dark', 'system'],
        [DARK, 'dark', 'dark', 'dark'],
        [LIGHT, 'light', 'light', 'light'],
        ['theme=purple', undefined, 'light dark', 'system'],
        ['theme="><script>', undefined, 'light dark', 'system'],
      ] as const) {
        const { text } = await app.request(path, { cookie });
        expect([markOf(text), schemesOf(text), pressedOf(text)]).toEqual([mark, schemes, pressed]);
        expect(text).toContain(messages.theme.label);
      }
    },
  );

  test.each(['/nothing', `/server/play/${'f'.repeat(32)}/`])('%s too', async (path) => {
    const { text, headers } = await app.request(path, { cookie: DARK });
    expect(schemesOf(text)).toBe('dark');
    const [, styles = ''] = /<style>(.*)<\/style>/.exec(text) ?? [];
    expect(styles).not.toContain('prefers-color-scheme');
    const digest = new Bun.CryptoHasher('sha256').update(styles).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${digest}'`);
  });

  test('of another theme at the same time is not mixed up', async () => {
    const cookies = ['', DARK, LIGHT, DARK, '', LIGHT];
    const shown = await Promise.all(
      cookies.map(async (cookie) => markOf((await app.request('/start/', { cookie })).text)),
    );
    expect(shown).toEqual([undefined, 'dark', 'light', 'dark', undefined, 'light']);
  });
});

describe('the kept list', () => {
  test('is kept for each theme, with an ETag of its own, and varies by cookie', async () => {
    const etags = new Set<string | null>();
    for (const cookie of ['', DARK, LIGHT, '', DARK, LIGHT]) {
      const answer = await app.request('/', { cookie });
      expect(markOf(answer.text)).toBe(cookie === '' ? undefined : cookie.slice(6));
      expect(answer.headers.get('vary')).toContain('Cookie');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      etags.add(answer.headers.get('etag'));
    }
    expect(etags.size).toBe(3);
  });
});
