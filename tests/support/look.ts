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

type Look = readonly [width: number, scheme: 'light' | 'dark'];

const EVERY_LOOK: readonly Look[] = [
  [768, 'dark'],
  [1280, 'dark'],
  [360, 'light'],
  [768, 'light'],
  [1280, 'light'],
  [360, 'dark'],
];

/**
 * The widths and colour schemes of pages in one language, German or another. Both languages together have each width
 * in each scheme. With `MUSTER_TEST_LONG=1`, or for screenshots, each language has them all. The last is where a test
 * goes on.
 */
function looksOf(language: string): readonly Look[] {
  if (process.env.MUSTER_TEST_LONG === '1' || pictures !== undefined) return EVERY_LOOK;
  return language === 'de' ? EVERY_LOOK.slice(3) : EVERY_LOOK.slice(0, 3);
}

/** Checks an open page in several widths and colour schemes. Only styles differ between them. */
export async function lookInAllSizes(page: Page, what: string): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) ?? '';
  for (const [width, colorScheme] of looksOf(language)) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await lookAt(page, what);
  }
}
