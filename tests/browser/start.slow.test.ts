// Only a browser shows that the lines to play and add a server are copied, and that the server appears by itself.

import { describe, expect, test } from 'bun:test';
import { helpMessages, startMessages } from '../../src/modules/start/messages.ts';
import { messages as pageMessages } from '../../src/platform/messages/messages.ts';
import { beatTo, hasChromium, useBrowser } from '../support/chromium.ts';
import { lookAt, lookInAllSizes } from '../support/look.ts';
import { type ListeningApp, openListening } from '../support/test-app.ts';

const { add, listed } = startMessages;
const OPERATOR = '198.51.100.40';

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openListening({
      launcherUrl: 'https://get.example/launcher',
      trustedProxies: ['127.0.0.1/32'],
    });
    return app;
  });

  const from = (address: string) => ({ extraHTTPHeaders: { 'x-forwarded-for': address } });

  test('the lines are copied, and everything can be looked at', async () => {
    await using page = await open();
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: startMessages.link }).click();
    await lookInAllSizes(page, 'start');
    await page.getByRole('link', { name: add.title }).click();
    await lookInAllSizes(page, 'start-server');
    // One is open at a time.
    await page.locator('summary', { hasText: add.programs.procraft.name }).click();
    expect(await page.locator('details[open]').count()).toBe(1);
    await lookAt(page, 'start-server-other');
    await page.locator('summary', { hasText: add.two }).click();
    const button = page.getByRole('button', { name: add.twoUrlsWhat });
    await button.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'HeartbeatURL = http://www.classicube.net/heartbeat.jsp,http://muster.test/server/heartbeat',
    );
  });

  test('a server appears by itself: refused first, then listed', async () => {
    await using page = await open(from(OPERATOR));
    // Where the section was at first.
    await page.goto('/start/#listed');
    await page.waitForURL('**/start/server/#listed');
    const status = page.getByRole('status');
    await status.getByText(listed.waiting).waitFor();
    expect(await status.textContent()).toContain(listed.live);
    await fetch(`http://127.0.0.1:${app.port}/heartbeat.jsp`, {
      method: 'POST',
      body: 'name=Mine&port=25565',
      headers: { 'x-forwarded-for': OPERATOR },
    });
    await status.getByText(listed.notYet).waitFor();
    await page.getByText(helpMessages.notListed.outcomes.refused).waitFor();
    await beatTo(app, OPERATOR, { name: 'Mine' });
    await status.getByText(listed.arrived('Mine', true)).waitFor();
    await page.getByRole('link', { name: listed.open }).click();
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
  });

  test('without a script the page is whole, and a link looks again', async () => {
    const address = '198.51.100.41';
    await using page = await open({
      javaScriptEnabled: false,
      ...from(address),
    });
    await page.goto('/start/server/');
    expect(await page.getByRole('button', { name: pageMessages.copy }).count()).toBe(0);
    expect(await page.getByText(listed.live).isVisible()).toBe(false);
    await page.getByText(listed.waiting).waitFor();
    await beatTo(app, address, { name: 'Quiet', port: '25570' });
    await page.getByRole('link', { name: helpMessages.notListed.again }).click();
    await page.getByText(listed.arrived('Quiet', true)).waitFor();
  });
});
