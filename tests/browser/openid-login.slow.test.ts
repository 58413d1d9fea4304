// Only a browser follows links to another site and back with the right cookies, and refuses forms that lead there.

import { afterAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openIdMessages } from '../../src/modules/openid-login/messages.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { hasChromium, useBrowser } from '../support/chromium.ts';
import { findFreePort } from '../support/free-port.ts';
import { lookInAllSizes } from '../support/look.ts';
import { CLIENT, openRealProvider, type RealProvider } from '../support/openid-login-peers.ts';
import { openListening, PASSWORD } from '../support/test-app.ts';

const LINK = '/acc/security/openid/';
/** The longest name that a phone has to show. */
const NAME = 'Verein der Freunde des Klötzchenspielens';
/** The answer to an account that nobody linked, and the requests to the provider. */
const EXPECTED = /status of 403|^requested http:\/\/localhost:/;
const ACCOUNTS = { en: 'Alice', de: 'Bob' };

describe.skipIf(!hasChromium)('in a browser', () => {
  let provider: RealProvider;
  const openPage = useBrowser(async () => {
    const port = await findFreePort();
    // The provider is at localhost, which is another site for cookies.
    const baseUrl = `http://127.0.0.1:${port}`;
    provider = await openRealProvider(`${baseUrl}/acc/login/openid/callback/`);
    const app = await openListening({
      ...{ baseUrl, listen: { hostname: '127.0.0.1', port } },
      oidcLogin: provider.issuer,
      oidcLoginClientId: CLIENT.clientId,
      oidcLoginClientSecret: CLIENT.secret,
      oidcLoginName: NAME,
    });
    for (const name of Object.values(ACCOUNTS)) await app.register(name);
    return app;
  });
  afterAll(() => provider?.[Symbol.asyncDispose]());

  const submit = (page: Page) => page.locator('.form-page form .button[type="submit"]').click();
  const startLogin = (page: Page) => page.locator('a[href^="/acc/login/openid/"]').click();

  test.each(['en', 'de'] as const)(
    'in %s an owner links the account and logs in with it; every page is accessible',
    async (language) => {
      await using page = await openPage({ locale: language, mayFail: EXPECTED });
      const say = (text: () => string) => inLanguage(language, text);
      const look = (what: string) => lookInAllSizes(page, `openid-login-${language}-${what}`);
      provider.subject = language;
      await page.goto('/acc/login/');
      await look('login');
      await startLogin(page);
      await page.getByText(say(() => openIdMessages.unlinked(NAME))).waitFor();
      await look('unlinked');
      await page.getByRole('link', { name: say(() => openIdMessages.toLink) }).click();
      await page.locator('[name="username"]').fill(ACCOUNTS[language]);
      await page.locator('[name="password"]').fill(PASSWORD);
      await submit(page);
      await page.waitForURL((url) => url.pathname === LINK);
      await look('link');
      await page.locator('[name="password"]').fill(PASSWORD);
      await submit(page);
      const goOn = page.getByRole('link', { name: say(() => openIdMessages.goOn(NAME)) });
      await goOn.waitFor();
      await look('proven');
      await goOn.click();
      await page.getByText(say(() => openIdMessages.linked('localhost'))).waitFor();
      await look('linked');

      await page.context().clearCookies();
      await page.goto('/acc/login/?next=/favourites/');
      await startLogin(page);
      await page.waitForURL((url) => url.pathname === '/favourites/');
      expect(await page.locator('header').textContent()).toContain(ACCOUNTS[language]);
    },
  );
});
