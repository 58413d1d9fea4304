// Only a browser on a page of another origin shows the widget and the badge, with what that page forbids.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { helpMessages } from '../../src/modules/start/messages.ts';
import { type Chromium, hasChromium, openChromium } from '../support/chromium.ts';
import { beatForm, type ListeningApp, openListening } from '../support/test-app.ts';

const HOSTILE = `<img src=x onerror="document.title='hacked'">&a</bdi>`;

/** A site of somebody else, which trusts Muster's scripts and nothing inline. */
function openSite(muster: string, html: () => string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response(`<!doctype html><title>theirs</title><body>${html()}</body>`, {
        headers: {
          'content-type': 'text/html',
          'content-security-policy': `default-src 'none'; script-src ${muster}; connect-src ${muster}; img-src ${muster}`,
        },
      }),
  });
}

describe.skipIf(!hasChromium)('on another site', () => {
  let browser: Chromium;
  let app: ListeningApp;
  let site: ReturnType<typeof openSite>;
  let muster = '';
  let html = '';

  beforeAll(async () => {
    browser = await openChromium();
    app = await openListening({ serversPerAddress: 20 });
    muster = `http://127.0.0.1:${app.port}`;
    site = openSite(muster, () => html);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop(true);
    await app[Symbol.asyncDispose]();
  });

  async function beat(fields: Record<string, string>): Promise<void> {
    const answer = await fetch(`${muster}/server/heartbeat`, {
      method: 'POST',
      body: beatForm(fields),
    });
    expect(await answer.text()).toContain('/server/play/');
    await app.advance(1_000);
  }

  /** Shows their page, hands it over, and fails when anything on it was refused or went wrong. */
  async function visit(content: string, look: (page: Page) => Promise<void>): Promise<void> {
    html = content;
    const page = await (await browser.newContext({})).newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('favicon')) {
        troubles.push(message.text());
      }
    });
    try {
      await page.goto(`http://127.0.0.1:${site.port}/`);
      await look(page);
      expect(troubles).toEqual([]);
    } finally {
      await page.context().close();
    }
  }

  const script = (options = '') => `<script src="${muster}/embed/servers.js" ${options}></script>`;
  const widget = (page: Page) => page.locator('[data-muster-servers]');
  const box = (page: Page) => widget(page).locator('section');
  const rows = (page: Page) => widget(page).locator('li');
  const ground = (page: Page) =>
    box(page).evaluate((element) => getComputedStyle(element).backgroundColor);

  test('the widget says so when there is no server yet', async () => {
    await visit(script(), async (page) => {
      await widget(page).getByText(helpMessages.widget.empty).waitFor();
    });
  });

  test('the widget shows the list, as text, with links to its own site', async () => {
    await beat({ name: 'Freebuild &a24/7', port: '25565', users: '12', max: '32' });
    await visit(script(), async (page) => {
      await widget(page).getByText('12 playing on one server').waitFor();
    });
    await beat({ name: HOSTILE, port: '25566', users: '3' });
    await visit(script(), async (page) => {
      await rows(page).first().waitFor();
      expect(await rows(page).count()).toBe(2);
      expect(await rows(page).first().textContent()).toBe('Freebuild 24/712 / 32');
      expect(await rows(page).nth(1).textContent()).toContain('<img src=x onerror');
      expect(await widget(page).locator('img').count()).toBe(0);
      expect(await widget(page).getByText('15 playing on 2 servers').count()).toBe(1);
      expect(await rows(page).first().locator('a').getAttribute('href')).toBe(
        `${muster}/server/play/${createHash('md5').update('127.0.0.1:25565').digest('hex')}/`,
      );
      expect(await page.title()).toBe('theirs');
    });
  });

  test('the widget shows as many servers as the site sets', async () => {
    for (let port = 1; port <= 12; port += 1) await beat({ name: `S${port}`, port: `${port}` });
    const shown: [string, number][] = [
      ['', 10],
      ['data-limit="3"', 3],
      ['data-limit="0"', 10],
      ['data-limit="many"', 10],
      ['data-limit="100"', 14],
    ];
    for (const [options, count] of shown) {
      await visit(script(options), async (page) => {
        await rows(page).first().waitFor();
        expect(await rows(page).count(), options).toBe(count);
        expect(await widget(page).getByText('playing on 14 servers').count()).toBe(1);
      });
    }
  });

  test('the widget looks the same where a site resets all margins, borders and fonts', async () => {
    const lookOf = (page: Page) =>
      box(page).evaluate((element) => {
        const { padding, borderTopWidth, fontSize, color } = getComputedStyle(element);
        return { padding, borderTopWidth, fontSize, color };
      });
    const looks: object[] = [];
    await visit(script('data-theme="light"'), async (page) => {
      await rows(page).first().waitFor();
      looks.push(await lookOf(page));
      await page.evaluate(() => {
        const reset = new CSSStyleSheet();
        reset.replaceSync('*{all:unset!important;color:red!important;font-size:40px!important}');
        document.adoptedStyleSheets = [reset];
      });
      looks.push(await lookOf(page));
    });
    expect(looks[0]).toMatchObject({ padding: '16px', borderTopWidth: '1px', fontSize: '16px' });
    expect(looks[1]).toEqual(looks[0] ?? {});
  });

  test('the widget has the theme that the site sets, or the reader’s', async () => {
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(32, 30, 26)'];
    await visit(script(), async (page) => {
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await ground(page)).toBe(light);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await ground(page)).toBe(dark);
    });
    for (const [theme, colour] of [
      ['light', light],
      ['dark', dark],
      ['toString', light],
    ] as const) {
      await visit(script(`data-theme="${theme}"`), async (page) => {
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await ground(page), theme).toBe(colour);
      });
    }
  });

  test('two widgets are each where their tag is, deferred ones too', async () => {
    const content = `<p>a</p>${script('data-limit="1"')}<p>b</p>${script('defer data-limit="2"')}`;
    await visit(content, async (page) => {
      await rows(page).nth(2).waitFor();
      const order = await page.evaluate(
        "[...document.body.children].map(({ tagName }) => tagName).join(' ')",
      );
      expect(order).toBe('P SCRIPT DIV P SCRIPT DIV');
      expect(await rows(page).count()).toBe(3);
    });
  });

  test('the badge is a picture that loads', async () => {
    const hash = createHash('md5').update('127.0.0.1:25566').digest('hex');
    await visit(`<img src="${muster}/badge/${hash}.svg" alt="">`, async (page) => {
      const { width, height } = await page.locator('img').evaluate(async (element) => {
        const image = element as HTMLImageElement;
        await image.decode();
        return { width: image.naturalWidth, height: image.naturalHeight };
      });
      expect(height).toBe(20);
      expect(width).toBeGreaterThan(100);
    });
  });
});
