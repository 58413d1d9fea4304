// Only a browser shows that every page fits each width and is accessible, in each language, and that the switch works.

import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import {
  inLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from '../../src/platform/messages/language.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { codeIn } from '../modules/launcher-link/linking.ts';
import { hasChromium, logIn, useBrowser } from '../support/chromium.ts';
import { lookInAllSizes } from '../support/look.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';
import {
  FREEBUILD,
  fillAdministration,
  HIDDEN,
  openSampleServers,
  PUBLIC_PAGES,
  TROUBLED,
} from './sample-servers.ts';

const OF_EVERYBODY: readonly (readonly [what: string, path: string])[] = [
  ...PUBLIC_PAGES,
  ['ranking', '/ranking/'],
  ['login', '/acc/login/'],
  ['register', '/acc/register/'],
  ['forgot', '/acc/forgot/'],
  ['dead-link', `/acc/verify/${'x'.repeat(20)}/`],
];

const OF_ACCOUNTS: readonly (readonly [what: string, path: string])[] = [
  ['account', '/acc/'],
  ['logged-in', '/acc/login/'],
  ['password', '/acc/password/'],
  ['email', '/acc/email/'],
  ['export', '/acc/export/'],
  ['delete', '/acc/delete/'],
  ['favourites', '/favourites/'],
  ['skin', '/acc/skin/'],
  ['public-page', '/acc/player/'],
  ['launcher-code', '/link/'],
  ['player', '/player/Root/'],
  ['report-skin', '/skin/report/Root/'],
  ['keys', '/acc/keys/'],
  ['security', '/acc/security/'],
  ['app', '/acc/security/app/'],
  ['mail-codes', '/acc/security/mail/'],
  ['recovery-codes', '/acc/security/recovery-codes/'],
  ['my-servers', '/acc/#servers'],
  ['sessions', '/acc/security/sessions/'],
  ['activity', '/acc/security/activity/'],
  ...['', 'icon/', 'address/', 'webhooks/', 'sharing/', 'release/'].map(
    (part) => [`own-server-${part}`.replace('/', ''), `/server/own/${FREEBUILD}/${part}`] as const,
  ),
  ['badge-step', `/server/own/${FREEBUILD}/?step=badge`],
  ['claim', `/server/claim/${HIDDEN}/`],
  ['report', `/server/report/${HIDDEN}/`],
  ['server-for-players', `/server/play/${FREEBUILD}/`],
];

const OF_ADMINISTRATORS: readonly (readonly [what: string, path: string])[] = [
  ['overview', '/admin/'],
  ['accounts', '/admin/accounts/'],
  ['new-account', '/admin/accounts/new/'],
  ['account-of-player', '/admin/accounts/1/'],
  ['servers', '/admin/servers/'],
  ['servers-unlisted', '/admin/servers/?state=unlisted'],
  ['server-actions', `/admin/servers/${FREEBUILD}/`],
  ['reports', '/admin/reports/'],
  ['skins', '/admin/skins/?state=shown'],
  ['bans', '/admin/bans/'],
  ['filter', '/admin/filter/'],
  ['tags', '/admin/tags/'],
  ['audit', '/admin/audit/'],
  ['mail', '/admin/mail/'],
  ...['', 'logo/', 'links/', 'rules/', 'privacy/', 'file/'].map(
    (view) => [`site-${view}`.replace('/', ''), `/admin/site/${view}`] as const,
  ),
  ['notice', '/admin/notice/'],
  ['webhooks', '/admin/webhooks/'],
  ['doctor', '/admin/doctor/'],
];

/** The code of a launcher with Alice's name and the password `link`. */
async function askForCode(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/api/login`;
  const agent = { 'user-agent': 'ClassiCube 1.3.8', 'x-forwarded-for': '203.0.113.90' };
  const first = await fetch(url, { headers: agent });
  const { token } = (await first.json()) as { token: string };
  const [cookie = ''] = first.headers.getSetCookie();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...agent, cookie: cookie.split(';', 1)[0] ?? '' },
    body: new URLSearchParams({ username: 'Alice', password: 'link', token }),
  });
  return codeIn(((await answer.json()) as { errors: string[] }).errors);
}

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  let bare: ListeningApp;
  const open = useBrowser(async () => {
    [app, bare] = await Promise.all([openSampleServers(), openListening()]);
    // Reports come from two accounts.
    await app.register('Root', { role: 'administrator' });
    await fillAdministration(app);
    return app;
  });
  afterAll(() => bare?.[Symbol.asyncDispose]());

  async function look(
    page: Page,
    what: string,
    path?: string,
    language: Language = 'de',
  ): Promise<void> {
    if (path !== undefined) await page.goto(path);
    expect(await page.locator('html').getAttribute('lang'), what).toBe(language);
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await lookInAllSizes(page, `${language}-${what.replaceAll(' ', '-')}`);
  }

  const press = (page: Page, button: string) =>
    page.getByRole('main').getByRole('button', { name: button, exact: true }).click();

  /** Opens the link of the newest email of a kind. */
  async function openLinkOf(page: Page, own: ListeningApp, kind: string): Promise<void> {
    const mail = (await own.readMails()).findLast((one) => one.kind === kind);
    const link = mail?.links.map((one) => new URL(one).pathname).find((path) => path.length > 40);
    if (link === undefined) throw new Error(`No email "${kind}" has a link.`);
    await page.goto(link);
  }

  const openReader = (of?: ListeningApp, language: Language = 'de') =>
    open({
      of,
      // Pages that are not there, and links that are over.
      mayFail: /status of 4(?:04|10)/,
      locale: { de: 'de-DE', en: 'en-GB' }[language],
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': TROUBLED },
    });

  describe.each(LANGUAGES)('in %s, accessible and fitting, is', (language) => {
    test('every page that everybody sees', async () => {
      await using page = await openReader(undefined, language);
      for (const [what, path] of OF_EVERYBODY) await look(page, what, path, language);
    });

    test('the list without a server', async () => {
      await using page = await openReader(bare, language);
      await look(page, 'no-server', '/', language);
    });

    test('every page of an account', async () => {
      await using page = await openReader(undefined, language);
      await logIn(page, 'Alice');
      for (const [what, path] of OF_ACCOUNTS) await look(page, what, path, language);
    });

    test('the review of a launcher that asks from another network', async () => {
      await using page = await openReader(undefined, language);
      await logIn(page, 'Alice');
      await page.goto('/link/');
      await page.locator('input[name=code]').fill(await askForCode(app.port));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/link/review/');
      await look(page, 'launcher-review', undefined, language);
    });

    test('every page of the administration', async () => {
      await using page = await openReader(undefined, language);
      await logIn(page, 'Root');
      for (const [what, path] of OF_ADMINISTRATORS) await look(page, what, path, language);
    });
  });

  test('in German are also rules, and every page on the way of a new account and of emailed links', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-german-'));
    const [rulesFile, privacyFile] = [join(folder, 'rules.md'), join(folder, 'privacy.md')];
    writeFileSync(rulesFile, '# Hausregeln\n\nSei freundlich.');
    writeFileSync(privacyFile, '# Datenschutz\n\nWir speichern wenig.');
    const texts = { rulesFile, privacyFile, contactEmail: 'team@example.net' };
    await using own = await openListening({ ...texts, trustedProxies: ['127.0.0.1/32'] });
    await own.register('Paul');
    await using page = await openReader(own);
    await look(page, 'rules', '/rules/');
    await look(page, 'privacy', '/privacy/');

    await look(page, 'register-with-rules', '/acc/register/');
    own.skip(5_000);
    await page.getByLabel('Name').fill('Zoe');
    await page.getByLabel('E-Mail-Adresse').fill('zoe@example.net');
    await page.getByLabel('Passwort').fill(PASSWORD);
    await page.getByLabel('stimme ihnen zu').check();
    await press(page, 'Registrieren');
    await page.waitForURL('**/acc/verify/**');
    await look(page, 'verify');
    await openLinkOf(page, own, 'verify address');
    await look(page, 'link-verify');
    await press(page, 'Adresse bestätigen');
    await page.getByRole('heading', { name: 'ist bestätigt' }).waitFor();
    await look(page, 'verified');

    await page.goto('/acc/email/');
    await page.getByLabel('Neue E-Mail-Adresse').fill('other@example.net');
    await page.getByLabel('Dein Passwort').fill(PASSWORD);
    await press(
      page,
      inLanguage('de', () => accountMessages.home.email),
    );
    await page.getByText('other@example.net').waitFor();
    await look(page, 'new-address-code');
    await openLinkOf(page, own, 'confirm new address');
    await look(page, 'link-new-address');
    await press(
      page,
      inLanguage('de', () => accountMessages.links['new address'].submit),
    );
    await page.getByRole('heading', { name: 'wurde geändert' }).waitFor();
    await look(page, 'address-changed');
    await openLinkOf(page, own, 'address changed');
    await look(page, 'link-undo-address');
    await press(
      page,
      inLanguage('de', () => accountMessages.links['undo address'].submit),
    );
    await page.getByRole('heading', { name: 'ist wiederhergestellt' }).waitFor();
    await look(page, 'address-undone');

    await page.goto('/acc/forgot/');
    await page.getByLabel(inLanguage('de', () => accountMessages.forgot.who)).fill('Zoe');
    await press(page, 'E-Mail schicken');
    await page
      .getByRole('heading', { name: inLanguage('de', () => accountMessages.forgot.sentTitle) })
      .waitFor();
    await look(page, 'forgot-sent');
    await openLinkOf(page, own, 'reset password');
    await look(page, 'link-reset');
    await page.getByLabel('Neues Passwort').fill(PASSWORD);
    await press(page, 'Passwort festlegen');
    await page.getByRole('heading', { name: 'ist festgelegt' }).waitFor();
    await look(page, 'reset');

    await logIn(page, 'Paul', '/start/', '/acc/rules/');
    await look(page, 'agreement');
    const token = (await own.registration.firstAdministrator.openLink()) ?? '';
    await look(page, 'first-administrator', `/acc/first-administrator/${token}/`);
    rmSync(folder, { recursive: true });
  });

  test('in German is also a form that was not accepted', async () => {
    await using page = await openReader();
    await page.goto('/acc/login/');
    await page.getByLabel('Name').fill('Alice');
    await page.getByLabel('Passwort', { exact: true }).fill('falsch geraten');
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('alert').waitFor();
    await lookInAllSizes(page, 'de-login-failed');
    expect(await page.title()).toStartWith('Fehler: Anmelden');
  });

  test.each([true, false])('the switch works, with JavaScript: %p', async (javaScriptEnabled) => {
    await using page = await open({ javaScriptEnabled });
    await page.goto('/?q=survival');
    await page.getByRole('button', { name: LANGUAGE_NAMES.de }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=survival');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.goto('/start/');
    expect(await page.title()).toContain(inLanguage('de', () => messages.getStarted));
    await page.getByRole('button', { name: LANGUAGE_NAMES.en }).click();
    await page.waitForURL('**/start/');
    expect(await page.title()).toContain(messages.getStarted);
  });
});
