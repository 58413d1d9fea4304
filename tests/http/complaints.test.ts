// What people complain about elsewhere, under the names that they give it: none of it may happen here.

import { describe, expect, test } from 'bun:test';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { openTestApp, PASSWORD } from '../support/test-app.ts';
import { send, signUp, withoutFormNumbers } from './account-forms.ts';

const MINUTE_MS = 60_000;

const app = openedForEach(openTestApp);

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
        pages.push(withoutFormNumbers(text).replaceAll(email, 'MAIL').replaceAll(name, 'NAME'));
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
