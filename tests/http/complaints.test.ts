// What people complain about elsewhere, under the names that they give it: none of it may happen here.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { describeObstacle } from '../../src/accounts/account-names.ts';

import { requireGoodPassword } from '../../src/accounts/passwords.ts';
import { accountMessages, loginMessages } from '../../src/messages/messages.ts';
import { messageIn } from '../support/failures.ts';
import { openTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { linkOf, NEW_PASSWORD, send, signUp } from './account-forms.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const loginOf = async (name: string, password: string) =>
  (await app.browser().logIn(name, { password })).json() as Record<string, unknown>;

describe('"the verification mail never came and cannot be sent again"', () => {
  test('it can, as soon as the page says, and the new one works', async () => {
    const zoe = app.browser();
    await signUp(app, zoe);
    const waiting = (await zoe.request('/acc/verify/')).text;
    expect(waiting).toContain('Check your spam folder, too.');
    expect(waiting).toMatch(/send another email in \d+ seconds/);
    const early = await send(zoe, '/acc/verify/', { act: 'again' });
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    app.skip(MINUTE_MS);
    expect((await zoe.request('/acc/verify/')).text).toContain(accountMessages.verify.again);
    expect((await send(zoe, '/acc/verify/', { act: 'again' })).status).toBe(303);
    const code = (await app.readMails()).at(-1)?.code ?? '';
    expect((await send(zoe, '/acc/verify/', { act: 'code', code })).status).toBe(303);
    expect(await loginOf('Zoe', NEW_PASSWORD)).toMatchObject({ errors: [], username: 'Zoe' });
  });

  test('an address with a typing error is put right without anybody’s help', async () => {
    const zoe = app.browser();
    await signUp(app, zoe, { email: 'zoe@exmaple.net' });
    expect((await zoe.request('/acc/verify/')).text).toContain(accountMessages.verify.correctTitle);
    app.skip(MINUTE_MS);
    const form = { act: 'correct', email: 'zoe@example.net' };
    expect((await send(zoe, '/acc/verify/', form)).status).toBe(303);
    const mail = (await app.readMails()).at(-1);
    expect(mail?.to).toBe('zoe@example.net');
    await send(app.browser(), linkOf(mail, '/acc/verify/'));
    expect(await loginOf('Zoe', NEW_PASSWORD)).toMatchObject({ errors: [] });
  });
});

describe('"the verification mail never came", since the mail server did not take it', () => {
  test.each(['refused', 'postponed'] as const)(
    'it was %s: the page says so, the same for an address that is in use, until another one leaves',
    async (outcome) => {
      await app.register('Owner');
      app.treatMails(outcome);
      const pages: string[] = [];
      for (const [name, email] of [
        ['Zoe', 'zoe@example.net'],
        ['Yan', 'owner@example.net'],
      ] as const) {
        const browser = app.browser();
        await signUp(app, browser, { name, email });
        await app.readMails();
        const { text } = await browser.request('/acc/verify/');
        expect(text).toContain(accountMessages.verify.stuck(email));
        expect(text).not.toContain(accountMessages.verify.sent(email));
        pages.push(text.replaceAll(email, 'MAIL').replaceAll(name, 'NAME'));
        app.treatMails('sent');
        app.skip(MINUTE_MS);
        expect((await send(browser, '/acc/verify/', { act: 'again' })).status).toBe(303);
        await app.readMails();
        expect((await browser.request('/acc/verify/')).text).toContain(
          accountMessages.verify.sent(email),
        );
        app.treatMails(outcome);
      }
      expect(pages[0]).toBe(pages[1]);
    },
  );

  test('a login code that does not leave is said not to, beside what works without it', async () => {
    await app.register('Alice');
    const alice = app.browser();
    await send(alice, '/acc/login/', { username: 'Alice', password: PASSWORD });
    await send(alice, '/acc/security/mail/', { password: PASSWORD });
    await app.readMails();
    app.treatMails('postponed');
    const strange = app.browser('203.0.113.50');
    await send(strange, '/acc/login/', { username: 'Alice', password: PASSWORD });
    expect((await strange.request('/acc/login/code/')).text).toContain(loginMessages.codeMailed);
    await app.readMails();
    const { text } = await strange.request('/acc/login/code/');
    expect(text).toContain(loginMessages.codeStuckUseOther);
    expect(text).not.toContain(loginMessages.codeMailed);
  });
});

describe('"registration is refused, and nobody says why"', () => {
  const ZOE = { name: 'Zoe_Zoe_1', email: 'zoe@example.net' };
  test.each([
    ['a taken name', { name: 'Alice' }, describeObstacle('Alice', { kind: 'taken' }, 0)],
    ['no name', { name: '' }, 'Choose a name.'],
    [
      'a short password',
      { password: 'seven77' },
      messageIn(() => requireGoodPassword('seven77', ZOE, 'password')),
    ],
    ['an outdated form', { challenge: 'x' }, 'has expired, was already sent'],
  ])('%s: the page says so, and what to do', async (_title, fields, sentence) => {
    await app.register('Alice');
    const refused = await signUp(app, app.browser(), fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(Bun.escapeHTML(sentence));
    expect(refused.text).toContain('role="alert"');
    // What was typed is there again, but the password.
    const { name = 'Zoe' } = fields as { name?: string };
    if (name !== '') expect(refused.text).toContain(`value="${name}"`);
    expect(refused.text).not.toContain(NEW_PASSWORD);
  });

  test('too many from one network: when to come back', async () => {
    await using strict = await openTestApp({ registrationsPerAddress: 1 });
    await signUp(strict, strict.browser());
    const refused = await signUp(strict, strict.browser(), {
      name: 'Tea',
      email: 'tea@example.net',
    });
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Try again in \d+ minutes/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    ['closed', accountMessages.register.closedTitle],
    ['invite', 'name="invite"'],
  ] as const)(
    'registration is %s: the page says so before anything is typed',
    async (mode, text) => {
      await using other = await openTestApp({ registration: mode });
      expect((await other.request('/acc/register/')).text).toContain(text);
    },
  );
});

test('"there is no account with this name": a blank that a telephone left behind it is none of it', async () => {
  await app.register('Alice');
  const typed = { username: ' Alice ', password: PASSWORD };
  expect((await send(app.browser(), '/acc/login/', typed)).status).toBe(303);
});
