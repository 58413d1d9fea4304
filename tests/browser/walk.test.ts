// One walk through the pages: only a browser shows that links, forms, scripts and the policy of the site work together.

import { describe, expect, test } from 'bun:test';
import { accountTexts } from '../../src/modules/account/messages.ts';
import { listMessages } from '../../src/modules/list/messages.ts';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { beatTo, hasChromium, useBrowser } from '../support/chromium.ts';
import { type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';
import { CHOSEN, readMail, register } from './registration-steps.ts';
import { FREEBUILD } from './sample-servers.ts';

const FRESH = 'a lantern in the rain';

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const beat = () => beatTo(app, '198.51.100.1', { name: 'Freebuild', users: '31', max: '64' });
  const open = useBrowser(async () => {
    const options = { trustedProxies: ['127.0.0.1/32'], isProofOfWorkRequired: true };
    app = await openListening(options);
    await beat();
    await app.register('Mona', { role: 'moderator' });
    return app;
  });

  // Without JavaScript, tests/http/rendered-forms.test.ts sends every form as its page has it.
  test('from registration to removal', async () => {
    await using page = await open();
    const name = 'Wendy';
    const email = 'wendy@example.net';
    await register(app, page, name, email, true);
    await page.goto(`/server/play/${FREEBUILD}/`);
    expect(await page.getByRole('link', { name: serverMessages.directLink }).count()).toBe(0);
    // Beside the rally stands the same link.
    await page.getByRole('link', { name: serverMessages.verify }).first().click();

    const { code } = await readMail(app, email, 'verify address');
    const copied = ` ${code.slice(0, 3)} ${code.slice(3)}\u200b`;
    // The field has the focus, and its form is sent with the sixth digit.
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await page.keyboard.press('Control+V');
    const link = page.getByRole('link', { name: serverMessages.directLink });
    expect(await link.getAttribute('href')).toMatch(
      new RegExp(`^mc://198\\.51\\.100\\.1:25565/${name}/[0-9a-f]{32}$`),
    );

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('link', { name: accountTexts.forgot }).click();
    await page.getByLabel(accountMessages.forgot.who).fill(email);
    await page.getByRole('button', { name: accountMessages.forgot.submit }).click();
    await page.getByRole('heading', { name: accountMessages.forgot.sentTitle }).waitFor();
    await page.goto((await readMail(app, email, 'reset password')).path);
    await page.getByLabel('New password').fill(FRESH);
    await page.getByRole('button', { name: accountMessages.reset.submit }).click();
    await page.getByRole('heading', { name: accountMessages.done.reset.title }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill(FRESH);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: `Logged in as ${name}` }).click();

    await page.getByRole('link', { name: accountMessages.home.password }).click();
    await page.getByLabel('Your password').fill(FRESH);
    await page.getByLabel('New password').fill(CHOSEN);
    await page.getByRole('button', { name: accountMessages.home.password }).click();
    await page.getByRole('link', { name: accountMessages.toAccount }).click();

    await page.getByRole('link', { name: accountMessages.home.email }).click();
    const other = `other.${email}`;
    await page.getByLabel(accountMessages.change.newEmail).fill(other);
    await page.getByLabel('Your password').fill(CHOSEN);
    await page.getByRole('button', { name: accountMessages.home.email }).click();
    await page.getByText(`on its way to ${other}`).waitFor();
    await page.goto((await readMail(app, other, 'confirm new address')).path);
    await page.getByRole('button', { name: accountMessages.links['new address'].submit }).click();
    await page.getByRole('heading', { name: accountMessages.done.address.title }).waitFor();
    await readMail(app, email, 'address changed');

    await page.goto('/acc/export/');
    await page.getByLabel('Your password').fill(CHOSEN);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: accountMessages.copy.submit }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`muster-${name}.json`);
    const everything = await Bun.file(await file.path()).json();
    expect(everything.accounts).toMatchObject([{ name, email: other }]);

    await page.goto('/acc/delete/');
    await page.getByLabel('Your password').fill(CHOSEN);
    await page.getByRole('button', { name: accountTexts.sections.delete }).click();
    await page.getByRole('heading', { name: accountMessages.done.deleted.title }).waitFor();
    expect(await app.accounts.findPlayer(name)).toBeUndefined();
  });

  test('a list that is paused says how old it is, and goes on saying so', async () => {
    await using page = await open();
    await page.clock.install();
    await page.goto('/');
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const date = new Date(app.now()).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    // From the first update on, the script knows the clock of the service.
    await Promise.all([page.waitForResponse(`${page.url()}`), page.clock.runFor(6_000)]);
    await page.getByRole('button', { name: listMessages.pause }).click();
    const age = page.locator('[data-live="made"] time');
    await age.waitFor();
    await page.clock.runFor(7_000);
    expect(await age.textContent()).toMatch(/ \d+ seconds ago$/);
    await page.clock.runFor(61_000);
    expect(await age.textContent()).toMatch(/ 1 minute ago$/);
    await page.getByRole('button', { name: listMessages.resume }).click();
    await age.waitFor({ state: 'hidden' });
  });

  test('a moderator bans the server that stands first in the list', async () => {
    await using page = await open();
    await beat();
    await app.servers.flush();
    await app.advance(2_000);
    await page.goto('/');
    await page.getByRole('link', { name: 'Freebuild' }).first().click();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Name').fill('Mona');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/server/play/${FREEBUILD}/`);
    await page.goto(`/admin/servers/${FREEBUILD}/`);
    await page.locator('summary', { hasText: 'Ban its name' }).click();
    const form = page.locator('details[open]');
    await form.getByLabel('Reason').fill('Advertising');
    await form.getByRole('button', { name: 'Ban this name' }).click();
    await page.getByRole('status').first().waitFor();
    await app.advance(2_000);
    await page.goto('/');
    await page.getByRole('banner').waitFor();
    expect(await page.getByRole('link', { name: 'Freebuild' }).count()).toBe(0);
  });
});
