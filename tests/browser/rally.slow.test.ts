// Players who come together: only a browser shows that the open page tells them by itself, and that its worker shows a message.

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { LOGIN_PATH } from '../../src/platform/views/layout.tsx';
import { findBarriers, hasChromium, useBrowser } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { createPushBrowser } from '../support/push-browser.ts';
import { type ListeningApp, PASSWORD } from '../support/test-app.ts';
import { FREEBUILD, openSampleServers } from './sample-servers.ts';

const { rally } = serverMessages;
const PLAY = `/server/play/${FREEBUILD}/`;
const { fields } = createPushBrowser('https://push.example.net/a-browser');

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    await app.register('Anna');
    await app.register('Ben');
    return app;
  });

  async function logIn(page: Page, name: string): Promise<void> {
    await page.goto(`${LOGIN_PATH}?next=${encodeURIComponent(PLAY)}`);
    await page.locator('[name="username"]').fill(name);
    await page.locator('[name="password"]').fill(PASSWORD);
    await page.locator('main form button[type="submit"]').click();
    await page.waitForURL(`**${PLAY}`);
  }

  async function pledge(page: Page): Promise<void> {
    await page.getByLabel(rally.wanted).selectOption('2');
    await page.getByRole('button', { name: rally.submit }).click();
    await page.getByRole('button', { name: rally.takeBack }).waitFor();
  }

  test('the page of one who waits tells that there are enough, without a reload', async () => {
    await using anna = await open();
    await using ben = await open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await logIn(anna, 'Anna');
    await logIn(ben, 'Ben');
    expect(await findBarriers(ben)).toEqual([]);
    await pledge(anna);
    expect(await findBarriers(anna)).toEqual([]);
    await anna.evaluate(() => Object.assign(globalThis, { isSame: true }));
    const start = performance.now();
    await pledge(ben);
    await anna.getByText(rally.coming(2)).waitFor();
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(await anna.evaluate(() => 'isSame' in globalThis)).toBe(true);
    expect(await anna.locator('[data-watch]').count()).toBe(0);
    for (const page of [anna, ben]) {
      await page.getByRole('button', { name: rally.takeBack }).click();
      await page.getByRole('button', { name: rally.submit }).waitFor();
    }
  });

  test('the button has this browser notified, and the worker shows a message', async () => {
    await using page = await open();
    const origin = `http://127.0.0.1:${app.port}`;
    await page.context().grantPermissions(['notifications'], { origin });
    await logIn(page, 'Anna');
    await pledge(page);
    // The services of browsers are not here.
    await page.evaluate(({ endpoint, browserKey, authSecret }) => {
      const keys = { p256dh: browserKey, auth: authSecret };
      const made = { toJSON: () => ({ endpoint, keys }) };
      Object.assign(PushManager.prototype, { subscribe: async () => made });
    }, fields);
    await page.getByRole('button', { name: rally.push }).click();
    await page.getByRole('button', { name: rally.pushStop(1) }).waitFor();
    const { id } = (await app.store.accounts.findAccountByName('Anna')) ?? { id: 0 };
    expect(await app.store.rallies.countBrowsers(id)).toBe(1);

    // The engine without windows shows none: what the worker asks for is kept instead.
    const [worker] = page.context().serviceWorkers();
    if (worker === undefined) throw new Error('The page has no worker.');
    await worker.evaluate(() => {
      const { registration } = globalThis as unknown as { registration: object };
      const showNotification = async (...given: unknown[]) => {
        Object.assign(globalThis, { shown: given });
      };
      Object.assign(registration, { showNotification });
    });
    const session = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first !== undefined) resolve(first.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await registered,
      data: JSON.stringify({ title: 'Freebuild', body: rally.coming(2), path: PLAY }),
    });
    const shown = await eventually(
      () => worker.evaluate(() => Reflect.get(globalThis, 'shown') ?? []),
      (given: unknown[]) => given.length > 0,
    );
    expect(shown).toEqual(['Freebuild', { body: rally.coming(2), tag: PLAY, data: PLAY }]);
  });
});
