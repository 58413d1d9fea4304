// Only a browser shows what the scripts of a registration do (the proof of work, the countdown), and that it works without them.

import { describe, expect, test } from 'bun:test';
import { accountTexts } from '../../src/modules/account/messages.ts';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { formMessages } from '../../src/platform/messages/messages.ts';
import { hasChromium, useBrowser } from '../support/chromium.ts';
import { type ListeningApp, openListening } from '../support/test-app.ts';
import { CHOSEN, readMail, register } from './registration-steps.ts';

/** A folder for pictures of every page; none are taken without it. */
const pictures = process.env.MUSTER_TEST_PICTURES;

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openListening({ isProofOfWorkRequired: true });
    return app;
  });

  test('the wait for another email is counted down, and ends with its button', async () => {
    await using page = await open();
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
  });

  test('a form that was sent is locked, for five seconds where the page stays', async () => {
    await using page = await open();
    await page.clock.install();
    let posts = 0;
    await page.route('**/acc/login/', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      posts += 1;
      return route.fulfill({ status: 204 });
    });
    await page.goto('/acc/login/');
    const button = page.getByRole('button', { name: 'Log in', exact: true });
    const locked = page.locator('button[aria-disabled="true"]');
    await button.dblclick();
    await locked.waitFor();
    await button.click({ force: true });
    expect(posts).toBe(1);
    await page.clock.runFor(5_000);
    expect(await locked.count()).toBe(0);
    await button.click();
    await locked.waitFor();
    expect(posts).toBe(2);
  });

  test('without a script the page says how long the wait is, and to load it again', async () => {
    await using page = await open({ javaScriptEnabled: false });
    await register(app, page, 'Still', 'still@example.net', false);
    const wait = `${accountMessages.verify.againIn('60 seconds')} ${formMessages.reloadThen}`;
    expect(await page.getByText(wait).isVisible()).toBe(true);
    const button = page.getByRole('button', { name: accountMessages.verify.again });
    expect(await button.isDisabled()).toBe(true);
    app.skip(60_000);
    await page.reload();
    expect(await button.isEnabled()).toBe(true);
  });

  test('the button of a registration is closed and says why until the proof is found, which takes less than a second', async () => {
    await using page = await open();
    await page.goto('/acc/register/');
    const checking = page.getByRole('button', { name: accountTexts.checking });
    expect(await checking.isDisabled()).toBe(true);
    app.skip(5_000);
    await page.getByLabel('Name').fill('Hasty');
    await page.getByLabel('Email address').fill('hasty@example.net');
    await page.getByLabel('Password').fill(CHOSEN);
    // Nothing is sent by a key that comes too early, then or later.
    await page.keyboard.press('Enter');
    const proof = page.locator('input[name="proof"]');
    await page.waitForFunction(
      () => (document.querySelector('input[name="proof"]') as HTMLInputElement).value !== '',
    );
    expect((await proof.inputValue()).split('.')).toHaveLength(16);
    const workMs = await page.evaluate(() => performance.now());
    if (pictures !== undefined) process.stdout.write(`worked for ${Math.round(workMs)} ms\n`);
    const button = page.getByRole('button', { name: 'Register', exact: true });
    await button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/acc/register/');
    await button.click();
    await page.waitForURL('**/acc/verify/');
    expect(await page.evaluate(() => document.title)).toContain(accountTexts.confirmAddress);
  });
});
