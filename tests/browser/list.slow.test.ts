// Only a browser shows what the script of the list does: live changes, typing, sorting, favourites, focus, and its layout.

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { messages } from '../../src/messages/messages.ts';
import { beatTo, hasChromium, NO_CHROMIUM, useBrowser } from '../support/chromium.ts';
import type { ListeningApp } from '../support/test-app.ts';
import { openSampleServers } from './sample-servers.ts';

test.skipIf(hasChromium || !process.env.CI)('there is a browser', () => {
  expect(hasChromium, NO_CHROMIUM).toBe(true);
});
const namesOf = (page: Page) => page.locator('tbody tr:visible a.server').allTextContents();
const FIRST = 'Freebuild 24/7 [Open]';

/** Five seconds later: the status of the answer that the page gets then. */
async function refreshed(page: Page): Promise<number> {
  const [answer] = await Promise.all([page.waitForResponse('**/'), page.clock.runFor(5_000)]);
  return answer.status();
}

describe.skipIf(!hasChromium)('the list', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    return app;
  });

  test('fits between a phone and a wide screen, with names that can be read', async () => {
    await using page = await open();
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
  });

  test('shows eight rows on the first screen of a phone, with the filters behind a button', async () => {
    await using page = await open({ viewport: { width: 390, height: 844 } });
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
  });

  test('focuses the search with a slash, which can still be typed in it', async () => {
    await using page = await open();
    await page.goto('/');
    await page.keyboard.press('/');
    const search = page.getByLabel('Search servers');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await search.inputValue()).toBe('');
    await page.keyboard.press('/');
    expect(await search.inputValue()).toBe('/');
  });

  test('names the server on each button', async () => {
    await using page = await open();
    await page.goto('/');
    const row = page.locator('tr', { hasText: 'Lava' });
    await row.getByRole('button', { name: 'Copy the address of Lava survival' }).waitFor();
    await row.getByRole('button', { name: 'Favourite: Lava survival' }).waitFor();
    await row.getByRole('link', { name: 'How to join Lava survival' }).waitFor();
  });

  describe('says that it is not live', () => {
    const stateOf = (page: Page) => page.locator('[data-live="state"]');

    test('within ten seconds when nothing is heard', async () => {
      await using own = await openSampleServers();
      await using page = await open({ of: own, mayFail: /ERR_/ });
      await page.clock.install();
      await page.goto('/');
      await refreshed(page);
      expect(await stateOf(page).textContent()).toBe('Live');
      expect(await page.getByText(messages.list.madeNow).isVisible()).toBe(true);
      await page.route('**/', () => {});
      await page.clock.runFor(10_000);
      expect(await stateOf(page).textContent()).toBe('Reconnecting…');
      expect(await page.locator('[data-live="made"]').textContent()).toMatch(/^Updated .+ ago$/);
    });

    test('when the service ends', async () => {
      await using own = await openSampleServers();
      await using page = await open({ of: own, mayFail: /ERR_/ });
      await page.goto('/');
      await own[Symbol.asyncDispose]();
      await page.getByText('Reconnecting…').waitFor();
    });
  });

  test('searches while the reader types, and keeps the search in the URL', async () => {
    await using page = await open();
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
  });

  test('sorts and filters without leaving the page', async () => {
    await using page = await open();
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
  });

  test('shows the answer that refuses what the reader asked for', async () => {
    await using page = await open({ mayFail: /status of 429/ });
    await page.goto('/');
    await page.route('**/?**', (route) =>
      route.fulfill({ status: 429, contentType: 'text/html', body: '<h1>Too many requests</h1>' }),
    );
    await page.getByRole('link', { name: 'Players' }).click();
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    await page.unroute('**/?**');
    await page.reload();
    await page.locator('th.players[aria-sort="descending"]').waitFor();
  });

  test('shows in the form what the URL says after going back, also while the reader types', async () => {
    await using page = await open();
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
  });

  test('keeps favourites in the browser', async () => {
    await using page = await open();
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
  });

  test('copies the address of a server', async () => {
    await using page = await open();
    await page.goto('/');
    await page.locator('tr', { hasText: 'Lava' }).getByRole('button', { name: 'Copy' }).click();
    await page.locator('button.copy.done').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/server\/play\/[0-9a-f]{32}\/$/,
    );
  });

  test('shows a heartbeat as it arrives, in the order and filters of the page', async () => {
    await using page = await open({ viewport: { width: 900, height: 300 } });
    await page.goto('/?empty=hide&sort=name');
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
  });

  test('keeps rows, favourites and the focus in place while servers change their order', async () => {
    await using own = await openSampleServers();
    await using page = await open({ of: own });
    await page.goto('/');
    const rowOf = (name: string) => page.locator('tbody tr', { hasText: name });
    const starOf = (name: string) => rowOf(name).getByRole('button', { name: 'Favourite' });
    const addressOf = (name: string) => rowOf(name).locator('a.server').getAttribute('href');
    const address = await addressOf('Lava');
    await starOf('Empty plains').click();
    await starOf('Lava').click();
    const row = await rowOf('Lava').elementHandle();
    expect((await namesOf(page)).slice(0, 2)).toEqual([FIRST, 'Lava survival']);

    await beatTo(own, '198.51.100.3', { name: 'Night city', users: '50', max: '60' });
    await beatTo(own, '198.51.100.5', { name: 'Bold', users: '40', max: '60' });
    await beatTo(own, '198.51.100.2', { name: 'Lava survival', users: '60', max: '64' });
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
    await beatTo(own, '198.51.100.2', { name: 'Lava survival', users: '1', max: '64' });
    await page.waitForFunction(() => document.title.startsWith('124 playing'));
    expect(await namesOf(page)).toEqual(['Lava survival', 'Empty plains']);
  });

  test('keeps one sparkline in each row while the list changes', async () => {
    await using page = await open();
    await page.goto('/');
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
  });

  describe('asks for itself', () => {
    const mayFail = /ERR_FAILED/;
    /** The requests for the list from now on, by whether the page named what it has. */
    const requestsOf = (page: Page) => {
      const seen: boolean[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/') {
          seen.push(request.headers()['if-none-match'] !== undefined);
        }
      });
      return seen;
    };

    test('every five seconds, and gets it once for each change', async () => {
      await using own = await openSampleServers();
      await using page = await open({ of: own });
      await page.clock.install();
      await page.goto('/');
      expect(await refreshed(page)).toBe(200);
      expect(await refreshed(page)).toBe(304);
      await beatTo(own, '198.51.100.6', { name: 'Empty plains', users: '5' });
      expect(await page.title()).toStartWith('54 playing');
      expect(await refreshed(page)).toBe(200);
      await page.waitForFunction(() => document.title.startsWith('59 playing'));
      expect(await refreshed(page)).toBe(304);
    });

    test('never while it is hidden, and at once when it is shown again', async () => {
      await using own = await openSampleServers();
      await using page = await open({ of: own });
      await page.clock.install();
      await page.goto('/');
      await refreshed(page);
      const seen = requestsOf(page);
      const turn = (isHidden: boolean) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, isHidden);
      await turn(true);
      await page.clock.runFor(5 * 60_000);
      expect(seen).toEqual([]);
      await Promise.all([page.waitForResponse('**/'), turn(false)]);
      expect(seen).toEqual([true]);
      expect(await page.getByRole('alert').isVisible()).toBe(false);
    });

    test('less and less often while there is no answer, with a notice after a minute', async () => {
      await using own = await openSampleServers();
      await using page = await open({ of: own, mayFail });
      await page.clock.install();
      await page.goto('/');
      await refreshed(page);
      const notice = page.getByText(messages.list.outdated);
      await page.route('**/', (route) => route.abort());
      const seen = requestsOf(page);
      const expectAfter = async (ms: number, count: number) => {
        const failed = page.waitForEvent('requestfailed');
        await page.clock.runFor(ms - 1_000);
        expect(seen).toHaveLength(count - 1);
        await page.clock.runFor(1_000);
        await failed;
        expect(seen).toHaveLength(count);
      };
      await expectAfter(5_000, 1);
      await page.getByText('Reconnecting…').waitFor();
      await expectAfter(10_000, 2);
      await expectAfter(20_000, 3);
      expect(await notice.isVisible()).toBe(false);
      await expectAfter(30_000, 4);
      await notice.waitFor();
      await page.unroute('**/');
      await page.clock.runFor(30_000);
      await notice.waitFor({ state: 'hidden' });
      await page.getByText('Live', { exact: true }).waitFor();
    });
  });
});
