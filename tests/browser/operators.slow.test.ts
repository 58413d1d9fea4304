// Only a browser shows that a claim notices its code by itself.

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { operatorMessages } from '../../src/modules/claims/messages.ts';
import { reportMessages } from '../../src/modules/moderation/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { formMessages, labels } from '../../src/platform/messages/messages.ts';
import { beatTo, hasChromium, useBrowser } from '../support/chromium.ts';
import { lookInAllSizes } from '../support/look.ts';
import { plainPng } from '../support/pictures.ts';
import { type ListeningApp, PASSWORD } from '../support/test-app.ts';
import { FREEBUILD, HIDDEN, openSampleServers } from './sample-servers.ts';

const FREEBUILD_ADDRESS = '198.51.100.1';
const TUNNEL_ADDRESS = '198.51.100.2';
const CLAIM = `/server/claim/${FREEBUILD}/`;
const DESCRIPTION = 'Build what you like.\n\nNo griefing: the moderators undo it. <b>Not bold</b>';

/** Runs the line of the page as on a machine that has the other address. */
async function sendLine(app: ListeningApp, line: string): Promise<string> {
  const [, code = '', port = '', url = ''] = /-d code=(\w+) -d port=(\d+) (\S+)$/.exec(line) ?? [];
  const { pathname } = new URL(url);
  const answer = await fetch(`http://127.0.0.1:${app.port}${pathname}`, {
    method: 'POST',
    headers: { host: new URL(url).host, 'x-forwarded-for': TUNNEL_ADDRESS },
    body: new URLSearchParams({ code, port }),
  });
  return answer.text();
}

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    return app;
  });

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('Name').fill('Alice');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  }

  /** Opens a part of the settings by the menu, which the window of a phone has. */
  async function openPart(page: Page, name: string): Promise<void> {
    await page.locator('.sections-button').click();
    await page.getByRole('link', { name }).click();
  }

  test('an operator claims a server, writes about it, moves its port and gives it up', async () => {
    await using page = await open();
    await page.goto(`/server/play/${FREEBUILD}/`);
    await page.getByRole('link', { name: operatorMessages.ways.claim }).click();
    await logIn(page);
    expect(new URL(page.url()).pathname).toBe(CLAIM);
    await lookInAllSizes(page, 'claim');
    await page.getByRole('button', { name: 'Get a code' }).click();
    const code = (await page.locator('code').first().textContent()) ?? '';
    expect(code).toMatch(/^muster-[0-9a-f]{8}$/);
    await lookInAllSizes(page, 'claim-code');

    const fields = { name: `Freebuild &a24/7 ${code}`, users: '31', max: '64', web: 'true' };
    expect(await page.getByText(operatorMessages.claim.waiting).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: operatorMessages.claim.reload }).count()).toBe(0);
    await beatTo(app, FREEBUILD_ADDRESS, fields);
    // The page notices by itself.
    await page.getByRole('heading', { name: operatorMessages.claim.yoursTitle }).waitFor();
    await lookInAllSizes(page, 'claim-done');
    await page.getByRole('link', { name: operatorMessages.claim.toOwn }).click();

    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isVisible()).toBe(false);
    await page.getByLabel('Description').fill('Not this.');
    await save.waitFor();
    await page.getByRole('link', { name: formMessages.discard }).click();
    await save.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Description').inputValue()).toBe('');
    await page.getByLabel('Description').fill(DESCRIPTION);
    await page.getByLabel('Links').fill('http://example.net/');
    for (const tag of ['freebuild', 'pvp']) await page.getByLabel(tag, { exact: true }).check();
    await page.getByLabel('Country').selectOption('NZ');
    await save.click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe(DESCRIPTION);
    await lookInAllSizes(page, 'own-refused');
    await page.getByLabel('Links').fill('https://example.net/rules?page=1\nhttps://chat.example/x');
    await save.click();
    await page.getByText(operatorMessages.own.done.texts).waitFor();
    await using list = await open();
    await list.clock.install();
    await list.goto('/');
    const face = list.locator(`[id="${FREEBUILD}"] .face`);
    // Drawn in the browser as long as there is no icon.
    await face.locator('svg').waitFor();
    const icon = Buffer.from(plainPng(9, 9, 200));
    const file = { name: 'icon.png', mimeType: 'image/png', buffer: icon };
    await openPart(page, operatorMessages.own.icon);
    await page.getByLabel(operatorMessages.own.iconFile).setInputFiles(file);
    await page.locator('.picture img[src^="blob:"]').waitFor();
    await lookInAllSizes(page, 'own-icon-chosen');
    await page.getByRole('button', { name: operatorMessages.own.saveIcon }).click();
    await page.getByText(operatorMessages.own.done.icon).waitFor();
    // A list that is open shows it in place of the face.
    await list.clock.runFor(5_000);
    await list.locator(`[id="${FREEBUILD}"] img[src*=".png?v="]`).waitFor();
    expect(
      await face.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBe(64);
    // A link to a part of the earlier page of all.
    await page.goto(`/server/own/${FREEBUILD}/#join-place`);
    await page.waitForURL(`**/server/own/${FREEBUILD}/address/#join-place`);
    await page.getByLabel(labels.joinPort).fill('30001');
    await page.getByRole('button', { name: operatorMessages.own.savePort }).click();
    await page.getByText(operatorMessages.own.done.port).waitFor();
    await lookInAllSizes(page, 'own');

    await page.getByRole('button', { name: operatorMessages.own.addressRequest }).click();
    const line = (await page.locator('code', { hasText: 'curl -4' }).textContent()) ?? '';
    expect(line).toMatch(/^curl -4 -d code=[A-Z2-9]{10} -d port=30001 http.+\/server\/address$/);
    await lookInAllSizes(page, 'own-address-code');
    expect(await sendLine(app, line)).toContain(`${TUNNEL_ADDRESS}, port 30001`);
    await page.getByText(`Players join at ${TUNNEL_ADDRESS}:30001`).waitFor();
    await lookInAllSizes(page, 'own-address');
    await page.getByRole('button', { name: operatorMessages.own.back }).click();
    await page.getByText(operatorMessages.own.done.back, { exact: true }).waitFor();
    await page.getByLabel(labels.joinPort).fill('30001');
    await page.getByRole('button', { name: operatorMessages.own.savePort }).click();
    await page.getByText(operatorMessages.own.done.port).waitFor();

    await app.advance(10_000);
    await openPart(page, operatorMessages.toServer);
    expect(await page.locator('.about-text').textContent()).toBe(DESCRIPTION);
    await page.locator('.fold summary').first().click();
    const join = page.getByRole('link', { name: serverMessages.directLink });
    expect(await join.getAttribute('href')).toContain(`${FREEBUILD_ADDRESS}:30001/`);
    await lookInAllSizes(page, 'server-claimed');
    await page.getByRole('link', { name: operatorMessages.ways.edit }).click();
    await openPart(page, operatorMessages.own.release);
    await page.getByRole('button', { name: operatorMessages.own.release }).click();
    await page.getByRole('link', { name: operatorMessages.ways.claim }).waitFor();
    expect(await page.locator('.about').count()).toBe(0);
    await page.goto('/server/own/');
    await lookInAllSizes(page, 'own-none');
  });

  test('a picture is chosen by a drop or a paste, and previewed in its place', async () => {
    await using page = await open();
    const { claims } = app.store;
    const code = { hash: HIDDEN, accountId: 1, codeHash: 'c'.repeat(64), expiresAt: 9e15 };
    await claims.saveCode(code, 0);
    await claims.completeClaim(code, 0);
    await app.servers.reloadModeration();
    await page.goto(`/server/own/${HIDDEN}/icon/`);
    await logIn(page);
    const use = page.getByRole('button', { name: operatorMessages.own.saveIcon });
    const png = Buffer.from(plainPng(3, 3, 90)).toString('base64');
    for (const event of ['drop', 'paste'] as const) {
      await page.reload();
      await use.waitFor({ state: 'hidden' });
      await page.locator('.picture').evaluate(
        (place, [type, base64]) => {
          const send = (kind: string) => {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], 'it', { type: kind }));
            const init = { bubbles: true, cancelable: true };
            const sent =
              type === 'drop'
                ? new DragEvent(type, { ...init, dataTransfer: data })
                : new ClipboardEvent(type, { ...init, clipboardData: data });
            place.dispatchEvent(sent);
          };
          send('text/plain');
          send('image/png');
        },
        [event, png] as const,
      );
      await page.locator('.picture img[src^="blob:"]').waitFor();
      await use.click();
      await page.getByText(operatorMessages.own.done.icon).waitFor();
      await app.advance(60_000);
    }
  });

  test('a player reports a server, and sees what is missing in the form', async () => {
    await using page = await open();
    await page.goto(`/server/play/${FREEBUILD}/`);
    await page.getByRole('link', { name: operatorMessages.ways.report }).click();
    await logIn(page);
    await lookInAllSizes(page, 'report');
    await page.getByLabel('What is wrong').selectOption('other');
    await page.getByRole('button', { name: reportMessages.send }).click();
    await page.getByRole('alert').waitFor();
    await lookInAllSizes(page, 'report-refused');
    await page.getByLabel(labels.details).fill('They say 31 and I was alone.');
    await page.getByRole('button', { name: reportMessages.send }).click();
    await page.getByRole('heading', { name: reportMessages.sentTitle }).waitFor();
    await lookInAllSizes(page, 'report-sent');
    expect(await app.moderation.listReports()).toMatchObject([{ kind: 'other' }]);
  });
});
