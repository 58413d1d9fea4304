// Accounts in a browser, from registration to removal, with and without JavaScript; and a check of every page.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountMessages, formMessages, messages } from '../../src/messages/messages.ts';
import {
  beatTo,
  type Chromium,
  hasChromium,
  listLooks,
  openChromium,
  openPage,
} from '../support/chromium.ts';
import { lookAt } from '../support/look.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';
import { CHOSEN, readMail, register } from './registration-steps.ts';
import { FREEBUILD } from './sample-servers.ts';

// A browser is slow on a busy machine.

/** A folder for pictures of every page; none are taken without it. */
const pictures = process.env.MUSTER_TEST_PICTURES;

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  let browser: Chromium;
  beforeAll(async () => {
    const options = { trustedProxies: ['127.0.0.1/32'], isProofOfWorkRequired: true };
    [app, browser] = await Promise.all([openListening(options), openChromium()]);
    await beatTo(app, '198.51.100.1', { name: 'Freebuild', users: '31', max: '64' });
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test.each([true, false])(
    'with JavaScript: %p, a player who registers on the page of a server ends there',
    async (hasScript) => {
      await using reader = await openPage(browser, app, { javaScriptEnabled: hasScript });
      const { page, problems } = reader;
      const name = hasScript ? 'Nora' : 'Olaf';
      const server = `/server/play/${FREEBUILD}/`;
      await register(app, page, name, `${name}@example.net`, hasScript, server);
      const { code } = await readMail(app, `${name}@example.net`, 'verify address');
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('link', { name: messages.server.directLink }).waitFor();
      expect(new URL(page.url()).pathname).toBe(server);
      expect(problems).toEqual([]);
    },
  );

  test('the wait for another email is counted down, and ends with its button', async () => {
    await using reader = await openPage(browser, app);
    const { page, problems } = reader;
    await page.clock.install();
    await register(app, page, 'Count', 'count@example.net', true);
    await readMail(app, 'count@example.net', 'verify address');
    const button = page.getByRole('button', { name: accountMessages.verify.again });
    expect(await button.isDisabled()).toBe(true);
    const shown = page.locator('[data-countdown]');
    const first = (await shown.textContent()) ?? '';
    expect(first).toMatch(/^You can send another email in (1:00|0:5\d)\.$/);
    await page.clock.runFor(20_000);
    expect(await shown.textContent()).toMatch(/ in 0:[34]\d\.$/);
    expect(await button.isDisabled()).toBe(true);
    await page.clock.runFor(41_000);
    await page.getByText(accountMessages.verify.againNow).waitFor();
    expect(await button.isEnabled()).toBe(true);
    app.skip(60_000);
    await button.click();
    await page.locator('button:disabled').waitFor();
    const mails = await app.readMails();
    expect(mails.filter(({ to }) => to === 'count@example.net')).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test('without a script the page says how long the wait is, and to load it again', async () => {
    await using reader = await openPage(browser, app, { javaScriptEnabled: false });
    const { page } = reader;
    await register(app, page, 'Still', 'still@example.net', false);
    const wait = `${accountMessages.verify.againIn(60_000)} ${formMessages.reloadThen}`;
    expect(await page.getByText(wait).isVisible()).toBe(true);
    const button = page.getByRole('button', { name: accountMessages.verify.again });
    expect(await button.isDisabled()).toBe(true);
    app.skip(60_000);
    await page.reload();
    expect(await button.isEnabled()).toBe(true);
  });

  test('the proof of work for a registration takes less than a second, and a form that is submitted at once waits', async () => {
    await using reader = await openPage(browser, app);
    const { page, problems } = reader;
    await page.goto('/acc/register/');
    app.skip(5_000);
    const proof = page.locator('input[name="proof"]');
    await page.waitForFunction(
      () => (document.querySelector('input[name="proof"]') as HTMLInputElement).value !== '',
    );
    expect((await proof.inputValue()).split('.')).toHaveLength(16);
    const workMs = await page.evaluate(() => performance.now());
    if (pictures !== undefined) process.stdout.write(`worked for ${Math.round(workMs)} ms\n`);
    await page.getByLabel('Name').fill('Hasty');
    await page.getByLabel('Email address').fill('hasty@example.net');
    await page.getByLabel('Password').fill(CHOSEN);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/acc/verify/');
    expect(await page.evaluate(() => document.title)).toContain(accountMessages.verify.title);
    expect(problems).toEqual([]);
  });

  describe.each(listLooks())('rules to agree to, %d pixels wide, %s', (width, colorScheme) => {
    test('are agreed to with a tick, at the registration and by those from before', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'muster-rules-'));
      const [rulesFile, privacyFile] = [join(folder, 'rules.md'), join(folder, 'privacy.md')];
      writeFileSync(rulesFile, '# House rules\n\nBe kind.');
      writeFileSync(privacyFile, '# Privacy\n\nWe keep little.');
      const texts = { rulesFile, privacyFile, contactEmail: 'team@example.net' };
      await using own = await openListening(texts);
      await own.register('Paul');
      const options = { viewport: { width, height: 800 }, colorScheme };
      await using reader = await openPage(browser, own, options);
      const { page, problems } = reader;
      const { rules } = accountMessages;
      const look = (what: string) => lookAt(page, `rules-${what}`);

      await page.goto('/acc/register/');
      await look('register');
      own.skip(5_000);
      await page.getByLabel('Name').fill('Zoe');
      await page.getByLabel('Email address').fill('zoe@example.net');
      await page.getByLabel('Password').fill(CHOSEN);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('alert').waitFor();
      await look('register-wrong');
      await page.getByLabel('Password').fill(CHOSEN);
      await page.getByLabel(rules.agree).check();
      own.skip(5_000);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.waitForURL('**/acc/verify/');
      await page.getByRole('button', { name: 'Log out' }).click();

      await page.goto('/acc/login/?next=/start/');
      await page.getByLabel('Name').fill('Paul');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: rules.title }).waitFor();
      await look('asked');
      await page.goto('/acc/');
      await look('due');
      await page.getByRole('link', { name: rules.goThere }).click();
      await page.getByLabel(rules.agree).check();
      await page.getByRole('button', { name: rules.submit }).click();
      await page.waitForURL('**/acc/');
      await look('agreed');
      await page.goto('/rules/');
      await look('text');
      await page.goto('/privacy/');
      await look('privacy');
      rmSync(folder, { recursive: true });
      expect(problems.filter((it) => !it.includes('status of 400'))).toEqual([]);
    });
  });

  describe.each(listLooks())('%d pixels wide, %s', (width, colorScheme) => {
    test('every page is accessible', async () => {
      const options = { viewport: { width, height: 800 }, colorScheme };
      await using reader = await openPage(browser, app, options);
      const { page, problems } = reader;
      const look = (what: string) => lookAt(page, `account-${what}`);
      const name = `Look${width}${colorScheme}`.slice(0, 16);
      const email = `${name}@example.net`;
      await page.goto('/acc/register/');
      await look('register');
      app.skip(5_000);
      await page.getByLabel('Name').fill('a b');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('alert').waitFor();
      await look('register-wrong');
      await register(app, page, name, email, true);
      await look('verify');
      app.treatMails('postponed');
      await app.readMails();
      await page.reload();
      await look('verify-stuck');
      app.treatMails('sent');
      await page.getByLabel('Code').fill('1');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alert').waitFor();
      app.skip(60_000);
      await page.goto('/acc/verify/');
      await look('verify-again');
      await page.goto('/acc/');
      await look('home-unverified');
      const { path } = await readMail(app, email, 'verify address');
      await page.goto(path);
      await look('verify-link');
      await page
        .getByRole('button', { name: accountMessages.links['verify address'].submit })
        .click();
      await page.getByRole('heading', { name: accountMessages.done.verified.title }).waitFor();
      await look('done');
      await page.goto(path);
      await look('dead-link');
      for (const own of ['verify', '', 'password', 'email', 'export', 'delete']) {
        await page.goto(own === '' ? '/acc/' : `/acc/${own}/`);
        await look(own === '' ? 'home' : own);
      }
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.goto('/acc/forgot/');
      await look('forgot');
      await page.getByLabel(accountMessages.forgot.who).fill(name);
      await page.getByRole('button', { name: accountMessages.forgot.submit }).click();
      await page.getByRole('heading', { name: accountMessages.forgot.sentTitle }).waitFor();
      await look('forgot-sent');
      await page.goto((await readMail(app, email, 'reset password')).path);
      await look('reset');
      await page.goto('/acc/login/');
      await look('login');
      const token = (await app.registration.firstAdministrator.openLink()) ?? '';
      await page.goto(`/acc/first-administrator/${token}/`);
      await look('first-administrator');
      expect(problems.filter((it) => !/status of (400|410)/.test(it))).toEqual([]);
      expect(PASSWORD).not.toBe(CHOSEN);
    });
  });
});
