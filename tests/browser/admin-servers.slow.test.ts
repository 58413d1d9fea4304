// Only a browser shows that the work of moderators on servers goes by links and forms, fits the screen and is accessible.

import { describe, expect, test } from 'bun:test';
import { serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { siteAdminMessages } from '../../src/modules/site/messages.ts';
import { labels, staffMessages } from '../../src/platform/messages/messages.ts';
import { hasChromium, logIn, useBrowser } from '../support/chromium.ts';
import { lookAt, lookInAllSizes } from '../support/look.ts';
import type { ListeningApp } from '../support/test-app.ts';
import { FREEBUILD, fillAdministration, openSampleServers } from './sample-servers.ts';

const SERVER = `/admin/servers/${FREEBUILD}/`;

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    await app.register('Anna', { role: 'administrator' });
    await app.register('Mia', { role: 'moderator' });
    await fillAdministration(app);
    return app;
  });

  test('a notice, a run of the checks and a refused form are accessible', async () => {
    await using page = await open({ mayFail: /status of 404/ });
    const look = (what: string) => lookInAllSizes(page, `admin-${what}`);
    const openAll = async () => {
      for (const summary of await page.locator('summary').all()) await summary.click();
    };
    await logIn(page, 'Anna', '/admin/');
    await page.goto('/admin/notice/');
    await page.getByLabel(labels.text, { exact: true }).fill('Back soon');
    await page.getByLabel(siteAdminMessages.notice.level).selectOption('warning');
    await page.getByRole('button', { name: siteAdminMessages.notice.submit }).click();
    await page.getByRole('status').waitFor();
    await look('notice-set');
    for (const [what, path] of [
      ['list', '/'],
      ['unknown', '/nothing'],
    ] as const) {
      await page.goto(path);
      await page.getByText('Back soon').waitFor();
      await look(`notice-${what}`);
    }
    await page.goto('/admin/notice/');
    await openAll();
    await page.getByRole('button', { name: siteAdminMessages.notice.removeSubmit }).click();
    await page.getByRole('status').waitFor();
    await page.goto('/admin/doctor/');
    await look('doctor');
    await page.getByRole('main').getByRole('button').click();
    await page.getByRole('table').waitFor();
    await look('doctor-run');
    await page.goto(SERVER);
    await page.locator('summary', { hasText: 'Ban its name' }).click();
    await page.getByRole('button', { name: 'Ban this name' }).click();
    await page.getByRole('alert').waitFor();
    await look('server-refused');
  });

  test('one box ticks all rows and no network, and what is ticked goes with the form above the table', async () => {
    await using page = await open({ viewport: { width: 1280, height: 800 } });
    await logIn(page, 'Mia', '/admin/servers/');
    await page.getByLabel(staffMessages.many.selectAll).check();
    const rows = page.locator('tbody input');
    expect(await rows.count()).toBeGreaterThan(3);
    for (const box of await rows.all()) expect(await box.isChecked()).toBe(true);
    expect(await page.locator('form#many input[form]:checked').count()).toBe(0);
    await lookAt(page, 'admin-many');
    await page.getByLabel(staffMessages.many.selectAll).uncheck();
    await rows.first().check();
    await page.getByRole('button', { name: 'Unlist' }).click();
    await page.getByRole('alert').waitFor();
    await lookInAllSizes(page, 'admin-many-refused');
    await page.getByLabel(staffMessages.many.reason).fill('Spam');
    await page.getByRole('button', { name: 'Unlist' }).click();
    await page.getByRole('status').waitFor();
    await lookInAllSizes(page, 'admin-many-result');
    expect(await app.moderation.listMarks('unlisted')).toContainEqual(
      expect.objectContaining({ value: 'Spam' }),
    );
  });

  test('rows follow what is typed, with the address, and what is ticked stays ticked', async () => {
    await using page = await open({ viewport: { width: 390, height: 800 } });
    await logIn(page, 'Mia', '/admin/servers/');
    const rows = page.locator('tbody tr');
    const all = await rows.count();
    const ticked = page.getByLabel(staffMessages.many.select('Freebuild'), { exact: false });
    await ticked.check();
    const field = page.getByLabel(serverAdminMessages.servers.text);
    await field.pressSequentially('freebuild');
    await page.waitForURL('**/admin/servers/?text=freebuild');
    await page.getByText(staffMessages.filters(1)).waitFor();
    expect(await rows.count()).toBeLessThan(all);
    expect(await ticked.isChecked()).toBe(true);
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByLabel(labels.status).selectOption('private');
    await page.waitForURL('**/?text=freebuild&state=private');
    await page.getByText(serverAdminMessages.servers.nothing).waitFor();
    await page.getByRole('link', { name: staffMessages.clear }).click();
    await page.waitForURL('**/admin/servers/');
    expect(await rows.count()).toBe(all);
  });

  test.each(['en', 'de'])(
    'in %s, bans and the audit log fit on a page of 1,280 pixels',
    async (language) => {
      await app.administration.resetTwoFactor('Mia', 'Lost the phone, and asked by email');
      await using page = await open({ viewport: { width: 1280, height: 800 } });
      await logIn(page, 'Anna', '/admin/');
      await page.setExtraHTTPHeaders({ 'accept-language': language });
      for (const path of ['/admin/bans/', '/admin/audit/']) {
        await page.goto(path);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        const frame = page.locator('.table-frame');
        const [shown = 0, whole = 1] = await frame.evaluate(({ clientWidth, scrollWidth }) => [
          clientWidth,
          scrollWidth,
        ]);
        expect(whole, path).toBe(shown);
      }
    },
  );
});
