// Installations with a web client, and visitors who play: only a browser runs it.

import { expect } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { gameMessages } from '../../src/modules/web-client/messages.ts';
import type { RunningMuster } from '../support/binary.ts';
import { type Chromium, findBarriers, openPage } from '../support/chromium.ts';
import { beatForm, PASSWORD } from '../support/test-app.ts';
import type { Played, Seen } from '../support/web-client.ts';

const pictures = process.env.MUSTER_TEST_PICTURES;

/** What the page says of a connection that its server closed. */
export const closedBy = (server: string) => gameMessages.script(server, '', false).closed.other;

/** A running service, and the address that visitors know it by. */
export interface Installation {
  muster: RunningMuster;
  origin: string;
}

/** Puts a game server of this machine into the list; returns the path of its page. */
export async function list(
  { muster, origin }: Installation,
  port: number,
  fields = {},
): Promise<string> {
  const answer = await fetch(`${muster.url}/heartbeat.jsp`, {
    method: 'POST',
    tls: { rejectUnauthorized: false },
    body: beatForm({ name: '&aFreebuild &c[Open]', port: `${port}`, web: 'true', ...fields }),
    headers: { host: new URL(origin).host },
  });
  return new URL(await answer.text()).pathname;
}

/** Makes an account by the command line; verified by default. */
export async function register({ muster }: Installation, name: string): Promise<void> {
  const words = ['account', 'create', name, '--email', `${name}@example.net`, '--password-stdin'];
  await muster.mustRun(words, { stdin: PASSWORD });
}

/** A page of a new visitor, who logs in where a name is given; every breach of the policy is a problem. */
export async function visit(browser: Chromium, origin: string, path: string, options: Visit = {}) {
  const { name, ...context } = options;
  const reader = await openPage(browser, { origin }, { ignoreHTTPSErrors: true, ...context });
  const { page, problems } = reader;
  await page.exposeFunction('tellBreach', (text: string) => problems.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const own = window as unknown as { breaches?: number; tellBreach(text: string): void };
      own.breaches = (own.breaches ?? 0) + 1;
      own.tellBreach(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(path);
  if (name !== undefined) {
    await page.evaluate(
      async ([username, password]) => {
        const { token } = await (await fetch('/api/login/')).json();
        const form = new URLSearchParams({ username, password, token });
        await fetch('/api/login/', { method: 'POST', body: form });
      },
      [name, PASSWORD] as const,
    );
    await page.reload();
  }
  return reader;
}

/** Who visits, and with which browser. */
export type Visit = BrowserContextOptions & { name?: string };

/** Presses the button that starts the game. */
export const startGame = (page: Page) =>
  page.getByRole('button', { name: gameMessages.play }).click();
/** Waits until the page says so of the game. */
export const statusOf = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
/** What the game saw of itself. */
export const seenBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen) as Promise<Seen>;

/** What the game made of messages and input. */
export const playedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { game: Played }).game) as Promise<Played>;

/** Moves a finger up from the middle of what is shown; returns how far the page went, in CSS pixels. */
export async function swipe(page: Page, selector: string, distance = 150): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = await page.evaluate(() => window.scrollY);
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: at }],
    });
  await send('touchStart', y);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', y - (distance * step) / 10);
  await send('touchEnd');
  await session.detach();
  // The page may still glide.
  await page.waitForTimeout(300);
  return (await page.evaluate(() => window.scrollY)) - before;
}

/** Takes a picture where a folder for them is named. */
export async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await page.screenshot({ path: `${pictures}/web-client-${name}.png`, fullPage: true });
}

/** Nothing is in anybody's way, and nothing wider than the screen. */
export async function expectNoBarriers(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  const [width, wanted] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(width).toBeLessThanOrEqual(wanted ?? 0);
}
