// Only a browser shows the QR code, what is copied and downloaded, and that no secret of two-factor gets into an address.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { securityMessages } from '../../src/modules/two-factor/messages.ts';
import { RECOVERY_FILE_PATH } from '../../src/modules/two-factor/second-factors-page.tsx';
import { labels } from '../../src/platform/messages/messages.ts';
import { appCode } from '../support/authenticator.ts';
import { hasChromium, useBrowser, type Visit } from '../support/chromium.ts';
import { lookInAllSizes } from '../support/look.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';

const STEP_MS = 30_000;

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const openFresh = async () => {
    const fresh = await openListening();
    await fresh.register('Alice');
    return fresh;
  };
  const openPage = useBrowser(openFresh);
  const open = (options: Visit = {}) => openPage({ of: app, ...options });
  beforeEach(async () => {
    app = await openFresh();
  });
  afterEach(() => app[Symbol.asyncDispose]());

  async function showPassword(page: Page): Promise<void> {
    await page.goto('/acc/login/?next=%2Facc%2Fsecurity%2F');
    await page.getByLabel('Name').fill('Alice');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  const atSecurity = (page: Page) =>
    page.getByRole('heading', { name: labels.twoFactor, level: 1 }).waitFor();

  /** Reads the key as somebody without a camera would; returns what the app shows from then on. */
  async function readKey(page: Page): Promise<() => string> {
    const key = (await page.locator('code.key').textContent()) ?? '';
    return () => appCode(key.replaceAll(' ', ''), app.now());
  }

  test.each([true, false])(
    'with JavaScript: %p, an app is set up, and no secret is in an address',
    async (hasScript) => {
      await using page = await open({ javaScriptEnabled: hasScript });
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await showPassword(page);
      await atSecurity(page);
      await page.getByRole('link', { name: securityMessages.appSetUp }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: securityMessages.appScanAlt }).waitFor();
      const code = await readKey(page);
      const here = page.getByRole('link', { name: securityMessages.appOpen });
      const link = new URL((await here.getAttribute('href')) ?? '');
      expect(link.href).toStartWith('otpauth://totp/');
      const key = link.searchParams.get('secret') ?? 'none';
      expect(await page.locator('code.key').textContent()).toBe(key.replace(/.{4}(?=.)/g, '$& '));
      const copyKey = page.getByRole('button', { name: securityMessages.appKey });
      if (hasScript) {
        await copyKey.click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      } else {
        expect(await copyKey.count()).toBe(0);
      }
      await page.getByRole('textbox', { name: 'Code' }).fill(code());
      await page.getByRole('button', { name: securityMessages.appConfirm }).click();
      await page.getByRole('heading', { name: securityMessages.recoveryFreshTitle }).waitFor();
      const recoveryCodes = await page.locator('.codes code').allTextContents();
      expect(recoveryCodes).toHaveLength(10);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: securityMessages.recoveryDownload }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('recovery-codes-Alice.txt');
      const saved = await Bun.file(await file.path()).text();
      for (const each of recoveryCodes) expect(saved).toContain(each);
      const copy = page.getByRole('button', { name: securityMessages.recovery });
      if (hasScript) {
        await copy.click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied.split('\n')).toEqual(recoveryCodes);
      } else {
        expect(await copy.count()).toBe(0);
      }
      // Neither the key nor a code was in an address that a server or a log sees.
      const secrets = [key, ...recoveryCodes.flatMap((each) => [each, each.replaceAll(' ', '')])];
      expect(addresses.some((each) => each.endsWith(RECOVERY_FILE_PATH))).toBe(true);
      const seen = decodeURIComponent(addresses.join('\n'));
      expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
      await page.getByRole('button', { name: securityMessages.recoveryDone }).click();
      await atSecurity(page);
      expect(await page.getByText('10 left').isVisible()).toBe(true);
    },
  );

  test('the QR code contains the key, and is dark on light in the dark scheme too', async () => {
    await using page = await open({ colorScheme: 'dark' });
    await showPassword(page);
    await atSecurity(page);
    await page.goto('/acc/security/app/');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const picture = page.getByRole('img', { name: securityMessages.appScanAlt });
    await picture.waitFor();
    const fills = await picture.evaluate((svg) =>
      [...svg.children].map((part) => getComputedStyle(part).fill),
    );
    expect(fills).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    const size = await picture.boundingBox();
    expect(size?.width).toBeGreaterThan(200);
    expect(size?.width).toBe(size?.height ?? 0);
  });

  test('every state of the pages is accessible, in every size and colour', async () => {
    await using page = await open();
    const look = (what: string) => lookInAllSizes(page, `security-${what}`);
    await showPassword(page);
    await atSecurity(page);
    await look('nothing-on');
    await page.getByRole('link', { name: securityMessages.appSetUp }).click();
    await look('app-password');
    await page.getByLabel('Password').fill('wrong horse');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await look('app-wrong-password');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.qr-code').waitFor();
    await look('app-scan');
    const code = await readKey(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(code());
    await page.getByRole('button', { name: securityMessages.appConfirm }).click();
    await page.locator('.codes').waitFor();
    await look('recovery-codes');
    await page.getByRole('button', { name: securityMessages.recoveryDone }).click();
    await atSecurity(page);
    app.skip(STEP_MS);
    await page.getByRole('link', { name: securityMessages.mailSetUp }).click();
    await look('mail-off');
    // Six cells; a longer code, which may be a recovery code, gets a plain field and stays as it was typed.
    const field = page.getByRole('textbox', { name: 'Code' });
    const widthOf = async () => (await field.boundingBox())?.width ?? 0;
    const cells = await widthOf();
    await field.pressSequentially('\u0661\u0662 345');
    expect([await field.inputValue(), await widthOf()]).toEqual(['12345', cells]);
    await field.fill('1234 5678 9012');
    expect(await field.inputValue()).toBe('1234 5678 9012');
    expect(await widthOf()).toBeGreaterThan(cells);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Code' }).fill(code());
    await page.getByRole('button', { name: securityMessages.mailOn }).click();
    await atSecurity(page);
    await page.getByRole('link', { name: securityMessages.mailOff }).click();
    await page.getByRole('button', { name: labels.emailCode }).click();
    await page.getByText('on its way').waitFor();
    await look('mail-on');
    await page.goto('/acc/security/recovery-codes/');
    await look('recovery-renew');
    await page.goto('/acc/security/app/');
    await look('app-on');
    await app.store.security.protectUntil(1, app.now() + 3_600_000);
    await app.accounts.log.note(1, 'wrong code', {
      device: 'ClassiCube launcher',
      country: 'DE',
    });
    await page.goto('/acc/security/');
    await look('all-on');
    await page.getByRole('button', { name: 'Log out' }).click();
    await showPassword(page);
    await page.getByRole('heading', { name: loginMessages.codeTitle }).waitFor();
    await look('code');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('alert').waitFor();
    await look('code-wrong');
    await page.getByRole('link', { name: loginMessages.useRecovery }).click();
    await page.getByRole('heading', { name: loginMessages.recoveryTitle }).waitFor();
    await look('recovery-code');
  });
});
