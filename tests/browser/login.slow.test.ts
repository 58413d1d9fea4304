// Only a browser shows the focus and the shown password of a login, what stays typed, and that it works without scripts.

import { describe, expect, test } from 'bun:test';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { hasChromium, useBrowser } from '../support/chromium.ts';
import { lookInAllSizes } from '../support/look.ts';
import { type ListeningApp, PASSWORD } from '../support/test-app.ts';
import { FREEBUILD, openSampleServers } from './sample-servers.ts';

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    await app.register('Ulla', { isVerified: false });
    return app;
  });

  test.each([true, false])('with JavaScript: %p, a player logs in, and out', async (hasScript) => {
    await using page = await open({ javaScriptEnabled: hasScript });
    await page.goto(`/server/play/${FREEBUILD}/`);
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Name').fill('alice');
    await page.getByLabel('Password').fill('wrong horse');
    const show = page.getByRole('button', { name: 'Show' });
    expect(await show.isVisible()).toBe(hasScript);
    if (hasScript) {
      await show.click();
      expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
      await page.getByRole('button', { name: 'Hide' }).click();
      expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    }
    await page.getByRole('button', { name: 'Log in' }).click();

    const summary = page.getByRole('alert');
    expect(await summary.locator('a[href="#field-password"]').count()).toBe(1);
    expect(await summary.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Name').inputValue()).toBe('alice');
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await summary.getByRole('link').click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'password',
    );
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/server/play/${FREEBUILD}/`);
    expect(await page.getByText('Logged in as Alice').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: serverMessages.directLink }).isVisible()).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/');
    expect(await page.getByText('Logged in as').count()).toBe(0);
    await page.goBack();
    await page.reload();
    expect(await page.getByText(serverMessages.needsAccount).isVisible()).toBe(true);
  });

  test('the link to the login leads back to a search that the script made', async () => {
    await using page = await open();
    await page.goto('/');
    await page.getByLabel('Search servers').fill('lava');
    await page.locator('a[href="/acc/login/?next=%2F%3Fq%3Dlava"]').click();
    await page.getByLabel('Name').fill('Alice');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?q=lava');
    expect(await page.getByText('Logged in as Alice').isVisible()).toBe(true);
  });

  test('the address of a server is copied, and where the browser refuses that the button says so', async () => {
    await using page = await open();
    await page.goto(`/server/play/${FREEBUILD}/`);
    await page.locator('.fold summary').first().click();
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
  });

  test('every state of the page is accessible, in every size and colour', async () => {
    await using page = await open();
    const look = (what: string) => lookInAllSizes(page, `login-${what}`);
    await page.goto('/acc/login/');
    await look('empty');
    await page.getByLabel('Name').fill('Nobody');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await look('wrong');
    await page.getByLabel('Name').fill('Ulla');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: loginMessages.inTitle }).waitFor();
    await look('unverified');
    await page.goto('/acc/verify/');
    await look('verify');
    await page.locator('summary').click();
    await look('verify-other-address');
    await page.goto('/');
    await look('list');
  });
});
