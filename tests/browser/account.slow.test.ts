// Accounts in a browser, from registration to removal, with and without JavaScript; and a check of every page.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  accountMessages,
  formMessages,
  loginMessages,
  messages,
} from '../../src/messages/messages.ts';
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
import { FREEBUILD } from './sample-servers.ts';

// A browser is slow on a busy machine.

const CHOSEN = 'four odd words here';
const FRESH = 'a lantern in the rain';

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

  /** The path of a link in the newest mail to an address. */
  async function readMail(to: string, kind: string): Promise<{ code: string; path: string }> {
    const mails = await app.readMails();
    const mail = mails.findLast((one) => one.to === to && one.kind === kind);
    if (mail === undefined) throw new Error(`no "${kind}" among ${JSON.stringify(mails)}`);
    const path = mail.links.map((link) => new URL(link).pathname).find((it) => it.length > 40);
    return { code: mail.code, path: path ?? '' };
  }

  async function register(page: Page, name: string, email: string, hasScript: boolean, from = '/') {
    await page.goto(from);
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
    // The time that people take; those without scripts take more.
    app.skip(hasScript ? 5_000 : 31_000);
    await page.getByLabel('Name').fill(name);
    // The page says so until its script has run.
    const said = page.getByText('JavaScript does not run');
    await said.waitFor({ state: hasScript ? 'hidden' : 'visible' });
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(CHOSEN);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('**/acc/verify/**');
  }

  test.each([true, false])(
    'with JavaScript: %p, from registration to removal',
    async (hasScript) => {
      await using reader = await openPage(browser, app, { javaScriptEnabled: hasScript });
      const { page } = reader;
      const name = hasScript ? 'Wendy' : 'Xaver';
      const email = `${name}@example.net`.toLowerCase();
      await register(page, name, email, hasScript);
      await page.goto(`/server/play/${FREEBUILD}/`);
      expect(await page.getByRole('link', { name: messages.server.directLink }).count()).toBe(0);
      await page.getByRole('link', { name: messages.server.verify }).click();

      const { code } = await readMail(email, 'verify address');
      await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.getByRole('button', { name: 'Confirm' }).click();
      const link = page.getByRole('link', { name: messages.server.directLink });
      expect(await link.getAttribute('href')).toMatch(
        new RegExp(`^mc://198\\.51\\.100\\.1:25565/${name}/[0-9a-f]{32}$`),
      );

      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
      await page.getByRole('link', { name: loginMessages.toForgot }).click();
      await page.getByLabel(accountMessages.forgot.who).fill(email);
      await page.getByRole('button', { name: accountMessages.forgot.submit }).click();
      await page.getByRole('heading', { name: accountMessages.forgot.sentTitle }).waitFor();
      await page.goto((await readMail(email, 'reset password')).path);
      await page.getByLabel('New password').fill(FRESH);
      await page.getByRole('button', { name: accountMessages.reset.submit }).click();
      await page.getByRole('heading', { name: accountMessages.done.reset.title }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Password').fill(FRESH);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('link', { name: `Logged in as ${name}` }).click();

      await page.getByRole('link', { name: accountMessages.home.password }).click();
      await page.getByLabel('Your password').fill(FRESH);
      await page.getByLabel('New password').fill(CHOSEN);
      await page.getByRole('button', { name: accountMessages.change.passwordSubmit }).click();
      await page.getByRole('link', { name: accountMessages.toAccount }).click();

      await page.getByRole('link', { name: accountMessages.home.email }).click();
      const other = `other.${email}`;
      await page.getByLabel(accountMessages.change.newEmail).fill(other);
      await page.getByLabel('Your password').fill(CHOSEN);
      await page.getByRole('button', { name: accountMessages.change.emailSubmit }).click();
      await page.getByText(`on its way to ${other}`).waitFor();
      await page.goto((await readMail(other, 'confirm new address')).path);
      await page.getByRole('button', { name: accountMessages.links['new address'].submit }).click();
      await page.getByRole('heading', { name: accountMessages.done.address.title }).waitFor();
      await readMail(email, 'address changed');

      await page.goto('/acc/export/');
      await page.getByLabel('Your password').fill(CHOSEN);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: accountMessages.copy.submit }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`muster-${name}.json`);
      const everything = await Bun.file(await file.path()).json();
      expect(everything.accounts).toMatchObject([{ name, email: other }]);

      await page.goto('/acc/delete/');
      await page.getByLabel('Your password').fill(CHOSEN);
      await page.getByRole('button', { name: accountMessages.leave.submit }).click();
      await page.getByRole('heading', { name: accountMessages.done.deleted.title }).waitFor();
      expect(await app.accounts.findPlayer(name)).toBeUndefined();
      expect(reader.problems).toEqual([]);
    },
  );

  test.each([true, false])(
    'with JavaScript: %p, a player who registers on the page of a server ends there',
    async (hasScript) => {
      await using reader = await openPage(browser, app, { javaScriptEnabled: hasScript });
      const { page, problems } = reader;
      const name = hasScript ? 'Nora' : 'Olaf';
      const server = `/server/play/${FREEBUILD}/`;
      await register(page, name, `${name}@example.net`, hasScript, server);
      const { code } = await readMail(`${name}@example.net`, 'verify address');
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
    await register(page, 'Count', 'count@example.net', true);
    await readMail('count@example.net', 'verify address');
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
    await register(page, 'Still', 'still@example.net', false);
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
      await register(page, name, email, true);
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
      const { path } = await readMail(email, 'verify address');
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
      await page.goto((await readMail(email, 'reset password')).path);
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
