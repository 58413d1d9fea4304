// The public list in a browser: with and without its script.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { messages } from '../../src/messages/messages.ts';
import {
  beatTo,
  type Chromium,
  hasChromium,
  NO_CHROMIUM,
  openChromium,
  openPage,
} from '../support/chromium.ts';
import type { ListeningApp } from '../support/test-app.ts';
import { openSampleServers } from './sample-servers.ts';

test.skipIf(hasChromium || !process.env.CI)('there is a browser', () => {
  expect(hasChromium, NO_CHROMIUM).toBe(true);
});
if (!hasChromium) console.warn(NO_CHROMIUM);

// A browser is slow on a busy machine.

const namesOf = (page: Page) => page.locator('tbody tr:visible a.server').allTextContents();
const FIRST = 'Freebuild 24/7 [Open]';

describe.skipIf(!hasChromium)('the list', () => {
  let app: ListeningApp;
  let browser: Chromium;
  beforeAll(async () => {
    [app, browser] = await Promise.all([openSampleServers(), openChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test('is complete without a script: search, filters, order', async () => {
    await using reader = await openPage(browser, app, { javaScriptEnabled: false });
    const { page } = reader;
    await page.goto('/');
    expect(await page.title()).toBe('54 playing on 6 servers · muster.test');
    expect(await namesOf(page)).toHaveLength(6);
    expect((await namesOf(page))[0]).toBe(FIRST);
    await page.getByLabel('Search servers').fill('LAVA');
    await page.getByRole('button', { name: messages.list.apply }).click();
    expect(await namesOf(page)).toEqual(['Lava survival']);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.getByLabel('Hide empty').check();
    await page.getByLabel('Hide full').check();
    await page.getByRole('button', { name: messages.list.apply }).click();
    expect(await namesOf(page)).not.toContain('Empty plains');
    expect(await namesOf(page)).not.toContain('Night city ruins');
    await page.getByRole('link', { name: 'Server', exact: true }).click();
    expect(new URL(page.url()).search).toBe('?empty=hide&full=hide&sort=name');
    expect(await page.locator('[aria-sort="ascending"]').textContent()).toBe('Server');
    expect((await namesOf(page))[0]).toBe('<b>Bold</b> "quoted"');
    await page.getByRole('link', { name: 'Server', exact: true }).click();
    expect((await namesOf(page))[0]).toBe('Lava survival');
    expect(reader.problems).toEqual([]);
  });

  test('fits between a phone and a wide screen, with names that can be read', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    for (const width of [360, 480, 600, 719, 720, 768, 900, 999, 1000, 1100, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const seen = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth,
        narrowest: Math.min(
          ...[...document.querySelectorAll('tbody .name')].map((it) => it.clientWidth),
        ),
      }));
      expect(seen.overflow, `${width} px`).toBeLessThanOrEqual(width);
      expect(seen.narrowest, `${width} px`).toBeGreaterThan(width < 480 ? 120 : 200);
    }
    expect(reader.problems).toEqual([]);
  });

  test('shows eight rows on the first screen of a phone, with the filters behind a button', async () => {
    await using reader = await openPage(browser, app, { viewport: { width: 390, height: 844 } });
    const { page } = reader;
    await page.goto('/');
    const rows = await page.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top, height, isOneLine: row.querySelector('.players')?.clientHeight ?? 0 };
      }),
    );
    const tallest = Math.max(...rows.map(({ height }) => height));
    expect((rows[0]?.top ?? 0) + 8 * tallest).toBeLessThanOrEqual(844);
    expect(Math.max(...rows.map(({ isOneLine }) => isOneLine))).toBeLessThan(32);

    expect(await page.getByLabel('Hide empty').isVisible()).toBe(false);
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Hide empty').check();
    await page.locator('tbody tr').nth(5).waitFor({ state: 'detached' });
    expect(await page.getByText('Filters (1)', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByLabel('Hide empty').isVisible()).toBe(true);

    await page.getByLabel('Sort by', { exact: true }).selectOption('Name, A to Z');
    await page.waitForURL('**/?sort=name&empty=hide');
    await page.locator('th.name[aria-sort="ascending"]').waitFor({ state: 'attached' });
    expect((await namesOf(page))[0]).toBe('<b>Bold</b> "quoted"');
    expect(reader.problems).toEqual([]);
  });

  test('remembers an order that was chosen, until the usual one is', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    expect(await page.locator('[aria-sort="descending"]').textContent()).toBe('Players');
    await page.getByRole('link', { name: 'Uptime' }).click();
    await page.locator('th.uptime[aria-sort="descending"]').waitFor();
    await page.goto('/');
    await page.locator('th.uptime[aria-sort="descending"]').waitFor();
    await page.getByRole('link', { name: messages.list.defaultOrder }).click();
    await page.locator('th.players[aria-sort="descending"]').waitFor();
    await page.goto('/');
    expect(await page.locator('[aria-sort="descending"]').textContent()).toBe('Players');
    expect(reader.problems).toEqual([]);
  });

  test('focuses the search with a slash, which can still be typed in it', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    await page.keyboard.press('/');
    const search = page.getByLabel('Search servers');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await search.inputValue()).toBe('');
    await page.keyboard.press('/');
    expect(await search.inputValue()).toBe('/');
    expect(reader.problems).toEqual([]);
  });

  test('names the server on each button', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    const row = page.locator('tr', { hasText: 'Lava' });
    await row.getByRole('button', { name: 'Copy the address of Lava survival' }).waitFor();
    await row.getByRole('button', { name: 'Favourite: Lava survival' }).waitFor();
    await row.getByRole('link', { name: 'How to join Lava survival' }).waitFor();
    expect(reader.problems).toEqual([]);
  });

  describe('says that it is not live', () => {
    const stateOf = (page: Page) => page.locator('[data-live="state"]');

    test('within five seconds when nothing is heard', async () => {
      const app = await openSampleServers();
      await using reader = await openPage(browser, app);
      const { page } = reader;
      await page.clock.install();
      const events = page.waitForResponse('**/server/list/events');
      await page.goto('/');
      await events;
      await page.clock.runFor(1_000);
      expect(await stateOf(page).textContent()).toBe('Live');
      expect(await page.getByText(messages.list.madeNow).isVisible()).toBe(true);
      await page.clock.runFor(5_000);
      expect(await stateOf(page).textContent()).toBe('Reconnecting…');
      expect(await page.locator('[data-live="made"]').textContent()).toMatch(/^Updated .+ ago$/);
      await app[Symbol.asyncDispose]();
    });

    test('when the service ends', async () => {
      const app = await openSampleServers();
      await using reader = await openPage(browser, app);
      const { page } = reader;
      const events = page.waitForResponse('**/server/list/events');
      await page.goto('/');
      await events;
      await app[Symbol.asyncDispose]();
      await page.getByText('Reconnecting…').waitFor();
    });
  });

  test('searches while the reader types, and keeps the search in the URL', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/server/list/');
    // Screen readers report changes within this element, but not a new element.
    const count = await page.getByRole('status').elementHandle();
    await page.getByLabel('Search servers').pressSequentially('lava');
    await page.waitForURL('**/server/list/?q=lava');
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    expect(await namesOf(page)).toEqual(['Lava survival']);
    expect(await page.getByLabel('Search servers').inputValue()).toBe('lava');
    expect(await count?.textContent()).toBe('1 of 6 servers');
    expect(await count?.evaluate((element) => element.isConnected)).toBe(true);
    await page.getByLabel('Search servers').fill('nothing like it');
    await page.getByRole('heading', { name: messages.list.nothingFound }).waitFor();
    await page.getByRole('link', { name: messages.list.showAll }).click();
    await page.locator('tbody tr').nth(5).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(reader.problems).toEqual([]);
  });

  test('sorts and filters without leaving the page', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    await page.evaluate(() => document.body.setAttribute('data-same', 'page'));
    await page.getByRole('link', { name: 'Players' }).click();
    await page.locator('th.players[aria-sort="descending"]').waitFor();
    await page.getByRole('link', { name: 'Players' }).click();
    await page.locator('th.players[aria-sort="ascending"]').waitFor();
    expect((await namesOf(page))[0]).toBe('Empty plains');
    await page.getByLabel(messages.list.webOnly).check();
    await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' });
    expect(await namesOf(page)).toEqual(['Empty plains', FIRST]);
    await page.getByLabel(messages.list.webOnly).uncheck();
    await page.getByLabel('Software').selectOption('ProCraft');
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    expect(await namesOf(page)).toEqual(['Lava survival']);
    await page.goBack();
    await page.locator('tbody tr').nth(5).waitFor();
    expect(await page.getAttribute('body', 'data-same')).toBe('page');
    expect(reader.problems).toEqual([]);
  });

  test('shows the answer that refuses what the reader asked for', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    await page.route('**/?**', (route) =>
      route.fulfill({ status: 429, contentType: 'text/html', body: '<h1>Too many requests</h1>' }),
    );
    await page.getByRole('link', { name: 'Players' }).click();
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    await page.unroute('**/?**');
    await page.reload();
    await page.locator('th.players[aria-sort="descending"]').waitFor();
    expect(reader.problems.filter((it) => !it.includes('status of 429'))).toEqual([]);
  });

  test('shows in the form what the URL says after going back, also while the reader types', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    const search = page.getByLabel('Search servers');
    const hidesEmpty = page.getByLabel('Hide empty');
    await page.goto('/');
    await hidesEmpty.check();
    await page.locator('tbody tr').nth(5).waitFor({ state: 'detached' });
    await search.fill('lava');
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator('tbody tr').nth(5).waitFor();
    expect(await search.inputValue()).toBe('');
    expect(await hidesEmpty.isChecked()).toBe(false);
    await page.goForward();
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    expect(await search.inputValue()).toBe('lava');
    expect(await hidesEmpty.isChecked()).toBe(true);
    // The link is gone afterwards; keyboard users continue from the form.
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.locator('tbody tr').nth(5).waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('filters');
    expect(reader.problems).toEqual([]);
  });

  test('keeps favourites in the browser', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    const star = page.locator('tr', { hasText: 'Lava' }).getByRole('button', { name: 'Favourite' });
    await star.click();
    await page.reload();
    expect(await star.getAttribute('aria-pressed')).toBe('true');
    // Favourites are the same in all tabs.
    const other = await page.context().newPage();
    await other.goto('/');
    const otherStar = other
      .locator('tr', { hasText: 'Lava' })
      .getByRole('button', { name: 'Favourite' });
    await otherStar.click();
    await page.locator('tr', { hasText: 'Lava' }).locator('.star[aria-pressed="false"]').waitFor();
    await otherStar.click();
    await page.locator('tr', { hasText: 'Lava' }).locator('.star[aria-pressed="true"]').waitFor();
    await other.close();
    await page.getByLabel('Favourites only').check();
    expect(await namesOf(page)).toEqual(['Lava survival']);
    // What another tab marked is kept, also where no event has said so yet.
    await page.evaluate(() => {
      const hash = document.querySelector<HTMLElement>('tr[data-hash]')?.dataset.hash;
      const marked = JSON.parse(localStorage.getItem('muster-favourites') ?? '[]');
      localStorage.setItem('muster-favourites', JSON.stringify([...marked, hash]));
    });
    await star.click();
    expect(await namesOf(page)).toEqual([FIRST]);
    await page.getByRole('button', { name: `Favourite: ${FIRST}` }).click();
    expect(await page.getByText(messages.list.noFavourites).isVisible()).toBe(true);
    expect(reader.problems).toEqual([]);
  });

  test('copies the address of a server', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    await page.goto('/');
    await page.locator('tr', { hasText: 'Lava' }).getByRole('button', { name: 'Copy' }).click();
    await page.locator('button.copy.done').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/server\/play\/[0-9a-f]{32}\/$/,
    );
    expect(reader.problems).toEqual([]);
  });

  test('shows a heartbeat as it arrives, in the order and filters of the page', async () => {
    await using reader = await openPage(browser, app, { viewport: { width: 900, height: 300 } });
    const { page } = reader;
    const events = page.waitForRequest('**/server/list/events');
    await page.goto('/?empty=hide&sort=name');
    await events;
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(() => window.scrollY > 0);
    const scrollY = await page.evaluate(() => window.scrollY);
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '5', web: 'true' });
    await page.locator('tr', { hasText: 'Empty plains' }).waitFor();
    expect(await namesOf(page)).toContain('Empty plains');
    expect(await page.title()).toBe('59 playing on 6 servers · muster.test');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      '59 playing on 6 servers',
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(scrollY);
    expect(new URL(page.url()).search).toBe('?empty=hide&sort=name');

    await page.getByRole('button', { name: 'Pause updates' }).click();
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '7', web: 'true' });
    expect(await page.getByText('Paused').isVisible()).toBe(true);
    expect(await page.title()).toStartWith('59 playing');
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await page.waitForFunction(() => document.title.startsWith('61 playing'));
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '0', web: 'true' });
    expect(reader.problems).toEqual([]);
  });

  test('keeps rows, favourites and the focus in place while servers change their order', async () => {
    const app = await openSampleServers();
    await using reader = await openPage(browser, app);
    const { page } = reader;
    const events = page.waitForRequest('**/server/list/events');
    await page.goto('/');
    await events;
    const rowOf = (name: string) => page.locator('tbody tr', { hasText: name });
    const starOf = (name: string) => rowOf(name).getByRole('button', { name: 'Favourite' });
    const addressOf = (name: string) => rowOf(name).locator('a.server').getAttribute('href');
    const address = await addressOf('Lava');
    await starOf('Empty plains').click();
    await starOf('Lava').click();
    const row = await rowOf('Lava').elementHandle();
    expect((await namesOf(page)).slice(0, 2)).toEqual([FIRST, 'Lava survival']);

    await beatTo(app, '198.51.100.3', { name: 'Night city', users: '50', max: '60' });
    await beatTo(app, '198.51.100.5', { name: 'Bold', users: '40', max: '60' });
    await beatTo(app, '198.51.100.2', { name: 'Lava survival', users: '60', max: '64' });
    await page.waitForFunction(() => document.title.startsWith('183 playing'));
    expect(await namesOf(page)).toEqual([
      ...['Lava survival', 'Night city', 'Bold', FIRST],
      ...['A name of sixty-four characters is as long as any name may becom', 'Empty plains'],
    ]);
    expect(await addressOf('Lava')).toBe(address);
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true);
    const pressed = page.locator('tbody tr:has(.star[aria-pressed="true"]) a.server');
    expect(await pressed.allTextContents()).toEqual(['Lava survival', 'Empty plains']);
    const focused = await page.evaluate(() => {
      const at = document.activeElement;
      return [at?.className, at?.closest('tr')?.querySelector('a.server')?.textContent];
    });
    expect(focused).toEqual(['icon-button star', 'Lava survival']);
    expect(await rowOf('Lava').locator('td.players').getAttribute('class')).toBe('players changed');
    expect(await rowOf('Empty').locator('td.players').getAttribute('class')).toBe('players');
    expect(await page.locator('tbody tr .star').count()).toBe(6);

    await page.getByLabel('Favourites only').check();
    await beatTo(app, '198.51.100.2', { name: 'Lava survival', users: '1', max: '64' });
    await page.waitForFunction(() => document.title.startsWith('124 playing'));
    expect(await namesOf(page)).toEqual(['Lava survival', 'Empty plains']);
    expect(reader.problems).toEqual([]);
    await app[Symbol.asyncDispose]();
  });

  test('keeps one sparkline in each row while the list changes', async () => {
    await using reader = await openPage(browser, app);
    const { page } = reader;
    const events = page.waitForRequest('**/server/list/events');
    await page.goto('/');
    await events;
    const sparksOf = () =>
      page
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('svg.spark').length));
    expect(await sparksOf()).toEqual([1, 1, 1, 1, 1, 1]);
    await beatTo(app, '198.51.100.20', { name: 'Newcomer', users: '30' });
    await page.locator('tr', { hasText: 'Newcomer' }).waitFor();
    expect(await page.locator('tr', { hasText: 'Newcomer' }).locator('.fresh').count()).toBe(1);
    expect(await sparksOf()).toEqual([1, 0, 1, 1, 1, 1, 1]);
    expect(await page.locator('.totals .history-plot').count()).toBe(1);
    expect(reader.problems).toEqual([]);
  });

  describe('without events', () => {
    const LOOK_MS = 15_000;
    const openWithoutEvents = async () => {
      const app = await openSampleServers();
      const reader = await openPage(browser, app);
      await reader.page.clock.install();
      await reader.page.route('**/server/list/events', (route) => route.abort());
      await reader.page.goto('/');
      return { app, reader, page: reader.page };
    };

    test('is fetched every 15 seconds', async () => {
      const { app, reader, page } = await openWithoutEvents();
      await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '5' });
      expect(await page.title()).toStartWith('54 playing');
      await page.clock.runFor(LOOK_MS);
      await page.waitForFunction(() => document.title.startsWith('59 playing'));
      expect(await page.getByRole('alert').isVisible()).toBe(false);
      await reader[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    });

    test('is fetched as soon as events arrive again, since some were missed', async () => {
      const app = await openSampleServers();
      const reader = await openPage(browser, app);
      const { page } = reader;
      // So that the page does not fetch at an interval.
      await page.addInitScript(() => {
        window.setInterval = (() => 0) as unknown as typeof window.setInterval;
      });
      await page.route('**/server/list/events', (route) => route.abort());
      const failed = page.waitForEvent('requestfailed');
      await page.goto('/');
      await failed;
      await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '5' });
      expect(await page.title()).toStartWith('54 playing');
      await page.unroute('**/server/list/events');
      await page.waitForFunction(() => document.title.startsWith('59 playing'));
      await reader[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    });

    test('is fetched, and the stream opened again, when the stream is silent for too long', async () => {
      const app = await openSampleServers();
      const reader = await openPage(browser, app);
      const { page } = reader;
      await page.clock.install();
      const events = page.waitForResponse('**/server/list/events');
      await page.goto('/');
      await events;
      // No event is sent here; a running service sends one every three seconds.
      await page.clock.runFor(5 * LOOK_MS);
      const [again] = await Promise.all([
        page.waitForRequest('**/server/list/events'),
        page.waitForRequest('**/'),
        page.clock.runFor(2 * LOOK_MS),
      ]);
      expect(again.method()).toBe('GET');
      expect(await page.getByRole('alert').isVisible()).toBe(false);
      await reader[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    });

    test('shows a notice once it is older than a minute, and hides it afterwards', async () => {
      const { app, reader, page } = await openWithoutEvents();
      const notice = page.getByText(messages.list.outdated);
      await page.route('**/', (route) => route.abort());
      await page.clock.runFor(3 * LOOK_MS);
      expect(await notice.isVisible()).toBe(false);
      await page.clock.runFor(LOOK_MS);
      await notice.waitFor();
      await page.unroute('**/');
      await page.clock.runFor(LOOK_MS);
      await notice.waitFor({ state: 'hidden' });
      await reader[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    });
  });
});
