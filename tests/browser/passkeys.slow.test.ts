// Only a browser creates passkeys and uses them, offers them in the field for the name, and refuses them elsewhere.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { CDPSession, Page } from 'playwright-core';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { passkeyFailures, passkeyMessages } from '../../src/modules/passkeys/messages.ts';
import { securityMessages } from '../../src/modules/two-factor/messages.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { hasChromium, useBrowser, type Visit } from '../support/chromium.ts';
import { findFreePort } from '../support/free-port.ts';
import { lookInAllSizes } from '../support/look.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';

const LIST = '/acc/security/passkeys/';

describe.skipIf(!hasChromium)('in a browser with an authenticator', () => {
  let app: ListeningApp;
  let origin: string;
  const openFresh = async () => {
    const port = await findFreePort();
    const baseUrl = `http://localhost:${port}`;
    const fresh = await openListening({ baseUrl, listen: { hostname: '127.0.0.1', port } });
    await fresh.register('Alice');
    return fresh;
  };
  const openPage = useBrowser(openFresh);
  const open = (options: Visit = {}) => openPage({ of: { origin }, ...options });
  beforeEach(async () => {
    app = await openFresh();
    origin = `http://localhost:${app.port}`;
  });
  afterEach(() => app[Symbol.asyncDispose]());

  /** Plugs in an authenticator that verifies its user and needs no touch. */
  async function plugIn(page: Page) {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { session, authenticatorId };
  }

  async function touch({ session, authenticatorId }: Plugged, enabled: boolean): Promise<void> {
    const given = { authenticatorId, enabled };
    await session.send('WebAuthn.setAutomaticPresenceSimulation', given);
  }

  async function showPassword(page: Page, name = 'Alice'): Promise<void> {
    await page.locator('[name="username"]').fill(name);
    await page.locator('[name="password"]').fill(PASSWORD);
    await page.locator('form .button.play').first().click();
  }

  /** Logs in with the password, and has the browser create a passkey. */
  async function enrol(page: Page): Promise<void> {
    await page.goto(`/acc/login/?next=${encodeURIComponent(LIST)}`);
    await showPassword(page);
    await page.locator('[name="name"]').fill('My phone');
    await page.locator('.form-page [name="password"]').fill(PASSWORD);
    await page.locator('form .button.play').click();
    await page.locator('[data-create] button').click();
    await page.locator('.codes').waitFor();
  }

  async function logOut(page: Page): Promise<void> {
    await page.context().clearCookies();
  }

  const atList = (page: Page) => page.waitForURL(`${origin}${LIST}`);
  const loginPage = `/acc/login/?next=${encodeURIComponent(LIST)}`;

  test('one is created, and logs in by the button, after the password, and in the field for the name', async () => {
    await using page = await open();
    const plugged = await plugIn(page);
    await enrol(page);
    await page.goto(LIST);
    await page.getByText('My phone', { exact: true }).waitFor();
    await logOut(page);

    // Nobody touches it, so the field only offers it until the button is clicked.
    await touch(plugged, false);
    await page.goto(loginPage);
    const button = page.getByRole('button', { name: passkeyMessages.logIn });
    await button.waitFor();
    await touch(plugged, true);
    await button.click();
    await atList(page);
    expect(await page.getByText(passkeyMessages.neverUsed).count()).toBe(0);
    await logOut(page);

    await touch(plugged, false);
    await page.goto(loginPage);
    await showPassword(page);
    await page.getByRole('heading', { name: loginMessages.codeTitle }).waitFor();
    await touch(plugged, true);
    await button.click();
    await atList(page);
    await logOut(page);

    // As if the owner chose it in the field for the name.
    await page.goto(loginPage);
    await atList(page);
  });

  test('a copy is refused by its counter, and a removed one by its name', async () => {
    await using page = await open();
    const plugged = await plugIn(page);
    await enrol(page);
    await logOut(page);
    const button = page.getByRole('button', { name: passkeyMessages.logIn });
    const { session, authenticatorId } = plugged;
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    const [copy] = credentials;
    if (copy === undefined) throw new Error('No passkey was created.');
    await page.goto('/acc/login/passkey/?next=%2Fstart%2F');
    await button.click();
    await page.waitForURL((url) => !url.pathname.startsWith('/acc/login/'));
    await logOut(page);

    await session.send('WebAuthn.clearCredentials', { authenticatorId });
    const credential = { ...copy, signCount: 0 };
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    await page.goto('/acc/login/passkey/');
    await button.click();
    await page.getByText(passkeyFailures.copied).waitFor();

    const [stored] = await app.store.passkeys.listPasskeys(1);
    await app.store.passkeys.removePasskey(1, stored?.id ?? 0);
    await page.goto('/acc/login/passkey/');
    await button.click();
    await page.getByText(passkeyFailures.unknown).waitFor();
  });

  /** Registers Zoe with a passkey in place of a password, and goes past the recovery codes. */
  async function registerWithPasskey(page: Page): Promise<void> {
    await page.goto('/acc/register/');
    await page.locator('[name="name"]').fill('Zoe');
    await page.locator('[name="email"]').fill('zoe@example.net');
    app.skip(5_000);
    await page.locator('button[value="passkey"]').click();
    await page.locator('[data-create] button').click();
    await page.locator('.codes').waitFor();
  }

  test('a player registers with one, logs in by it, and sets a password by it', async () => {
    await using page = await open();
    const plugged = await plugIn(page);
    await registerWithPasskey(page);
    await page.getByRole('button', { name: securityMessages.recoveryDone }).click();
    await page.waitForURL(`${origin}/acc/verify/`);
    await logOut(page);
    await page.goto('/acc/login/');
    await page.getByText(loginMessages.inAs('Zoe')).waitFor();
    await page.goto('/acc/password/');
    await page.locator('[name="new_password"]').fill(PASSWORD);
    await page.getByRole('button', { name: securityMessages.setPassword }).click();
    await page.waitForURL(`${origin}/acc/done/password/`);
    await logOut(page);
    await touch(plugged, false);
    await page.goto('/acc/login/');
    await showPassword(page, 'Zoe');
    await page.getByRole('heading', { name: loginMessages.recoveryTitle }).waitFor();
  });

  test('at another address of the site there is no button, and the browser gives no answer', async () => {
    await using page = await open({ of: app });
    await plugIn(page);
    await page.goto('/acc/login/');
    expect(await page.getByRole('button', { name: passkeyMessages.logIn }).count()).toBe(0);
    const refused = await page.evaluate(async () => {
      const answer = await fetch('/acc/login/passkey/options/');
      const { challenge: _, ...options } = await answer.json();
      const challenge = new Uint8Array(32);
      const asked = navigator.credentials.get({
        publicKey: { ...options, challenge, allowCredentials: [] },
      });
      return asked.then(
        () => 'answered',
        (error: Error) => error.name,
      );
    });
    expect(refused).toBe('SecurityError');
  });

  test('without a touch the page says so, and without JavaScript there is no button', async () => {
    await using page = await open();
    await page.goto('/acc/login/passkey/');
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: passkeyMessages.logIn }).click();
    await page.getByText(passkeyMessages.failed).waitFor();
    await using plain = await open({ javaScriptEnabled: false });
    await plain.goto('/acc/login/passkey/');
    await plain.getByText(passkeyMessages.withoutScripts).waitFor();
    expect(await plain.getByRole('button', { name: passkeyMessages.logIn }).count()).toBe(0);
  });

  test.each(['en', 'de'] as const)(
    'in %s every page is accessible, in every size and colour',
    async (language) => {
      await using page = await open({ locale: language });
      const plugged = await plugIn(page);
      const say = (text: () => string) => inLanguage(language, text);
      const look = (what: string) => lookInAllSizes(page, `passkeys-${language}-${what}`);
      await page.goto('/acc/register/');
      await page.locator('button[value="passkey"]').waitFor();
      await look('register');
      await registerWithPasskey(page);
      await page.goto('/acc/delete/');
      await page.getByText(say(() => securityMessages.provedByPasskey)).waitFor();
      await look('proof');
      await logOut(page);
      const { session, authenticatorId } = plugged;
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
      await enrol(page);
      await page.goto('/acc/security/');
      await page.getByRole('link', { name: say(() => passkeyMessages.manage) }).click();
      await page.getByText('My phone', { exact: true }).waitFor();
      await look('list');
      await page
        .getByRole('link', { name: say(() => passkeyMessages.removeOf('My phone')) })
        .click();
      await page.getByText(say(() => passkeyMessages.removeHint)).waitFor();
      await look('remove');
      await logOut(page);
      await page.goto('/acc/login/passkey/');
      await page.getByRole('link', { name: say(() => passkeyMessages.usePassword) }).waitFor();
      await look('login');
      // Nobody touches it, or the field for the name would log in at once.
      await touch(plugged, false);
      await page.goto('/acc/login/');
      await showPassword(page);
      await page.getByRole('heading', { name: say(() => loginMessages.codeTitle) }).waitFor();
      await look('second-step');
    },
  );
});

type Plugged = { session: CDPSession; authenticatorId: string };
