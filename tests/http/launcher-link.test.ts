// A launcher without a password over HTTP: the recorded requests of both launchers, and the pages of the approval.

import { describe, expect, test } from 'bun:test';
import { linkFailures, linkMessages } from '../../src/modules/launcher-link/messages.ts';
import { readVector } from '../e2e/vectors.ts';
import { codeIn } from '../modules/launcher-link/linking.ts';
import { openedForEach } from '../support/opened.ts';
import type { Answer, TestApp } from '../support/test-app.ts';
import { openLoggedIn } from './account-forms.ts';
import { openSampleApp, PAGE, PRIVATE_JSON, play } from './sample-app.ts';

const LINK = '/link/';
const REVIEW = '/link/review/';
const AWAY = '198.51.100.9';
const app = openedForEach(() => openSampleApp());

/** A launcher that replays recordings, with the password `link` instead of the recorded one. */
function openRecorded(to: Pick<TestApp, 'request'> = app) {
  const launcher = {
    session: 'none',
    token: '',
    async replay(vector: string): Promise<Answer> {
      const recorded = readVector(vector, { port: 8080, ...launcher }).toString('latin1');
      const [head = '', typed = ''] = recorded.split('\r\n\r\n');
      const [line = '', ...lines] = head.split('\r\n');
      const [method = '', path = ''] = line.split(' ');
      const headers = Object.fromEntries(
        lines.map((it) => it.split(/: ?(.*)/, 2).map((part) => part.toLowerCase())),
      );
      const agent = { 'user-agent': /^User-Agent: ?(.*)$/m.exec(head)?.[1]?.trim() ?? '' };
      const { host: _host, cookie: _cookie, 'content-length': _length, ...others } = headers;
      const body = typed.replace(/password=[^&]*/, 'password=link');
      const answer = await to.request(path, {
        method,
        headers: { ...others, ...agent },
        cookie: `session=${launcher.session}`,
        ...(method === 'POST' && { body }),
      });
      const [set = ''] = answer.headers.getSetCookie();
      launcher.session = /^session=([^;]+)/.exec(set)?.[1] ?? launcher.session;
      launcher.token = (answer.json() as { token?: string }).token ?? '';
      return answer;
    },
  };
  return launcher;
}

const stateOf = (answer: Answer) => answer.json() as { authenticated: boolean; errors: string[] };

/** Presses "Sign in" in a launcher of 1.3.8, and returns its code. */
async function askForCode(to: Pick<TestApp, 'request'> = app): Promise<string> {
  const launcher = openRecorded(to);
  await launcher.replay('cc138-get-login');
  return codeIn(stateOf(await launcher.replay('cc138-post-login')).errors);
}

// C4.22
describe.each(['cc137', 'cc138'])('the recorded launcher %s', (version) => {
  test('shows the code as an error, and is logged in by the GET after the approval', async () => {
    const alice = await openLoggedIn(app, 'Alice');
    const launcher = openRecorded();
    await launcher.replay(`${version}-get-login`);
    const asked = await launcher.replay(`${version}-post-login`);
    const { errors, ...state } = stateOf(asked);
    expect(state).toMatchObject({ username: null, authenticated: false, errorcount: 1 });
    expect(errors[0]).toMatch(/^Open muster\.test\/link and enter [A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const code = codeIn(errors);
    expect(stateOf(await launcher.replay(`${version}-get-login`)).authenticated).toBe(false);
    expect((await alice.submit(LINK, { code })).headers.get('location')).toBe(REVIEW);
    const { headers } = await alice.submit(REVIEW, { answer: 'approve' });
    expect(headers.get('location')).toBe(`${LINK}?done=approved`);
    const answer = await launcher.replay(`${version}-get-login`);
    for (const [name, value] of Object.entries(PRIVATE_JSON)) {
      expect(answer.headers.get(name)).toBe(value);
    }
    expect(stateOf(answer)).toMatchObject({
      username: 'Alice',
      authenticated: true,
      errors: [],
      errorcount: 0,
    });
    const list = (await launcher.replay(`${version}-get-servers`)).json();
    expect(list).toMatchObject({ servers: [{ mppass: expect.any(String) }, {}] });
    expect(JSON.stringify(app.heard)).not.toContain(code);
    expect(app.heard).toMatchObject({ loginFailed: [], loggedIn: ['Alice', 'Alice'] });
  });
});

describe('the pages', () => {
  test('ask for a login first, and lead back', async () => {
    const next = { '/link': '/link', [LINK]: LINK, [REVIEW]: LINK };
    for (const [path, back] of Object.entries(next)) {
      const { headers, status } = await app.request(path);
      const to = `/acc/login/?next=${encodeURIComponent(back)}`;
      expect([status, headers.get('location')]).toEqual([303, to]);
    }
  });

  test('show who asks and what the approval gives, and take a refusal', async () => {
    const alice = await openLoggedIn(app, 'Alice');
    const code = await askForCode();
    await play(alice, { path: LINK, shows: PAGE, contains: [`href="${LINK}"`, 'name="code"'] });
    await alice.submit(LINK, { code });
    await play(alice, {
      path: REVIEW,
      shows: PAGE,
      contains: ['ClassiCube launcher', '203.0.113.7', 'Netherlands', linkMessages.sameNetwork],
      lacks: [code, linkMessages.abroadTitle],
    });
    const { headers } = await alice.submit(REVIEW, { answer: 'refuse' });
    expect(headers.get('location')).toBe(`${LINK}?done=refused`);
    const again = await alice.request(REVIEW);
    expect([again.status, again.headers.get('location')]).toEqual([303, LINK]);
    const late = await alice.submit(REVIEW, { answer: 'approve' });
    expect(late.status).toBe(409);
    expect(late.text).toContain(linkFailures.gone);
  });

  test('show a wrong code at the field, without repeating it, and never take one from the address', async () => {
    const alice = await openLoggedIn(app, 'Alice');
    const { status, text } = await alice.submit(LINK, { code: 'KTPQ-7XWR' });
    expect(status).toBe(400);
    expect(text).toContain(linkFailures.wrong('Alice'));
    expect(text).not.toContain('value="KTPQ-7XWR"');
    const code = await askForCode();
    expect((await alice.request(`${LINK}?code=${code}`)).text).not.toContain(code);
  });

  test('warn where the launcher is in another country than the browser', async () => {
    await using abroad = await openSampleApp({
      countries: { findCountry: (ip) => (ip === AWAY ? 'BR' : 'NL') },
    });
    const alice = await abroad.loggedIn('Alice', AWAY);
    await alice.submit(LINK, { code: await askForCode(abroad) });
    await play(alice, {
      path: REVIEW,
      contains: [linkMessages.abroad('Netherlands', 'Brazil'), linkMessages.otherNetwork],
    });
  });

  test('are linked beside the pages of an account, and where players start', async () => {
    const alice = await openLoggedIn(app, 'Alice');
    await play(alice, { path: '/acc/security/', contains: ['href="/link/"'] });
    await play(alice, { path: '/start/', contains: [linkMessages.startHint, 'href="/link/"'] });
  });

  test.each([
    [
      'the host does not fit the line of the launcher',
      { baseUrl: `http://${'long.'.repeat(9)}test` },
    ],
    ['the operator has switched it off', { isLauncherLinkOn: false }],
  ])('are missing where %s, and link is a wrong password', async (_, options) => {
    await using other = await openSampleApp(options);
    const alice = await openLoggedIn(other, 'Alice');
    await play(alice, { path: LINK, status: 404 });
    for (const path of ['/acc/', '/start/']) {
      expect((await alice.request(path)).text).not.toContain(LINK);
    }
    const launcher = openRecorded(other);
    await launcher.replay('cc138-get-login');
    expect(stateOf(await launcher.replay('cc138-post-login')).errors).toEqual(['password']);
  });
});
