// Only a browser shows which colours a reader sees, by the switch or by what the system says.

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { messages } from '../../src/platform/messages/messages.ts';
import { hasChromium, useBrowser } from '../support/chromium.ts';
import { lookAt } from '../support/look.ts';
import type { ListeningApp } from '../support/test-app.ts';
import { FREEBUILD, openSampleServers } from './sample-servers.ts';

const { names } = messages.theme;
const DARK_GROUND = 'rgb(22, 21, 18)';
const LIGHT_GROUND = 'rgb(244, 242, 237)';
/** One of the paths is not there. */
const mayFail = /status of 404/;
const PATHS = [
  '/',
  `/server/play/${FREEBUILD}/`,
  '/start/',
  '/acc/login/',
  '/api/docs/',
  '/nothing',
];

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
/** Until the choice is saved: with scripts the page shows it before. */
async function switchTo(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click();
  await saved;
}

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    return app;
  });

  test.each([
    [true, 'light', [names.dark, DARK_GROUND], [names.light, LIGHT_GROUND]],
    [true, 'dark', [names.light, LIGHT_GROUND], [names.dark, DARK_GROUND]],
    [false, 'light', [names.dark, DARK_GROUND], [names.light, LIGHT_GROUND]],
  ] as const)(
    'with JavaScript: %p, on a %s system, another choice is kept on every page, accessible',
    async (javaScriptEnabled, colorScheme, wanted, usual) => {
      const viewport = { width: 390, height: 844 };
      const look = { colorScheme, viewport, reducedMotion: 'reduce' } as const;
      await using page = await open({ ...look, javaScriptEnabled, mayFail });
      await page.goto('/?q=free');
      expect(await groundOf(page)).toBe(usual[1]);
      for (const [name, expected] of [wanted, usual, wanted]) {
        await switchTo(page, name);
        await page.locator(`[aria-pressed="true"]:text-is("${name}")`).waitFor();
        expect(await groundOf(page)).toBe(expected);
        expect(new URL(page.url()).search).toBe('?q=free');
      }
      for (const path of PATHS) {
        await page.goto(path);
        expect(await groundOf(page)).toBe(wanted[1]);
        const what = `theme-${colorScheme}-${path.replaceAll('/', '-')}`;
        if (javaScriptEnabled) await lookAt(page, what);
      }
      await page.goto('/');
      await switchTo(page, names.system);
      await page.locator(`[aria-pressed="true"]:text-is("${names.system}")`).waitFor();
      await page.reload();
      expect(await groundOf(page)).toBe(usual[1]);
    },
  );

  test('with scripts nothing that was typed is lost', async () => {
    await using page = await open();
    await page.goto('/acc/register/');
    await page.getByLabel('Name').fill('Halfway');
    await switchTo(page, names.dark);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.getByLabel('Name').inputValue()).toBe('Halfway');
  });
});
