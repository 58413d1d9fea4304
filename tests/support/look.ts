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

/**
 * The widths and colour schemes that every page is checked in. Neither depends on the other, so each is
 * checked once; with `MUSTER_TEST_LONG=1`, or for screenshots, all four are. The last is where a test goes on.
 */
export const LOOKS: readonly (readonly [width: number, scheme: 'light' | 'dark'])[] = [
  ...(process.env.MUSTER_TEST_LONG === '1' || pictures !== undefined
    ? ([
        [1280, 'dark'],
        [360, 'light'],
      ] as const)
    : []),
  [1280, 'light'],
  [360, 'dark'],
];

/** Looks at an open page in each width and colour scheme: what differs between them is a matter of styles. */
export async function lookInAllSizes(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await lookAt(page, what);
  }
}
