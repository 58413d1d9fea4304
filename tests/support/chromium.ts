// Debian's Chromium, driven by the tests of pages as a reader would.

import { afterAll, beforeAll, expect } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { beatForm, type ListeningApp, PASSWORD } from './test-app.ts';

/** Each page gets it: the short form is half of what has to be handed over and read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The same engine without windows takes half of the time of the whole browser. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const program = PROGRAMS.find((path) => existsSync(path));

/** Whether there is a browser; without one, tests are skipped here and fail where `CI` is set. */
export const hasChromium = program !== undefined;

/** Why tests of the browser do not run. */
export const NO_CHROMIUM = `${PROGRAMS.join(' and ')} are missing, so no page is tried in a browser. Install one: apt-get install chromium-headless-shell`;

/** A browser that is started again after it crashed, as Chromium sometimes does on a busy machine. */
export interface Chromium {
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Starts a browser that reaches nothing by itself. */
export async function openChromium(): Promise<Chromium> {
  let browser = await launch();
  return {
    async newContext(options) {
      if (!browser.isConnected()) browser = await launch();
      return browser.newContext(options);
    },
    close: () => browser.close(),
  };
}

function launch(): Promise<Browser> {
  if (program === undefined) throw new Error(NO_CHROMIUM);
  return chromium.launch({
    executablePath: program,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without a profile it would have no language for WebSockets.
      '--accept-lang=en-US',
      // Containers may give too little shared memory.
      '--disable-dev-shm-usage',
    ],
  });
}

/** A page of a new visitor, and everything that went wrong on it. */
export async function openPage(
  browser: Chromium,
  app: Pick<ListeningApp, 'port'> | { origin: string },
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] } & AsyncDisposable> {
  const origin = 'origin' in app ? app.origin : `http://127.0.0.1:${app.port}`;
  const context = await browser.newContext({ baseURL: origin, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    // The page itself makes some URLs, such as the one of a chosen picture. They cause no request to a server.
    const from = request.url().replace(/^blob:/, '');
    if (!from.startsWith(origin)) problems.push(`requested ${request.url()}`);
  });
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** How a page is opened. */
export interface Visit extends BrowserContextOptions {
  /** Another service than that of the file. */
  of?: Parameters<typeof openPage>[1] | undefined;
  /** What the browser may complain about besides forms that are refused with status 400. */
  mayFail?: RegExp;
}

/**
 * A browser for the tests of a file, and a service, which end with them. Returns what opens the page of a new visitor;
 * a test fails when it closes a page on which anything went wrong.
 */
export function useBrowser(openApp: () => Promise<ListeningApp>) {
  let app: ListeningApp;
  let browser: Chromium;
  if (!hasChromium) console.warn(NO_CHROMIUM);
  else {
    beforeAll(async () => {
      [app, browser] = await Promise.all([openApp(), openChromium()]);
    });
    afterAll(async () => {
      await browser.close();
      await app[Symbol.asyncDispose]();
    });
  }
  return async ({ of, mayFail, ...options }: Visit = {}): Promise<Page & AsyncDisposable> => {
    const reader = await openPage(browser, of ?? app, options);
    const { page, problems } = reader;
    const isExpected = (it: string) => it.includes('status of 400') || mayFail?.test(it);
    async function close(): Promise<void> {
      await reader[Symbol.asyncDispose]();
      expect(problems.filter((it) => !isExpected(it))).toEqual([]);
    }
    return Object.defineProperty(page, Symbol.asyncDispose, { value: close });
  };
}

/** Sends a heartbeat to a listening app from an address of its own, and lets the list show it. */
export async function beatTo(
  app: ListeningApp,
  address: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${app.port}/heartbeat.jsp`, {
    method: 'POST',
    body: beatForm(fields),
    headers: { 'x-forwarded-for': address },
  });
  const text = await answer.text();
  if (!text.startsWith('http')) throw new Error(text);
  await app.advance(1_000);
}

/** The accessibility problems that axe finds on a page, by rule and place. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    );
  });
}

/** Logs in on the page, in any language, and waits for the page that this leads to. */
export async function logIn(page: Page, name: string, next = '/start/', arrivesAt = next) {
  await page.goto(`/acc/login/?next=${encodeURIComponent(next)}`);
  await page.locator('input[name=username]').fill(name);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === arrivesAt);
}
