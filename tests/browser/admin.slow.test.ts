// The administration's pages in a browser: finding an account, suspending and restoring it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { adminMessages } from '../../src/messages/messages.ts';
import {
  type Chromium,
  hasChromium,
  NO_CHROMIUM,
  openChromium,
  openPage,
} from '../support/chromium.ts';
import { REASON_MISSING } from '../support/failures.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';

// A browser is slow on a busy machine.

async function logIn(page: Page, name: string, next: string): Promise<void> {
  await page.goto(`/acc/login/?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`**${next}`);
}

if (!hasChromium) console.warn(NO_CHROMIUM);

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  let browser: Chromium;
  beforeAll(async () => {
    [app, browser] = await Promise.all([openListening({ isMailOn: false }), openChromium()]);
    await app.register('Anna', { role: 'administrator' });
    await app.register('Mia', { role: 'moderator' });
    await app.register('Ulla', { isVerified: false });
    await app.register('Sven');
    await app.register('A_long.name_1234');
    await app.administration.suspendAccount('Sven', 'Griefing on two servers, again', '7d');
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test.each([true, false])(
    'with JavaScript: %p, a moderator suspends a player and restores the account',
    async (hasScript) => {
      const name = hasScript ? 'Paul' : 'Petra';
      await app.register(name);
      await using reader = await openPage(browser, app, { javaScriptEnabled: hasScript });
      const { page, problems } = reader;
      await logIn(page, 'Mia', '/');
      await page.getByRole('link', { name: 'Administration' }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click();
      await page.getByLabel('Name or ID').fill(name.toLowerCase());
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('link', { name }).click();
      await page.getByText('Suspend', { exact: true }).click();
      await page.getByLabel('Until (optional)').fill('soon');
      await page.getByRole('button', { name: adminMessages.actions.suspend.submit }).click();
      expect(await page.getByRole('alert').textContent()).toContain(REASON_MISSING);
      expect(await page.getByLabel('Until (optional)').inputValue()).toBe('soon');
      await page.getByLabel(adminMessages.actions.suspend.reason).fill('Griefing');
      await page.getByRole('button', { name: adminMessages.actions.suspend.submit }).click();
      expect(await page.getByRole('alert').textContent()).toContain('"soon"');
      await page.getByLabel('Until (optional)').fill('7d');
      await page.getByRole('button', { name: adminMessages.actions.suspend.submit }).click();
      await page.getByRole('status').getByText(adminMessages.done.suspend).waitFor();
      expect(await page.locator('.admin-facts').getByText('8 Jan 2026, 00:00').count()).toBe(1);

      await using player = await openPage(browser, app);
      await player.page.goto('/acc/login/');
      await player.page.getByLabel('Name').fill(name);
      await player.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await player.page.keyboard.press('Enter');
      const described = await player.page.getByRole('alert').textContent();
      expect(described).toContain('Griefing');
      expect(described).toContain('8 Jan 2026, 00:00');

      await page.locator('summary', { hasText: 'Lift the suspension' }).click();
      await page.getByRole('button', { name: adminMessages.actions.restore.submit }).click();
      await page.getByRole('status').getByText(adminMessages.done.restore).waitFor();
      await player.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await player.page.keyboard.press('Enter');
      await player.page.waitForURL('**/');
      expect(problems.filter((it) => !it.includes('status of 400'))).toEqual([]);
    },
  );
});
