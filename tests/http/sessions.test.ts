// Which cookie counts, and how cookies are read.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readCookie, readCookies } from '../../src/platform/http/cookies.ts';
import { rounds } from '../support/rounds.ts';
import { openSampleApp } from './sample-app.ts';

// C3.5
test('of several session cookies lists and lookups go by the first valid one', async () => {
  await using app = await openSampleApp();
  const browser = await app.loggedIn('Alice');
  const cookie = `session=s.${'A'.repeat(43)}; session=${browser.session}`;
  for (const way of ['fast path', 'routes'] as const) {
    expect((await app.request('/api/servers', { cookie, way })).text).toContain('"mppass"');
  }
});

const carrying = (cookie: string | null) => ({
  headers: { get: () => cookie } as unknown as Headers,
});
const readSessions = (header: string | null) => readCookies(carrying(header), 'session');

// C3.5, C3.12
describe('the session values of a Cookie header', () => {
  test.each<[string, string | null, string[]]>([
    ['without one', null, []],
    ['that is empty', '', []],
    ['with one', 'session=a.b', ['a.b']],
    ['among others', 'theme=dark; session=a.b; lang=en', ['a.b']],
    ['without blanks', 'theme=dark;session=a.b', ['a.b']],
    [
      'with several, in their order',
      'session=one; session=two; session=one',
      ['one', 'two', 'one'],
    ],
    ['with an equals sign in the value', 'session=a=b==', ['a=b==']],
    ['with an empty value', 'session=', ['']],
    ['without an equals sign', 'session', []],
    ['with another name that ends alike', 'mysession=a; session_id=b; Session=c', []],
    ['of RFC 2965, as Java sends it', '$Version="1"; session="a.b";$Path="/"', ['a.b']],
    ['with domain and port', '$Version=1; session="a.b"; $Domain="x.y"; $Port="80,81"', ['a.b']],
    ['with commas between cookies', '$Version=1,theme="dark",session="a.b",$Path=/', ['a.b']],
    ['with odd spacing', '  theme = dark ;\t session = "a.b" ;; ', ['a.b']],
    ['quoted, in capital letters beside', 'LANG="en"; session="a.b"', ['a.b']],
    ['that is quoted and empty', 'session=""', ['']],
    ['with half a pair of quotes elsewhere', 'theme="dark; session=a.b', ['a.b']],
    ['with a separator in the quotes of another', 'other="x;y,z"; session="a.b"', ['a.b']],
    ['with one quote', 'session="', ['"']],
    ['that names an attribute', '$session=a.b; $Path=session', []],
  ])('%s', (_what, header, values) => {
    expect(readSessions(header)).toEqual(values);
  });

  test('of any sort are read without complaint, one for each that was sent', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9._=-]{0,80}$/);
    const noise = fc.constantFrom('theme=dark', 'x', '', '=', ' ', 'sessions=1', '"session=no"');
    const item = fc.oneof(
      value.map((text) => ({ text: `session=${text}`, values: [text] })),
      noise.map((text) => ({ text, values: [] })),
    );
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const header = items.map(({ text }) => text).join('; ');
        expect(readSessions(header)).toEqual(items.flatMap(({ values }) => values));
      }),
      rounds(500),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Array.isArray(readSessions(text))).toBe(true);
      }),
      rounds(500),
    );
  });
});

describe('the device value of a Cookie header', () => {
  test.each<[string, string | null, string]>([
    ['without one', null, ''],
    ['beside a session', 'session=a.b; device=d.x', 'd.x'],
    ['with several: the first', 'device=one; device=two', 'one'],
  ])('%s', (_what, header, value) => {
    expect(readCookie(carrying(header), 'device')).toBe(value);
  });
});
