// The login page under attack: redirects to other sites, what is no form, and anything that can be typed.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openedForEach } from '../support/opened.ts';
import { rounds } from '../support/rounds.ts';
import { PASSWORD } from '../support/test-app.ts';
import { openSampleApp, PAGE } from './sample-app.ts';

const LOGIN = '/acc/login/';
const RIGHT = { username: 'Alice', password: PASSWORD };

const app = openedForEach(openSampleApp);

test.each(['//evil.example', '"><script>alert(1)</script>'])(
  'logging in never leads to %j',
  async (next) => {
    const browser = app.browser();
    const page = await browser.request(`${LOGIN}?next=${encodeURIComponent(next)}`);
    expect(page.text).toContain('<input type="hidden" name="next" value="/"/>');
    expect(page.text).not.toContain('alert(1)');
    const wrong = await browser.submit(LOGIN, { ...RIGHT, password: 'wrong horse', next });
    expect(wrong.text).toContain('<input type="hidden" name="next" value="/"/>');
    const answer = await browser.submit(LOGIN, { ...RIGHT, next });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
  },
);

describe('what did not come from a page of this service', () => {
  test('is refused as JSON and over 64 KiB', async () => {
    const browser = app.browser();
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(RIGHT) };
    const answer = await browser.submit(LOGIN, {}, json);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('use its form');
    const long = await browser.submit(LOGIN, { ...RIGHT, next: 'x'.repeat(65_536) });
    expect(long.status).toBe(413);
    expect(long.headers.get('connection')).toBe('close');
    expect(long.headers.get('content-type')).toContain('text/html');
    expect(app.heard).toMatchObject({ loggedIn: [], loginFailed: [] });
  });
});

test('any form is answered by a page, and logs nobody in', async () => {
  let count = 0;
  const text = fc.oneof(
    fc.constantFrom('Alice', 'alice', '&', '%', '%zz', '%E0%A4', '\0', '<b>', '"', '__proto__'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const name = fc.constantFrom('username', 'password', 'login_code', 'next', 'token', 'x');
  const fields = fc.array(fc.tuple(name, text, fc.boolean()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fields, async (some) => {
      const body = some
        .map(
          ([key, value, isRaw]) =>
            `${key}=${isRaw ? value : encodeURIComponent(value.toWellFormed())}`,
        )
        .join('&');
      // Each from an address of its own, so that attempts stop none.
      count += 1;
      const browser = app.browser(`2001:db8:${count.toString(16)}::1`);
      const answer = await browser.submit(LOGIN, {}, { body: body.toWellFormed() });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe(PAGE['content-type']);
      expect(answer.text).toContain('</html>');
      expect(answer.text).toContain('name="next" value="/');
      expect(browser.session).toMatch(/^a\./);
    }),
    rounds(300),
  );
  expect(app.heard).toMatchObject({ loggedIn: [], unknown: [] });
});
