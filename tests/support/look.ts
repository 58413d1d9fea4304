// Checks a page in the browser: no barrier that axe knows, no overflow, and a screenshot on request.

import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { findBarriers } from './chromium.ts';

/** A folder for screenshots of every page that is checked; without it none are taken. */
const pictures = process.env.MUSTER_TEST_PICTURES;

/**
 * Expects no barrier that axe knows, one heading of the first rank, and a page that is no wider than its window.
 * `what` names the screenshot and the failure.
 */
export async function lookAt(page: Page, what: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  if (pictures !== undefined) {
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    const path = `${pictures}/${what}-${width}-${isDark ? 'dark' : 'light'}.png`;
    await page.screenshot({ path, fullPage: true });
  }
  expect(await findBarriers(page), what).toEqual([]);
  expect(await page.locator('h1').count(), what).toBe(1);
  const seenWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(seenWidth, `${what} at ${width}`).toBeLessThanOrEqual(width);
}
