// Only a browser shows how typed colours and a chosen logo look before they are saved.

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { siteAdminMessages } from '../../src/modules/site/messages.ts';
import { formMessages, labels } from '../../src/platform/messages/messages.ts';
import { hasChromium, logIn, useBrowser } from '../support/chromium.ts';
import { lookInAllSizes } from '../support/look.ts';
import { openListening } from '../support/test-app.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';

describe.skipIf(!hasChromium)('in a browser', () => {
  const open = useBrowser(async () => {
    const app = await openListening();
    await app.register('Root', { role: 'administrator' });
    return app;
  });

  const save = (page: Page) => page.getByRole('button', { name: labels.save });

  test('a colour is picked for light and for dark pages, seen at once, discarded or saved', async () => {
    await using page = await open({ reducedMotion: 'reduce' });
    await logIn(page, 'Root', '/admin/site/');
    const text = page.getByLabel(siteAdminMessages.parts.site_accent, { exact: true });
    const [light, dark] = [formMessages.colours.light, formMessages.colours.dark].map((label) =>
      page.getByLabel(label),
    ) as [ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>];
    const colourOf = (scheme: string) =>
      page
        .locator(`[data-look="${scheme}"] .button`)
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect([await light.inputValue(), await dark.inputValue()]).toEqual(['#2c6a1c', '#86cf62']);
    expect(await save(page).isVisible()).toBe(false);
    await light.fill('#8a1f4d');
    expect(await text.inputValue()).toBe('#8a1f4d #86cf62');
    expect(await colourOf('light')).toBe('rgb(138, 31, 77)');
    await dark.fill('#ff9ac1');
    expect(await text.inputValue()).toBe('#8a1f4d #ff9ac1');
    expect(await colourOf('dark')).toBe('rgb(255, 154, 193)');
    // One colour stays one.
    await text.fill('#00f');
    expect([await light.inputValue(), await dark.inputValue()]).toEqual(['#0000ff', '#0000ff']);
    await light.fill('#8a1f4d');
    expect(await text.inputValue()).toBe('#8a1f4d');
    await page.getByLabel(siteAdminMessages.parts.site_name, { exact: true }).fill('Blocks');
    expect(await page.locator('[data-look] b', { hasText: 'Blocks' }).count()).toBe(2);
    await lookInAllSizes(page, 'site-typed');
    await page.getByRole('link', { name: formMessages.discard }).click();
    await save(page).waitFor({ state: 'hidden' });
    expect(await text.inputValue()).toBe('');
    await text.fill('#8a1f4d #ff9ac1');
    await save(page).click();
    await page.getByRole('status').waitFor();
    expect(await text.inputValue()).toBe('#8a1f4d #ff9ac1');
    expect(await page.locator('[data-look] b', { hasText: 'Blocks' }).count()).toBe(0);
  });

  test('a logo is shown before it is sent', async () => {
    await using page = await open();
    await logIn(page, 'Root', '/admin/site/logo/');
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) };
    const picture = page.locator('.picture img');
    expect(await picture.isVisible()).toBe(false);
    await page.getByLabel(siteAdminMessages.logoFile).setInputFiles(file);
    await picture.waitFor();
    const width = await picture.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    );
    expect(width).toBe(9);
    await lookInAllSizes(page, 'site-logo-chosen');
    await page.getByRole('button', { name: siteAdminMessages.saveLogo }).click();
    await page.getByRole('status').waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^\/assets\/.*\.svg$/);
  });
});
