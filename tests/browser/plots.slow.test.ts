// Only a browser shows the values of a plot under pointer, finger and arrow keys, in the time zone of its reader.

import { describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { historyMessages as messages } from '../../src/modules/history/messages.ts';
import { statisticsMessages as statistics } from '../../src/modules/statistics/messages.ts';
import { labels } from '../../src/platform/messages/messages.ts';
import { beatTo, findBarriers, hasChromium, useBrowser } from '../support/chromium.ts';
import { lookAt } from '../support/look.ts';
import { type ListeningApp, openListening } from '../support/test-app.ts';
import { FREEBUILD, openSampleServers } from './sample-servers.ts';

const PAGE = `/server/play/${FREEBUILD}/`;

interface Samples {
  from: number;
  step: number;
  players: (number | null)[];
  peaks: (number | null)[];
}

describe.skipIf(!hasChromium)('in a browser', () => {
  let app: ListeningApp;
  const open = useBrowser(async () => {
    app = await openSampleServers();
    return app;
  });

  const timesOf = (page: Page) => page.locator('.history-times text').allTextContents();
  const axisOf = (page: Page) => page.locator('.history-axis').last().textContent();
  const readingOf = (page: Page) => page.locator('.history-value');

  /** What the API says of ten minutes, an hour or a day in UTC. */
  async function readSpan(page: Page, source: string, start: number, lengthMs: number) {
    const samples = (await (await page.request.get(source)).json()) as Samples;
    const first = (start / 1_000 - samples.from) / samples.step;
    const count = lengthMs / 1_000 / samples.step;
    const known = (all: (number | null)[]) =>
      all.slice(Math.max(0, first), first + count).filter((one) => one !== null);
    const means = known(samples.players);
    const mean = Math.round(means.reduce((sum, one) => sum + one, 0) / means.length);
    return { mean, peak: Math.max(...known(samples.peaks)) };
  }

  async function pointAt(plot: Locator, share: number): Promise<void> {
    await plot.scrollIntoViewIfNeeded();
    // What scrolls ends a value; the event comes with the next frame.
    await plot.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    await plot.hover({ position: { x: width * share, y: height / 2 } });
  }

  test('without scripts times are whole hours in UTC, and the axes say so', async () => {
    await using page = await open({ javaScriptEnabled: false });
    await page.goto(PAGE);
    expect(await axisOf(page)).toBe(messages.axisUtc);
    expect(await page.locator('.history-axis').first().textContent()).toBe(labels.players);
    expect((await timesOf(page)).toSorted()).toEqual([
      ...['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'],
    ]);
  });

  // Other zones and changes of the clock: tests/modules/history/plot-times.test.ts.
  test('times are whole hours in the time zone of the reader', async () => {
    await using page = await open({ timezoneId: 'Asia/Kathmandu' });
    await page.goto(PAGE);
    await page.getByText(messages.axisLocal.replace('{zone}', 'Nepal Time')).waitFor();
    expect((await timesOf(page)).toSorted()).toEqual([
      ...['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'],
    ]);
  });

  test('ninety days are whole days of the reader, and days in UTC without scripts', async () => {
    const pathOf = async (options: { javaScriptEnabled?: boolean; timezoneId?: string }) => {
      await using page = await open(options);
      await page.goto(`${PAGE}?period=90d`);
      await page.waitForLoadState('networkidle');
      return await page.locator('.history-peaks').getAttribute('d');
    };
    const inUtc = await pathOf({ javaScriptEnabled: false });
    expect(await pathOf({ timezoneId: 'UTC' })).toBe(inUtc);
    const inTokyo = await pathOf({ timezoneId: 'Asia/Tokyo' });
    expect(inTokyo).toStartWith('M');
    expect(inTokyo).not.toBe(inUtc);
  });

  test('the pointer and the arrow keys show the values of a time', async () => {
    await using page = await open({ timezoneId: 'UTC' });
    await page.goto(`${PAGE}?period=7d`);
    const plot = page.getByRole('slider');
    await pointAt(plot, 0.5);
    await readingOf(page)
      .getByText(/on average/)
      .waitFor();
    const pointed = (await readingOf(page).textContent()) ?? '';
    const shownAt = Number(await plot.getAttribute('aria-valuenow'));
    const start = Math.floor(shownAt / 3_600_000) * 3_600_000;
    const source = `/api/v1/servers/${FREEBUILD}/history?range=7d`;
    const { mean, peak } = await readSpan(page, source, start, 3_600_000);
    expect(pointed).toEndWith(`: ${mean} on average, ${peak} at most`);
    expect(pointed).toContain(new Date(start).toISOString().slice(11, 16));
    await page.mouse.move(0, 0);
    await readingOf(page).waitFor({ state: 'hidden' });

    await plot.focus();
    await readingOf(page).waitFor();
    expect(Number(await plot.getAttribute('aria-valuenow'))).toBe(shownAt);
    await page.keyboard.press('ArrowLeft');
    expect(Number(await plot.getAttribute('aria-valuenow'))).toBe(shownAt - 3_600_000);
    const before = await readSpan(page, source, start - 3_600_000, 3_600_000);
    const ending = `: ${before.mean} on average, ${before.peak} at most`;
    await readingOf(page).getByText(ending).waitFor();
    expect(await plot.getAttribute('aria-valuetext')).toEndWith(ending);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    const first = Number(await plot.getAttribute('aria-valuenow'));
    await page.keyboard.press('End');
    const last = Number(await plot.getAttribute('aria-valuenow'));
    expect((last - first) / 3_600_000).toBeGreaterThan(166);
    expect((last - first) / 3_600_000).toBeLessThanOrEqual(168);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await readingOf(page).waitFor({ state: 'hidden' });
  });

  test('the plot of the list stays as it is read while the list changes', async () => {
    await using page = await open({ timezoneId: 'Asia/Tokyo' });
    await page.goto('/');
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    const value = readingOf(page);
    await value.waitFor();
    const read = (await value.textContent()) ?? 'none';
    await beatTo(app, '198.51.100.6', { name: 'Empty plains', users: '7' });
    await page.locator('.board > li', { hasText: 'Empty plains' }).getByText(/^7\//).waitFor();
    expect(await value.textContent()).toBe(read);
    expect(await value.isVisible()).toBe(true);
    expect(await page.getByRole('slider').evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    expect(await axisOf(page)).toBe(messages.axisLocal.replace('{zone}', 'Japan Standard Time'));
    expect(await page.locator('.history-times').count()).toBe(1);
  });

  describe('a sparkline of the list', () => {
    const HOUR_MS = 3_600_000;
    const rowOf = (page: Page) => page.locator('.board > li', { hasText: 'Freebuild' });
    const shownBy = (page: Page) => page.locator('.spark-value');

    /** What the hour at this place among the 24 has by the API, and when it begins. */
    async function readHour(page: Page, hour: number) {
      const madeAt = await page.locator('[data-live="made"] time').getAttribute('datetime');
      const start = (Math.floor(Date.parse(madeAt ?? '') / HOUR_MS) - 23 + hour) * HOUR_MS;
      const source = `/api/v1/servers/${FREEBUILD}/history?range=24h`;
      return { start, ...(await readSpan(page, source, start, HOUR_MS)) };
    }
    const clock = (start: number, timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
        start,
      );

    test.each([
      ['en', 'Europe/Berlin', 'player', 'players'],
      ['de', 'Asia/Kathmandu', 'Spieler', 'Spieler'],
    ])(
      'shows each hour under the pointer, in %s and %s',
      async (locale, timezoneId, one, other) => {
        await using page = await open({ locale, timezoneId });
        await page.goto('/');
        const spark = rowOf(page).locator(':scope > svg:has(path)');
        const read: string[] = [];
        for (const hour of [1, 9, 17, 22]) {
          await pointAt(spark, (hour + 0.5) / 24);
          const { start, mean } = await readHour(page, hour);
          const text = `${clock(start, timezoneId)}: ${mean} ${mean === 1 ? one : other}`;
          expect(await shownBy(page).textContent()).toBe(text);
          read.push(text);
        }
        expect(new Set(read.map((text) => text.split(': ')[1])).size).toBeGreaterThan(1);
        expect(await spark.evaluate((it) => it.matches('[tabindex], a *, button *'))).toBe(false);
        expect(await findBarriers(page)).toEqual([]);
        await page.keyboard.press('Escape');
        expect(await shownBy(page).isVisible()).toBe(false);
        await pointAt(spark, 0.5);
        expect(await shownBy(page).isVisible()).toBe(true);
        await page.mouse.move(0, 0);
        expect(await shownBy(page).isVisible()).toBe(false);
      },
    );

    test('shows an hour to a finger, until it touches something else', async () => {
      const viewport = { width: 820, height: 1180 };
      const options = { viewport, hasTouch: true, timezoneId: 'UTC' };
      await using page = await open(options);
      await page.goto('/');
      const spark = rowOf(page).locator(':scope > svg:has(path)');
      const { x = 0, y = 0, width = 0 } = (await spark.boundingBox()) ?? {};
      await page.touchscreen.tap(x + (width * 12.5) / 24, y + 5);
      const { start, mean } = await readHour(page, 12);
      expect(await shownBy(page).textContent()).toBe(
        `${clock(start, 'UTC')}: ${mean} ${mean === 1 ? 'player' : 'players'}`,
      );
      expect(await shownBy(page).isVisible()).toBe(true);
      expect(new URL(page.url()).pathname).toBe('/');
      await page.touchscreen.tap(2, 2);
      expect(await shownBy(page).isVisible()).toBe(false);
    });
  });

  test('the statistics show registrations of a day in UTC, whatever the reader’s time zone', async () => {
    await using shown = await openListening({ areRegistrationsShown: true });
    await shown.register('Alice');
    await using page = await open({ of: shown, timezoneId: 'America/Los_Angeles' });
    await page.goto('/statistics/');
    const plot = page.getByRole('slider', { name: statistics.registrationsTitle });
    await plot.focus();
    const value = page.locator('.history-value:visible');
    const day = (at: number) =>
      new Intl.DateTimeFormat('en-GB', {
        ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
      }).format(at);
    await value.getByText(`${day(shown.now())}: 1 registered`).waitFor();
    await page.keyboard.press('ArrowLeft');
    await value.getByText(`${day(shown.now() - 86_400_000)}: 0 registered`).waitFor();
    await pointAt(plot, 0.999);
    await value.getByText(`${day(shown.now())}: 1 registered`).waitFor();
    const axes = page.locator('.history', { has: plot }).locator('.history-axis');
    expect(await axes.last().textContent()).toBe(messages.axisUtc);
    expect(await findBarriers(page)).toEqual([]);
  });

  describe.each([
    [1280, 'light'],
    [360, 'dark'],
  ] as const)('%d pixels wide, %s', (width, colorScheme) => {
    test('the list with the value of an hour, and plots with one', async () => {
      const options = { viewport: { width, height: 800 }, colorScheme, timezoneId: 'Asia/Kolkata' };
      await using page = await open(options);
      await page.goto('/');
      // Phones have no room for it.
      for (const share of width < 720 ? [] : [0.02, 0.98]) {
        await pointAt(page.locator('.board > li > svg:has(path)').first(), share);
        const { x = -1, width: wide = 0 } =
          (await page.locator('.spark-value').boundingBox()) ?? {};
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
      }
      if (width >= 720) await lookAt(page, 'spark-value');
      for (const period of ['24h', '7d', '90d']) {
        await page.goto(`${PAGE}?period=${period}`);
        await page.getByRole('slider').focus();
        await page.keyboard.press('PageDown');
        await readingOf(page).waitFor();
        await lookAt(page, `plot-${period}`);
      }
    });
  });
});
