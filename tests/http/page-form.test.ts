// Forms of the service's own pages: who may send them, how they are read, and where a visitor is sent.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { BodyTooLargeError } from '../../src/platform/http/form.ts';
import { leadToLogin, loginPath, parseNextPath } from '../../src/platform/http/next-path.ts';
import { readPageForm, seeOther } from '../../src/platform/http/page-form.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import { rounds } from '../support/rounds.ts';

const BASE_URL = 'https://play.example';
const OWN = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' };
const FORM = 'application/x-www-form-urlencoded';

function send(body: string, headers: Record<string, string> = {}): Request {
  const length = { 'content-length': `${Buffer.byteLength(body)}` };
  return new Request(`${BASE_URL}/acc/`, {
    method: 'POST',
    body,
    headers: { 'content-type': FORM, ...OWN, ...length, ...headers },
  });
}

const read = (request: Request) => readPageForm(request, { baseUrl: BASE_URL });

async function complain(request: Request): Promise<unknown> {
  return read(request).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a form', () => {
  test('is read as it was typed', async () => {
    expect((await read(send('name=Al%00ice'))).field('name')).toBe('Al\0ice');
    const form = await read(send('name=+Al+%26+%C3%A9+&empty=&twice=1&twice=2&__proto__=p'));
    expect(form.field('name')).toBe(' Al & é ');
    expect(form.field('twice')).toBe('2');
    expect(form.field('__proto__')).toBe('p');
    for (const name of ['empty', 'missing', 'constructor']) expect(form.field(name)).toBe('');
  });

  test.each([FORM, `${FORM}; charset=UTF-8`, FORM.toUpperCase()])('may be %s', async (type) => {
    expect((await read(send('a=1', { 'content-type': type }))).field('a')).toBe('1');
  });

  test('may hold nothing but its button', async () => {
    const headers = { ...OWN, 'content-length': '0' };
    const bare = new Request(`${BASE_URL}/acc/`, { method: 'POST', headers });
    expect((await read(bare)).field('a')).toBe('');
  });

  test('of another site is forbidden, in words, before it is read', async () => {
    const request = send('a=1', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    const error = await complain(request);
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).kind).toBe('forbidden');
    expect((error as Failure).message).toContain('https://play.example/');
    expect(request.bodyUsed).toBe(false);
  });

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', `${FORM}x`])(
    'of type %s is none',
    async (type) => {
      const error = await complain(send('{"username":"Alice"}', { 'content-type': type }));
      expect((error as Failure).kind).toBe('invalid');
    },
  );

  test('over 64 KiB is too large', async () => {
    expect(await complain(send(`a=${'x'.repeat(65_536)}`))).toBeInstanceOf(BodyTooLargeError);
    expect((await read(send(`a=${'x'.repeat(65_534)}`))).field('a')).toHaveLength(65_534);
  });

  test('that was accepted goes on with a GET, which nobody keeps', () => {
    const answer = seeOther('/acc/', { 'x-more': '1' });
    expect(answer.status).toBe(303);
    expect(Object.fromEntries(answer.headers)).toEqual({
      location: '/acc/',
      'cache-control': 'private, no-store',
      'x-more': '1',
    });
  });
});

describe('the way on', () => {
  test.each([
    '/',
    '/acc/',
    '/server/play/0123456789abcdef0123456789abcdef/',
    '/?q=a%20b&sort=name#top',
    '/?next=//evil.example',
    '/a?b=/../c',
    // The longest one; one sign more is refused below.
    `/${'a'.repeat(511)}`,
  ])('may be %s', (path) => {
    expect(parseNextPath(path)).toBe(path);
  });

  test.each([
    '',
    'acc/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    '/\r\nset-cookie: a=b',
    '/a b',
    '/\0',
    '/é',
    ' /acc/',
    '/acc//x',
    '/acc/login/',
    '/acc/login?next=/',
    '/acc/./login/',
    '/acc/logout/',
    `/${'a'.repeat(512)}`,
  ])('is the list for %j', (text) => {
    expect(parseNextPath(text)).toBe('/');
    expect(loginPath(text)).toBe('/acc/login/');
  });

  test('is kept on the way through the login page', () => {
    const path = '/server/play/x/?a=1&b=2#c';
    const through = new URL(loginPath(path), BASE_URL);
    expect(through.pathname).toBe('/acc/login/');
    expect(through.searchParams.get('next')).toBe(path);
  });

  test('never leaves the site, whatever was sent', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '//',
        '%2f',
        '%5c',
        '@',
        ':',
        '?',
        '#',
        '\t',
        'http:',
        'evil.example',
      ),
      fc.string({ maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((some) => some.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((it) => `/${it}`),
        ),
        (sent) => {
          const next = parseNextPath(sent);
          const url = new URL(next, `${BASE_URL}/acc/login/`);
          expect(url.origin).toBe(BASE_URL);
          // Nor when a proxy or a browser reads the path by itself.
          expect(url.pathname).not.toStartWith('//');
          expect(next).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
        },
      ),
      rounds(5_000),
    );
  });
});

describe('a page for accounts', () => {
  const request = (path: string, method = 'GET') => new Request(`${BASE_URL}${path}`, { method });

  test.each([
    ['GET', '/acc/', '/acc/login/?next=%2Facc%2F'],
    ['HEAD', '/acc/sessions/?page=2', '/acc/login/?next=%2Facc%2Fsessions%2F%3Fpage%3D2'],
    ['POST', '/acc/sessions/?page=2', '/acc/login/?next=%2Facc%2Fsessions%2F'],
    ['GET', '//evil.example/', '/acc/login/?next=%2Fevil.example%2F'],
  ])('sends who is not logged in from %s %s to %s', (method, path, location) => {
    const answer = leadToLogin(request(path, method));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(location);
  });
});
