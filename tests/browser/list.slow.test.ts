// Only a browser shows what the script of the list does: live changes, typing, sorting, favourites, focus, and its layout.

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { favouriteMessages } from '../../src/modules/favourites/messages.ts';
import { listMessages } from '../../src/modules/list/messages.ts';
import { beatTo, hasChromium, NO_CHROMIUM, useBrowser } from '../support/chromium.ts';
import { beatForm, type ListeningApp, openListening, PASSWORD } from '../support/test-app.ts';
import { HIDDEN, openSampleServers } from './sample-servers.ts';

test.skipIf(hasChromium || !process.env.CI)('there is a browser', () => {
  expect(hasChromium, NO_CHROMIUM).toBe(true);
});
const namesOf = (page: Page) =>
  page
    .locator('.board > li:visible > a:first-of-type')
    .evaluateAll((links) => links.map((link) => (link.textContent ?? '').replace(/ \w+$/, '')));
const FIRST = 'Freebuild 24/7 [Open]';

const showFilters = (page: Page) => page.getByText('Filters', { exact: true }).click();

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
          ...[...document.querySelectorAll('.board > li > a:first-of-type')].map(
            (it) => it.getBoundingClientRect().width,
          ),
        ),
      }));
      expect(seen.overflow, `${width} px`).toBeLessThanOrEqual(width);
      expect(seen.narrowest, `${width} px`).toBeGreaterThan(width < 480 ? 120 : 200);
    }
  });

  test('begins in the first quarter of a phone’s screen, in rows of two lines, with the filters behind a button', async () => {
    await using page = await open({ viewport: { width: 390, height: 844 } });
    await page.goto('/');
    const rows = await page.locator('.board > li').evaluateAll((all) =>
      all.map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top, height };
      }),
    );
    expect(rows[0]?.top).toBeLessThan(844 / 4);
    expect(rows.filter(({ height }) => height > 64)).toEqual([]);
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height).toBeLessThan(64);
    expect(
      await page.getByRole('banner').getByRole('link', { name: 'Get started' }).isVisible(),
    ).toBe(true);

    expect(await page.getByLabel('Hide empty').isVisible()).toBe(false);
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Hide empty').check();
    await page.locator('.board > li').nth(5).waitFor({ state: 'detached' });
    expect(await page.getByText('Filters (1)', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByLabel('Hide empty').isVisible()).toBe(true);

    await page.getByLabel('Sort by', { exact: true }).selectOption('Name, A to Z');
    await page.waitForURL('**/?sort=name&empty=hide');
    await page.locator('.ranking a').waitFor();
    expect((await namesOf(page))[0]).toBe(
      'A name of sixty-four characters is as long as any name may becom',
    );
  });

  test.each([
    ['phone', 390, ['document', 'stylesheet', 'script']],
    ['wide screen', 1280, ['document', 'stylesheet', 'script', 'fetch']],
  ] as const)('asks on a %s for nothing but what it shows', async (_, width, expected) => {
    await using page = await open({ viewport: { width, height: 844 } });
    const requested: string[] = [];
    page.on('request', (request) => {
      // Chromium asks for the icon of the page, its headless shell does not.
      if (request.resourceType() !== 'other') requested.push(request.resourceType());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.locator('.board .face').first().waitFor();
    expect(requested).toEqual([...expected]);
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

  test('names the server on its star, and what its link does', async () => {
    await using page = await open();
    await page.goto('/');
    const row = page.locator('.board > li', { hasText: 'Lava' });
    await row.getByRole('button', { name: 'Favourite: Lava survival', exact: true }).waitFor();
    await row.getByRole('link', { name: 'Lava survival Join', exact: true }).waitFor();
    await row.getByRole('link', { name: 'Netherlands' }).click();
    await page.waitForURL('**/?country=NL');
  });

  test('says that it is not live within ten seconds when nothing is heard', async () => {
    await using own = await openSampleServers();
    await using page = await open({ of: own, mayFail: /ERR_/ });
    await page.clock.install();
    await page.goto('/');
    await refreshed(page);
    const state = page.locator('[data-live="state"]');
    expect(await state.textContent()).toBe('Live');
    expect(await page.locator('[data-live="made"]').isVisible()).toBe(false);
    await page.route('**/', () => {});
    await page.clock.runFor(10_000);
    expect(await state.textContent()).toBe('Reconnecting…');
    expect(await page.locator('[data-live="made"]').textContent()).toMatch(/^Updated .+ ago$/);
  });

  test('searches while the reader types, and keeps the search in the URL', async () => {
    await using page = await open();
    await page.goto('/server/list/');
    // Screen readers report changes within this element, but not a new element.
    const count = await page.getByRole('status').elementHandle();
    await page.getByLabel('Search servers').pressSequentially('lava');
    await page.waitForURL('**/server/list/?q=lava');
    await page.locator('.board > li').nth(1).waitFor({ state: 'detached' });
    expect(await namesOf(page)).toEqual(['Lava survival']);
    expect(await page.getByLabel('Search servers').inputValue()).toBe('lava');
    expect(await count?.textContent()).toBe('1 of 6 servers');
    expect(await count?.evaluate((element) => element.isConnected)).toBe(true);
    await page.getByLabel('Search servers').fill('nothing like it');
    await page.getByRole('heading', { name: listMessages.nothingFound }).waitFor();
    await page.getByRole('link', { name: listMessages.showAll }).click();
    await page.locator('.board > li').nth(5).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('sorts and filters without leaving the page', async () => {
    await using page = await open();
    await page.goto('/');
    await page.evaluate(() => document.body.setAttribute('data-same', 'page'));
    await page.getByLabel('Sort by').selectOption('Fewest players');
    await page.waitForURL('**/?sort=players');
    await page.locator('.ranking a').waitFor();
    expect((await namesOf(page))[0]).toBe('Empty plains');
    await showFilters(page);
    await page.getByLabel(listMessages.webOnly).check();
    await page.locator('.board > li').nth(2).waitFor({ state: 'detached' });
    expect(await namesOf(page)).toEqual(['Empty plains', FIRST]);
    await page.getByLabel(listMessages.webOnly).uncheck();
    await page.getByLabel('Software').selectOption('ProCraft');
    await page.locator('.board > li').nth(1).waitFor({ state: 'detached' });
    expect(await namesOf(page)).toEqual(['Lava survival']);
    await page.goBack();
    await page.locator('.board > li').nth(5).waitFor();
    expect(await page.getAttribute('body', 'data-same')).toBe('page');
  });

  test('shows the answer that refuses what the reader asked for', async () => {
    await using page = await open({ mayFail: /status of 429/ });
    await page.goto('/');
    await page.route('**/?**', (route) =>
      route.fulfill({ status: 429, contentType: 'text/html', body: '<h1>Too many requests</h1>' }),
    );
    await page.getByLabel('Sort by').selectOption('Fewest players');
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    await page.unroute('**/?**');
    await page.reload();
    await page.locator('.ranking a').waitFor();
  });

  test('shows in the form what the URL says after going back, also while the reader types', async () => {
    await using page = await open();
    const search = page.getByLabel('Search servers');
    const hidesEmpty = page.getByLabel('Hide empty');
    await page.goto('/');
    await showFilters(page);
    await hidesEmpty.check();
    await page.locator('.board > li').nth(5).waitFor({ state: 'detached' });
    await search.fill('lava');
    await page.locator('.board > li').nth(1).waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator('.board > li').nth(5).waitFor();
    expect(await search.inputValue()).toBe('');
    expect(await hidesEmpty.isChecked()).toBe(false);
    await page.goForward();
    await page.locator('.board > li').nth(1).waitFor({ state: 'detached' });
    expect(await search.inputValue()).toBe('lava');
    expect(await hidesEmpty.isChecked()).toBe(true);
    // The link is gone afterwards; keyboard users continue from the form.
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.locator('.board > li').nth(5).waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('filters');
  });

  test('keeps favourites in the browser', async () => {
    await using page = await open();
    await page.goto('/');
    const star = page
      .locator('.board > li', { hasText: 'Lava' })
      .getByRole('button', { name: 'Favourite' });
    await star.click();
    await page.reload();
    expect(await star.getAttribute('aria-pressed')).toBe('true');
    // Favourites are the same in all tabs.
    const other = await page.context().newPage();
    await other.goto('/');
    const otherStar = other
      .locator('.board > li', { hasText: 'Lava' })
      .getByRole('button', { name: 'Favourite' });
    await otherStar.click();
    await page
      .locator('.board > li', { hasText: 'Lava' })
      .locator('.star[aria-pressed="false"]')
      .waitFor();
    await otherStar.click();
    await page
      .locator('.board > li', { hasText: 'Lava' })
      .locator('.star[aria-pressed="true"]')
      .waitFor();
    await other.close();
    await showFilters(page);
    await page.getByLabel(listMessages.favouritesOnly, { exact: true }).check();
    expect(await namesOf(page)).toEqual(['Lava survival']);
    // What another tab marked is kept, also where no event has said so yet.
    await page.evaluate(() => {
      const hash = document.querySelector('.board > li')?.id;
      const marked = JSON.parse(localStorage.getItem('muster-favourites') ?? '[]');
      localStorage.setItem('muster-favourites', JSON.stringify([...marked, hash]));
    });
    await star.click();
    expect(await namesOf(page)).toEqual([FIRST]);
    await page.getByRole('button', { name: `Favourite: ${FIRST}` }).click();
    expect(await page.getByText(listMessages.noFavourites).isVisible()).toBe(true);
  });

  test('gives the account the favourites of the browser at login, and keeps what follows there', async () => {
    await using page = await open({ mayFail: /ERR_FAILED/ });
    const starOf = (name: string) =>
      page.locator('.board > li', { hasText: name }).getByRole('button', { name: 'Favourite' });
    const pressed = async () => {
      await page.locator('.star[aria-pressed="true"]').first().waitFor();
      const rows = page.locator('li:has(.star[aria-pressed="true"])');
      return (await rows.allInnerTexts()).map((text) => text.split('\n')[0]);
    };
    /** Presses a star, whose change has arrived afterwards. */
    const press = (name: string) =>
      Promise.all([page.waitForResponse('**/favourites/'), starOf(name).click()]);
    await page.goto('/');
    await starOf('Lava').click();
    await page.goto(`/server/play/${HIDDEN}/`);
    await page.getByRole('button', { name: 'Favourite: Hidden' }).click();
    await page.goto(`/acc/login/?next=${encodeURIComponent('/start/')}`);
    await page.getByLabel('Name').fill('Alice');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await Promise.all([
      page.waitForResponse('**/favourites/'),
      page.getByRole('main').getByRole('button', { name: 'Log in' }).click(),
    ]);
    await page.goto('/');
    expect(await pressed()).toEqual(['Lava survival']);
    await press('Night');
    await press('Lava');
    // What was removed is not merged again, also where a page was only left.
    await page.reload();
    expect(await pressed()).toEqual(['Night city ruins']);
    await showFilters(page);
    await page.getByLabel(listMessages.favouritesOnly, { exact: true }).check();
    expect(await namesOf(page)).toEqual(['Night city ruins']);
    await page.getByRole('link', { name: favouriteMessages.title }).click();
    await page.waitForURL('**/favourites/');
    expect((await pressed()).toSorted()).toEqual(['Hidden', 'Night city ruins']);
    // What the service does not get is not shown as if it had.
    await page.goto('/');
    await page.locator('.star[aria-pressed="true"]').waitFor();
    await page.route('**/favourites/', (route) => route.abort());
    await starOf('Lava').click();
    await page.waitForFunction(
      () => document.querySelectorAll('.star[aria-pressed="true"]').length === 1,
    );
    await page.unroute('**/favourites/');
    expect(await pressed()).toEqual(['Night city ruins']);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/');
    await page.locator('.star').first().waitFor();
    expect(await page.locator('.star[aria-pressed="true"]').count()).toBe(0);
  });

  test('shows a heartbeat as it arrives, in the order and filters of the page', async () => {
    await using page = await open();
    await page.goto('/?empty=hide&sort=name');
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '5', web: 'true' });
    await page.locator('.board > li', { hasText: 'Empty plains' }).waitFor();
    expect(await namesOf(page)).toContain('Empty plains');
    expect(await page.title()).toBe('59 playing on 6 servers · muster.test');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      '59 playing on 6 servers',
    );
    expect(new URL(page.url()).search).toBe('?empty=hide&sort=name');

    await page.getByRole('button', { name: listMessages.pause }).click();
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '7', web: 'true' });
    expect(await page.getByText('Paused').isVisible()).toBe(true);
    expect(await page.title()).toStartWith('59 playing');
    await page.getByRole('button', { name: listMessages.resume }).click();
    await page.waitForFunction(() => document.title.startsWith('61 playing'));
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '0', web: 'true' });
  });

  test('keeps every row where it is while somebody is on the list, and moves them when asked', async () => {
    await using own = await openSampleServers();
    await using page = await open({ of: own });
    await page.clock.install();
    await page.goto('/');
    const rowOf = (name: string) => page.locator('.board > li', { hasText: name });
    const starOf = (name: string) => rowOf(name).getByRole('button', { name: 'Favourite' });
    const changes = page.locator('[data-live="changes"]');
    const before = await namesOf(page);
    await starOf('Empty plains').click();
    await starOf('Lava').click();
    const row = await rowOf('Lava').elementHandle();

    // The pointer and the focus are on the star.
    await beatTo(own, '198.51.100.3', { name: 'Night city', users: '50', max: '60' });
    await beatTo(own, '198.51.100.2', { name: 'Lava survival', users: '60', max: '64' });
    await beatTo(own, '198.51.100.21', { name: 'Newcomer', users: '3' });
    await refreshed(page);
    await page.getByRole('button', { name: '2 changes' }).waitFor();
    expect(await namesOf(page)).toEqual([
      ...[before[0], 'Lava survival', 'Night city', ...before.slice(3)],
    ] as string[]);
    expect(await rowOf('Lava').locator('span').textContent()).toBe('60/64');
    expect(await rowOf('Lava').locator('span').getAttribute('class')).toBe('changed');
    expect(await rowOf('Empty').locator('span').getAttribute('class')).toBeNull();
    expect(await page.title()).toStartWith('147 playing on 7');
    const focused = await page.evaluate(() => document.activeElement?.closest('li')?.id);
    expect(focused).toBe((await row?.getAttribute('id')) ?? undefined);

    const moved = ['Lava survival', 'Night city', FIRST, 'Newcomer', ...before.slice(3)];
    await changes.click();
    await rowOf('Newcomer').waitFor();
    expect(await namesOf(page)).toEqual(moved as string[]);
    expect(await changes.isVisible()).toBe(false);
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true);
    const pressed = page.locator('.board > li:has(.star[aria-pressed="true"])');
    expect(await pressed.locator('> a:first-of-type').allTextContents()).toEqual([
      'Lava survival Join',
      'Empty plains Play',
    ]);

    // Scrolled, with nobody on it: it is held as well, until it is at its start again.
    await page.setViewportSize({ width: 900, height: 300 });
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.evaluate(() => window.scrollTo(0, 90));
    await beatTo(own, '198.51.100.5', { name: 'Bold', users: '63', max: '64' });
    await refreshed(page);
    await page.getByRole('button', { name: '1 change', exact: true }).waitFor();
    expect(await namesOf(page)).toEqual([
      ...moved.slice(0, -2),
      'Bold',
      ...moved.slice(-1),
    ] as string[]);
    expect(await page.evaluate(() => window.scrollY)).toBe(90);
    await page.evaluate(() => window.scrollTo(0, 0));
    await refreshed(page);
    await changes.waitFor({ state: 'hidden' });
    expect((await namesOf(page))[0]).toBe('Bold');

    await showFilters(page);
    await page.getByLabel(listMessages.favouritesOnly, { exact: true }).check();
    await beatTo(own, '198.51.100.2', { name: 'Lava survival', users: '1', max: '64' });
    await refreshed(page);
    await page.waitForFunction(() => document.title.startsWith('150 playing'));
    expect(await namesOf(page)).toEqual(['Lava survival', 'Empty plains']);
  });

  test('shifts hardly anything in a minute in which three hundred servers change', async () => {
    await using own = await openListening({ trustedProxies: ['127.0.0.1/32'] });
    const players: number[] = [];
    const beatAll = async (minute: number) => {
      for (let server = 0; server < 300; server += 1) {
        // Each time a fifth of them has other players.
        if (minute > 0 && server % 5 !== minute % 5) continue;
        players[server] = (server * 7 + minute * 31) % 60;
        const users = `${players[server]}`;
        const body = beatForm({ name: `Server ${server}`, users, max: '64' });
        const headers = {
          'x-forwarded-for': `198.51.${100 + (server >> 7)}.${1 + (server & 127)}`,
        };
        await fetch(`http://127.0.0.1:${own.port}/heartbeat.jsp`, {
          method: 'POST',
          body,
          headers,
        });
      }
      await own.advance(1_000);
    };
    await beatAll(0);
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await using page = await open({ of: own, viewport });
      await page.goto('/');
      await page.evaluate(() => {
        const seen: number[] = [];
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            seen.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let moves = 0;
      for (let turn = 1; turn <= 12; turn += 1) {
        const before = await namesOf(page);
        await beatAll(turn);
        // It asks at once, as when five seconds are over.
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        const total = players.reduce((sum, users) => sum + users, 0).toLocaleString('en');
        await page.waitForFunction((shown) => document.title.startsWith(shown), `${total} playing`);
        // Updates are five seconds apart: rows have long stopped sliding.
        await page.evaluate(async () => {
          const slides = document.getAnimations().filter((it) => !(it instanceof CSSAnimation));
          await Promise.allSettled(slides.map(({ finished }) => finished));
        });
        const after = await namesOf(page);
        moves += after.slice(0, 80).filter((name, place) => name !== before[place]).length;
      }
      // The next frame reports what the last one shifted.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const shifts = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
      expect(moves).toBeGreaterThan(100);
      expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
    }
  });

  test('keeps one sparkline in each row while the list changes', async () => {
    await using page = await open();
    await page.goto('/');
    const sparksOf = () =>
      page
        .locator('.board > li')
        .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('svg').length));
    expect(await sparksOf()).toEqual([1, 1, 1, 1, 1, 1]);
    await beatTo(app, '198.51.100.20', { name: 'Newcomer', users: '30' });
    await page.locator('.board > li', { hasText: 'Newcomer' }).waitFor();
    expect(
      await page.locator('.board > li', { hasText: 'Newcomer' }).locator('small').count(),
    ).toBe(1);
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
      const notice = page.getByText(listMessages.outdated);
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
