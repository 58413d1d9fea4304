// A look at a page as it stands: a picture for whoever wants one, and nothing in anybody's way.

import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { findBarriers } from './chromium.ts';

/** A folder for pictures of every page that is looked at; none are taken without it. */
const pictures = process.env.MUSTER_TEST_PICTURES;

/**
 * Expects no barrier that axe knows, one heading of the first rank, and no page wider than its window.
 * `what` names the picture and what failed.
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
