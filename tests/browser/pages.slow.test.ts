// Public pages in a browser: links, plots without scripts, and addresses that are copied.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { messages } from '../../src/messages/messages.ts';
import {
  type Chromium,
  findBarriers,
  hasChromium,
  openChromium,
  openPage,
} from '../support/chromium.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';
import { FREEBUILD, openSampleServers } from './sample-servers.ts';

// A browser is slow on a busy machine.

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  let bare: ListeningApp;
  let browser: Chromium;
  beforeAll(async () => {
    [app, bare, browser] = await Promise.all([
      openSampleServers(),
      openListening(),
      openChromium(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
    await bare[Symbol.asyncDispose]();
  });

  test('the period of a plot is chosen without a script', async () => {
    await using reader = await openPage(browser, app, { javaScriptEnabled: false });
    const { page } = reader;
    await page.goto(`/server/play/${FREEBUILD}/`);
    const plot = page.getByRole('img', { name: 'Players in' });
    for (const period of ['90 days', '7 days', '24 hours']) {
      await page.getByRole('link', { name: period }).click();
      expect(await plot.getAttribute('aria-label')).toContain(`in the last ${period}. From `);
      expect(await page.locator('.periods [aria-current]').textContent()).toBe(period);
    }
    expect(reader.problems).toEqual([]);
  });

  test('every page has links to help and to the API at its end', async () => {
    await using reader = await openPage(browser, bare);
    const { page } = reader;
    await page.goto('/');
    await page.getByRole('link', { name: messages.empty.why }).click();
    await page.getByRole('heading', { name: messages.footer.help }).waitFor();
    await page.getByRole('link', { name: messages.footer.api }).click();
    await page.getByRole('heading', { name: 'API documentation', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Server list' }).click();
    await page.getByRole('heading', { name: messages.empty.title }).waitFor();
    expect(reader.problems).toEqual([]);
  });

  test('a logged-in player gets a link into the game, a visitor sees what is missing', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto(`/server/play/${FREEBUILD}/`);
    expect(await page.getByText(messages.server.directNeedsLogin).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `http://muster.test/server/play/${FREEBUILD}/`,
    );
    // Then the button says again what it does, and where the browser refuses that it did not.
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('button', { name: 'Not copied' }).waitFor();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    await page.evaluate(async (password) => {
      const { token } = await (await fetch('/api/login/')).json();
      const form = new URLSearchParams({ username: 'Alice', password, token });
      await fetch('/api/login/', { method: 'POST', body: form });
    }, PASSWORD);
    await page.reload();
    expect(await page.getByText('Logged in as Alice').isVisible()).toBe(true);
    const link = page.getByRole('link', { name: messages.server.directLink });
    expect(await link.getAttribute('href')).toMatch(
      /^mc:\/\/198\.51\.100\.1:25565\/Alice\/[0-9a-f]{32}$/,
    );
    expect(await findBarriers(page)).toEqual([]);
    expect(reader.problems).toEqual([]);
  });
});
