// A form that is sent twice, by a double click say, is done once, and each sending gets the same answer.

import { beforeEach, describe, expect, test } from 'bun:test';
import { createFormRepeats } from '../../src/platform/http/form-repeats.ts';
import { appCode } from '../support/authenticator.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openedForEach } from '../support/opened.ts';
import { type Answer, type Browser, PASSWORD, type TestApp } from '../support/test-app.ts';
import { NEW_PASSWORD, openLoggedIn, send } from './account-forms.ts';
import { ALPHA_HASH } from './sample-app.ts';
import { openStaffApp, type StaffApp } from './staff-app.ts';

const staff = openedForEach<StaffApp>(openStaffApp);
let app: TestApp;
let alice: Browser;
let fresh: Browser;
beforeEach(async () => {
  ({ app } = staff);
  alice = await openLoggedIn(app, 'Alice');
  fresh = app.browser('192.0.2.20');
});

/** What the form of a page sends besides what people type, as the page renders it. */
async function hiddenFieldsOf(by: Browser, path: string, action: string, has = '') {
  const { text } = await by.request(path);
  const forms = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
  const form = forms.find((it) => it[1] === action && it[2]?.includes(has))?.[2];
  if (form === undefined) throw new Error(`no form for ${action} in ${text}`);
  const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}

const what = ({ status, headers, text }: Answer) => ({
  status,
  location: headers.get('location'),
  cookies: headers.getSetCookie(),
  text,
});

/** Sends a form twice at once and once more with the session that the first answer gave; all are answered alike. */
async function sendThrice(
  by: Browser,
  path: string,
  action: string,
  typed: Record<string, string>,
  has = '',
): Promise<Answer> {
  const fields = { ...(await hiddenFieldsOf(by, path, action, has)), ...typed };
  app.skip(31_000);
  const [first, second] = await Promise.all([send(by, action, fields), send(by, action, fields)]);
  expect(what(second)).toEqual(what(first));
  const third = await send(by, action, fields);
  expect(what(third)).toEqual(what(first));
  expect(first.status, first.text).toBeLessThan(400);
  return first;
}

const mailTo = async (to: string) => (await app.readMails()).findLast((it) => it.to === to);

async function signUpZoe() {
  const typed = { name: 'Zoe', email: 'zoe@example.net', password: NEW_PASSWORD };
  return sendThrice(fresh, '/acc/register/', '/acc/register/', typed);
}

async function openAppSetup() {
  await send(alice, '/acc/security/app/', { password: PASSWORD });
  const page = (await alice.request('/acc/security/app/')).text;
  return (/class="key">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
}

describe('a form of an account that is sent twice', () => {
  test('registers once, logs in, and confirms the address once', async () => {
    const registered = await signUpZoe();
    expect(registered.headers.get('location')).toBe('/acc/verify/');
    const { code = '' } = (await mailTo('zoe@example.net')) ?? {};
    await sendThrice(fresh, '/acc/verify/', '/acc/verify/', { code }, 'value="code"');
    expect((await fresh.request('/acc/')).text).toContain('Zoe');
  });

  test('logs in once, with a code of an app that is good once', async () => {
    const secret = await openAppSetup();
    const confirm = '/acc/security/app/confirm/';
    const code = () => appCode(secret, app.now());
    await sendThrice(alice, '/acc/security/app/', confirm, {
      code: appCode(secret, app.now() + 31_000),
    });
    const typed = { username: 'Alice', password: PASSWORD };
    const login = await sendThrice(fresh, '/acc/login/', '/acc/login/', typed);
    expect(login.headers.get('location')).toBe('/acc/login/code/');
    app.skip(60_000);
    const fields = await hiddenFieldsOf(fresh, '/acc/login/code/', '/acc/login/code/');
    const sent = { ...fields, login_code: code() };
    const [first, second] = await Promise.all([
      send(fresh, '/acc/login/code/', sent),
      send(fresh, '/acc/login/code/', sent),
    ]);
    expect(what(second)).toEqual(what(first));
    expect(first.status).toBe(303);
    expect((await fresh.request('/acc/')).status).toBe(200);
  });

  test.each([
    ['/acc/password/', { new_password: NEW_PASSWORD }],
    ['/acc/email/', { email: 'new@example.net' }],
    ['/acc/delete/', {}],
    ['/acc/export/', {}],
  ])('is done once: %s', async (path, typed) => {
    await sendThrice(alice, path, path, { ...typed, password: PASSWORD });
  });
});

describe('a form about a server that is sent twice', () => {
  test('reports it once', async () => {
    const path = `/server/report/${ALPHA_HASH}/`;
    await sendThrice(alice, path, path, { kind: 'other', text: 'Look at this.' });
    expect(await app.moderation.countOpenReports()).toBe(1);
  });
});

describe('a form of the administration that is sent twice', () => {
  test('makes one webhook, whose secret each answer shows', async () => {
    const typed = { format: 'json', url: 'https://example.net/hook', 'events-went': 'yes' };
    const path = '/admin/webhooks/';
    await sendThrice(staff.anna, path, path, typed, 'name="url"');
    expect(await app.servers.webhooks.list(null)).toHaveLength(1);
  });
});

test('a form that failed is looked at anew when it is sent again', async () => {
  const fields = await hiddenFieldsOf(fresh, '/acc/login/', '/acc/login/');
  const typed = { ...fields, username: 'Zoe', password: PASSWORD };
  expect((await send(fresh, '/acc/login/', typed)).status).toBe(400);
  await app.register('Zoe');
  expect((await send(fresh, '/acc/login/', typed)).status).toBe(303);
});

describe('the memory of forms', () => {
  const clock = createFakeClock(0);
  const FORM = { session: 'one', path: '/', fingerprint: 'a' };
  let count = 0;
  const next = () => {
    count += 1;
    return `${count}`;
  };
  const done = async (status = 200, size = 1) => new Response(next().padEnd(size), { status });
  let answerOnce = createFormRepeats(clock);
  beforeEach(() => {
    count = 0;
    answerOnce = createFormRepeats(clock);
  });
  const ask = async (form = FORM, status?: number, size?: number) =>
    Number(await (await answerOnce(form, {}, () => done(status, size))).text());

  test('tells sessions, paths and contents apart, and knows none without a session or a number', async () => {
    expect(await ask()).toBe(1);
    expect(await ask({ ...FORM, session: 'two' })).toBe(2);
    expect(await ask({ ...FORM, path: '/other/' })).toBe(3);
    expect(await ask({ ...FORM, fingerprint: 'b' })).toBe(4);
    expect(await ask()).toBe(1);
    for (const none of [{ session: '' }, { fingerprint: '' }]) {
      const first = await ask({ ...FORM, ...none });
      expect(await ask({ ...FORM, ...none })).toBe(first + 1);
    }
  });

  test('ends a minute after the answer, whichever way the clock moves', async () => {
    expect(await ask()).toBe(1);
    clock.advance(60_000);
    expect(await ask()).toBe(1);
    clock.advance(1);
    expect(await ask()).toBe(2);
    clock.advance(-3_600_000);
    expect(await ask()).toBe(3);
  });

  test('shares a failure among sendings at one time, and keeps none', async () => {
    const thrown = () => answerOnce(FORM, {}, () => Promise.reject(new Error(next())));
    const both = await Promise.allSettled([thrown(), thrown()]);
    expect(both.map((it) => `${(it as PromiseRejectedResult).reason}`)).toEqual(
      Array(2).fill('Error: 1'),
    );
    expect(await ask(FORM, 400)).toBe(2);
    expect(await ask(FORM, 400)).toBe(3);
  });

  test('keeps 500 answers of 64 KiB at most', async () => {
    expect(await ask(FORM, 200, 65_537)).toBe(1);
    expect(await ask(FORM, 200, 65_536)).toBe(2);
    expect(await ask()).toBe(2);
    for (let index = 0; index < 499; index += 1) await ask({ ...FORM, fingerprint: `${index}` });
    expect(await ask()).toBe(2);
    await ask({ ...FORM, fingerprint: 'one more' });
    expect(await ask()).toBe(503);
  });
});
