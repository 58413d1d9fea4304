// The reference of the API in a browser: it sends a request, and asks no other host for anything.

import { describe, expect, test } from 'bun:test';
import { hasChromium, useBrowser } from '../support/chromium.ts';
import { openListening } from '../support/test-app.ts';

describe.skipIf(!hasChromium)('the page of the API', () => {
  const open = useBrowser(() => openListening());

  test.each([
    ['en', 360],
    ['de', 1280],
  ] as const)('in %s, %d wide, sends a request', async (locale, width) => {
    const button = 'Test Request';
    await using page = await open({ locale, viewport: { width, height: 900 } });
    await page.goto('/api/docs/');
    await page.getByRole('button', { name: button }).first().waitFor();
    // A screen reader speaks its words as what they are.
    await page.locator('[lang=en] >> text="Test Request"').first().waitFor();
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: button }).first().click();
    const answer = page.waitForResponse((it) => it.url().endsWith('/api/servers'));
    await page.keyboard.press('Control+Enter');
    expect((await answer).status()).toBe(200);
  });

  test('without scripts leads to the description', async () => {
    await using page = await open({ javaScriptEnabled: false });
    await page.goto('/api/docs/');
    await page.getByRole('link', { name: '/openapi.json' }).waitFor();
  });
});
