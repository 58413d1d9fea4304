// Only a browser over https shows that the web client plays through the relay, leaves the page usable, or says why it cannot.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Page } from 'playwright-core';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { gameMessages } from '../../src/modules/web-client/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { findFreePort, makeFolder, startMuster } from '../support/binary.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../support/certificates.ts';
import { type Chromium, hasChromium, openChromium, openPage } from '../support/chromium.ts';
import { TestGameServer } from '../support/game-server.ts';
import { SALT } from '../support/test-app.ts';
import { writeWebClient } from '../support/web-client.ts';
import {
  closedBy,
  expectNoBarriers,
  type Installation,
  list,
  picture,
  playedBy,
  register,
  seenBy,
  startGame,
  statusOf,
  swipe,
  type Visit,
  visit,
} from './web-client-setup.ts';

// A browser is slow on a busy machine.

const RECORDED = readFileSync(
  join(import.meta.dir, '../vectors/webclient-wss-upgrade-via-proxy.http'),
  'latin1',
);

const NOWHERE = { x: -1, width: 0, height: 0 };

/** Names of a request's headers in lower case. */
function headerNames(request: string): string[] {
  const lines = request.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? [];
  return lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).sort();
}

/** Ends TLS in front of a service as an operator's proxy does, and remembers what browsers sent. */
async function openTlsProxy(port: number, target: number) {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (browser) => {
    const service = connect({ host: '127.0.0.1', port: target });
    for (const [end, other] of [
      [browser, service],
      [service, browser],
    ] as const) {
      sockets.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
    browser.once('data', (chunk: Buffer) => heads.push(chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    /** The first bytes of every connection, as text. */
    heads,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.skipIf(!hasChromium)('the web client', () => {
  let browser: Chromium;
  let folder: string;
  beforeAll(async () => {
    [browser, folder] = await Promise.all([openChromium(), makeFolder()]);
    await writeWebClient(join(folder, 'game'));
  });
  afterAll(() => browser.close());

  test('plays by the service’s own TLS, without a proxy', async () => {
    const port = await findFreePort();
    const origin = `https://localhost:${port}`;
    await using game = await TestGameServer.open();
    game.echo();
    await using muster = await startMuster({
      ...{ port, tls: { cert: TEST_CERTIFICATE, key: TEST_KEY } },
      env: { MUSTER_BASE_URL: origin, MUSTER_WEB_CLIENT_DIR: join(folder, 'game') },
    });
    await register({ muster, origin }, 'Alice');
    const path = await list({ muster, origin }, game.port);
    await using reader = await visit(browser, origin, path, { name: 'Alice' });
    await startGame(reader.page);
    await statusOf(reader.page, 'Connected to Freebuild [Open].');
    const player = await game.player();
    expect((await seenBy(reader.page)).url).toBe(
      `wss://localhost:${port}/p/127.0.0.1/${game.port}`,
    );
    expect(game.complaints).toEqual([]);
    expect(player.headers.get('Origin')).toBe(origin);
    // As the browser finds localhost.
    expect(player.headers.get('X-Real-IP')).toMatch(/^(?:127\.0\.0\.1|::1)$/);
    expect(reader.problems).toEqual([]);
  });

  describe('over https', () => {
    let installation: Installation;
    let proxy: Awaited<ReturnType<typeof openTlsProxy>>;
    let game: TestGameServer;
    let path: string;
    beforeAll(async () => {
      const port = await findFreePort();
      const origin = `https://localhost:${port}`;
      game = await TestGameServer.open();
      game.echo();
      const muster = await startMuster({
        env: {
          MUSTER_BASE_URL: origin,
          MUSTER_EXTRA_HOSTS: '127.0.0.1',
          MUSTER_WEB_CLIENT_DIR: join(folder, 'game'),
          MUSTER_RELAY_CONNECT_TIMEOUT: '1s',
          MUSTER_CONTACT_EMAIL: 'team@example.net',
        },
      });
      proxy = await openTlsProxy(port, muster.port);
      installation = { muster, origin };
      await register(installation, 'Alice');
    });
    // A server that sent no heartbeat for three minutes has left the list.
    beforeEach(async () => {
      path = await list(installation, game.port);
    });
    afterAll(async () => {
      await proxy[Symbol.asyncDispose]();
      await installation.muster[Symbol.asyncDispose]();
      await game[Symbol.asyncDispose]();
    });
    const open = (options: Visit = {}) => visit(browser, installation.origin, path, options);

    test('plays through the relay, with nothing that the page forbids', async () => {
      await using reader = await open({ name: 'Alice' });
      const { page, problems } = reader;
      await expectNoBarriers(page);
      await picture(page, 'ready');
      const before = game.players.length;
      await startGame(page);
      await statusOf(page, 'Connected to Freebuild [Open].');
      const player = await game.player(before);
      await page.waitForFunction(
        () => (window as unknown as { seen: { received: unknown[] } }).seen.received.length > 0,
      );
      const seen = await seenBy(page);
      const { port } = new URL(installation.origin);
      expect(seen).toEqual({
        arguments: ['Alice', md5Hex(`${SALT}Alice`), `localhost/p/127.0.0.1/${game.port}`, port],
        texturesStatus: 200,
        answer: 42,
        url: `wss://localhost:${port}/p/127.0.0.1/${game.port}`,
        protocol: 'ClassiCube',
        received: [[0, 7, 42]],
        options: `http-skinserver=${installation.origin}/skin\n`,
      });
      expect(game.complaints).toEqual([]);
      expect(player.headers.get('Origin')).toBe(installation.origin);
      expect(player.headers.get('X-Real-IP')).toBe('127.0.0.1');

      const upgrade = proxy.heads.find((head) => /^upgrade: websocket/im.test(head)) ?? '';
      expect(upgrade).toStartWith(`GET /p/127.0.0.1/${game.port} HTTP/1.1\r\nHost: localhost:`);
      // The recorded browser was not logged in anywhere.
      expect(headerNames(upgrade).filter((name) => name !== 'cookie')).toEqual(
        headerNames(RECORDED),
      );
      expect(upgrade).toContain('Sec-WebSocket-Protocol: ClassiCube\r\n');
      expect(problems).toEqual([]);
      await expectNoBarriers(page);
      const size = await page.locator('canvas').evaluate((it: HTMLCanvasElement) => it.width);
      expect(size).toBeGreaterThan(300);
      await picture(page, 'playing');

      player.close(1000);
      await statusOf(page, closedBy('Freebuild [Open]'));
      await expectNoBarriers(page);
      await picture(page, 'ended');
      expect(problems).toEqual([]);
    });

    test('is joined again with a new mppass, and starts by itself', async () => {
      const restarted = await TestGameServer.open();
      await using _ends = restarted;
      restarted.echo();
      const name = { name: 'Restarted' };
      const restartedPath = await list(installation, restarted.port, name);
      await using reader = await visit(browser, installation.origin, restartedPath, {
        name: 'Alice',
      });
      const { page, problems } = reader;
      await startGame(page);
      await statusOf(page, 'Connected to Restarted.');
      const again = page.getByRole('button', { name: 'Join again' });
      expect(await again.isVisible()).toBe(false);
      (await restarted.player()).close(1000);
      await statusOf(page, closedBy('Restarted'));
      await page.getByText(gameMessages.joinAgainHint).waitFor();
      await expectNoBarriers(page);
      await list(installation, restarted.port, { ...name, salt: 'fedcba9876543210' });
      await again.click();
      await statusOf(page, 'Connected to Restarted.');
      expect((await seenBy(page)).arguments[1]).toBe(md5Hex('fedcba9876543210Alice'));
      expect(await again.isVisible()).toBe(false);
      // After some time it does not start by itself.
      await page.reload();
      await page.getByRole('button', { name: gameMessages.play }).waitFor();
      expect(await page.locator('canvas').isVisible()).toBe(false);
      expect(problems).toEqual([]);
    });

    test('leaves keys and wheel to the page where they are meant for it', async () => {
      const viewport = { width: 1280, height: 600 };
      await using reader = await open({ name: 'Alice', viewport });
      const { page } = reader;
      await startGame(page);
      await statusOf(page, 'Connected');
      await page.keyboard.press('a');
      expect((await playedBy(page)).taken).toEqual(['keydown', 'keyup']);

      await page.getByText(serverMessages.launcherTitle).click();
      const taken = (await playedBy(page)).taken.length;
      const address = page.getByLabel(serverMessages.addressLabel);
      await address.focus();
      await page.keyboard.down('ArrowLeft');
      await page.keyboard.up('ArrowLeft');
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.mouse.move(640, 20);
      await page.mouse.wheel(0, 100);
      await page.waitForFunction(() => window.scrollY > 50);
      expect((await playedBy(page)).taken).toHaveLength(taken);

      // A click into the game brings the keys back; one that is held while the focus leaves comes up there.
      await page.locator('canvas').click();
      await page.keyboard.down('w');
      await address.focus();
      await page.keyboard.up('w');
      expect((await playedBy(page)).taken.slice(taken)).toEqual(['keydown', 'keyup']);
    });

    describe('on a phone', () => {
      const phone = {
        name: 'Alice',
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      };

      /** Taps and swipes over the page's own parts, which the game must not see. */
      async function expectUsable(page: Page): Promise<void> {
        await page.evaluate(() => window.scrollTo(0, 0));
        expect(await swipe(page, 'h1')).toBeGreaterThan(80);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        expect(await swipe(page, '.over-time h2', -150)).toBeLessThan(-80);
        const ways = page.getByText(serverMessages.launcherTitle);
        const copy = page.getByRole('button', { name: 'Copy address' });
        if (!(await copy.isVisible())) await ways.tap();
        await copy.scrollIntoViewIfNeeded();
        await copy.tap();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
      }

      test('leaves taps and scrolling to the page, also when the connection is lost', async () => {
        await using reader = await open(phone);
        const { page, problems } = reader;
        const before = game.players.length;
        await startGame(page);
        await statusOf(page, 'Connected');
        await expectUsable(page);
        expect((await playedBy(page)).taken).toEqual([]);
        await page.locator('canvas').tap();
        expect((await playedBy(page)).taken).toEqual(['touchstart', 'touchend']);
        expect(await swipe(page, 'canvas')).toBe(0);

        (await game.player(before)).drop();
        await statusOf(page, 'The connection to Freebuild [Open] was lost.');
        await expectUsable(page);
        await page.getByRole('button', { name: 'Join again' }).tap();
        await statusOf(page, 'Connected');
        expect(problems).toEqual([]);
      });

      test('has the whole width, a useful height, and the full screen', async () => {
        await using reader = await open(phone);
        const { page, problems } = reader;
        const full = page.getByRole('button', { name: 'Full screen' });
        expect(await full.isVisible()).toBe(false);
        await startGame(page);
        await statusOf(page, 'Connected');
        const { x, width, height } = (await page.locator('canvas').boundingBox()) ?? NOWHERE;
        expect([x, width]).toEqual([0, 390]);
        expect(height).toBeGreaterThan(450);
        expect(height).toBeLessThan(0.75 * 844);
        await expectNoBarriers(page);
        await picture(page, 'phone');
        await page.evaluate(() => {
          const own = window as unknown as { resizes: number };
          own.resizes = 0;
          window.addEventListener('resize', ({ isTrusted }) => {
            if (!isTrusted) own.resizes += 1;
          });
        });
        await full.tap();
        await page.waitForFunction(() => document.fullscreenElement?.className === 'stage');
        // The game reads its size on this event, which the browser does not send where the window stays as it is.
        await page.waitForFunction(() => (window as unknown as { resizes: number }).resizes === 1);
        await page.waitForFunction(
          () => document.querySelector('canvas')?.clientHeight === window.innerHeight,
        );
        expect(await page.locator('canvas').evaluate((it) => it.clientWidth)).toBe(390);
        const index = game.players.length - 1;
        (await game.player(index)).drop();
        // The page says why, and it cannot be seen behind the game.
        await page.waitForFunction(() => document.fullscreenElement === null);
        await statusOf(page, 'The connection to Freebuild [Open] was lost.');
        expect(problems).toEqual([]);
      });
    });

    test.each([
      ['dark', 360, 'en'],
      ['light', 360, 'en'],
      ['light', 360, 'de'],
      ['dark', 1280, 'en'],
      ['dark', 1280, 'de'],
    ] as const)(
      'fits the screen: %s, %d pixels wide, in %s',
      async (colorScheme, width, locale) => {
        const viewport = { width, height: 800 };
        await using reader = await open({ name: 'Alice', colorScheme, viewport, locale });
        const { page, problems } = reader;
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        await inLanguage(locale, () => startGame(page));
        await statusOf(page, locale === 'de' ? 'verbunden' : 'Connected');
        await expectNoBarriers(page);
        await picture(page, `playing-${width}-${colorScheme}-${locale}`);
        expect(problems).toEqual([]);
      },
    );

    test('opens no other WebSocket than that of this server', async () => {
      await using reader = await open({ name: 'Alice' });
      const { page, problems } = reader;
      await page.evaluate(
        (origin) => {
          new WebSocket(`${origin.replace('https', 'wss')}/p/127.0.0.1/1`, 'ClassiCube');
        },
        installation.origin.replace('localhost', '127.0.0.1'),
      );
      await page.waitForFunction(() => (window as unknown as { breaches: number }).breaches > 0);
      expect(problems.join('\n')).toContain('connect-src');
    });

    test('says why, when the game server does not answer', async () => {
      const silent = await TestGameServer.open();
      silent.greeting = 'silence';
      await using _ends = silent;
      const silentPath = await list(installation, silent.port, { name: 'Silent' });
      await using reader = await visit(browser, installation.origin, silentPath, { name: 'Alice' });
      await startGame(reader.page);
      await statusOf(reader.page, 'Silent did not answer in time');
      await expectNoBarriers(reader.page);
      await picture(reader.page, 'silent');
    });

    test('says so, when the game server is slow', async () => {
      const mute = await TestGameServer.open();
      await using _ends = mute;
      const mutePath = await list(installation, mute.port, { name: 'Mute' });
      await using reader = await visit(browser, installation.origin, mutePath, { name: 'Alice' });
      const { page } = reader;
      await page.clock.install();
      await startGame(page);
      const player = await mute.player();
      await statusOf(page, 'Connecting to Mute…');
      await page.clock.fastForward(10_001);
      await statusOf(page, 'Mute has not answered for ten seconds.');
      player.send(Buffer.from([0]));
      await statusOf(page, 'Connected to Mute.');
      for (const socket of mute.sockets) socket.destroy();
      await statusOf(page, 'The connection to Mute was lost.');
      // The game may reconnect by itself: the newest connection is the one that is returned.
      await page.evaluate(() => {
        const { url } = (window as unknown as { seen: { url: string } }).seen;
        new WebSocket(url, 'ClassiCube');
      });
      await statusOf(page, 'Connecting to Mute…');
      (await mute.player(1)).send(Buffer.from([0]));
      await statusOf(page, 'Connected to Mute.');
    });

    test('says so, when the script does not arrive', async () => {
      await using reader = await open({ name: 'Alice' });
      const { page } = reader;
      await page.route('**/static/ClassiCube.js*', (route) => route.abort());
      await startGame(page);
      await statusOf(page, 'The game could not be downloaded.');
      const operator = page.getByRole('status').getByRole('link', { name: 'the operator' });
      expect(await operator.getAttribute('href')).toBe('mailto:team@example.net');
      await expectNoBarriers(page);
      await page.unroute('**/static/ClassiCube.js*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await statusOf(page, 'Connected to Freebuild [Open].');
    });

    test('says so, when the game breaks', async () => {
      await using reader = await open({ name: 'Alice' });
      const { page } = reader;
      await page.route('**/static/ClassiCube.wasm*', (route) =>
        route.fulfill({ body: 'no module', contentType: 'application/wasm' }),
      );
      await startGame(page);
      await statusOf(page, 'The game stopped with an error.');
      const status = page.getByRole('status').filter({ hasText: 'WebAssembly' });
      await status.waitFor();
      // The browser's own sentence, without the name that the language has for it.
      expect(await status.textContent()).not.toMatch(/Error: /);
    });

    test('says so, when the connection is refused', async () => {
      await using reader = await open({ name: 'Alice' });
      const { page } = reader;
      await list(installation, game.port, { web: 'false' });
      await startGame(page);
      await statusOf(page, 'This site could not connect you');
      await list(installation, game.port);
      await picture(page, 'refused');
    });

    test('says so, when the server went offline', async () => {
      const left = await findFreePort();
      const leftPath = await list(installation, left, { name: 'Left', public: 'false' });
      await using reader = await visit(browser, installation.origin, leftPath, { name: 'Alice' });
      const { page } = reader;
      await list(installation, left, { name: 'Left', public: 'false', web: 'false' });
      // What the service says once the server is stale.
      await page.route('**/api/server/*', (route) => route.fulfill({ json: { servers: [] } }));
      await startGame(page);
      await statusOf(page, 'Left is no longer online');
    });

    test('links to the only origin that the relay accepts', async () => {
      const other = installation.origin.replace('localhost', '127.0.0.1');
      await using reader = await visit(browser, other, path, { name: 'Alice' });
      const { page } = reader;
      const link = page.getByRole('link', { name: 'Open it there' });
      expect(await link.getAttribute('href')).toBe(`${installation.origin}${path}`);
      expect(await page.getByRole('button', { name: gameMessages.play }).isVisible()).toBe(false);
      await expectNoBarriers(page);
      await picture(page, 'elsewhere');
    });

    test('without JavaScript the page says that it is needed', async () => {
      await using reader = await open({ name: 'Alice' });
      const state = await reader.page.context().storageState();
      await using plain = await openPage(
        browser,
        { origin: installation.origin },
        { ignoreHTTPSErrors: true, javaScriptEnabled: false, storageState: state },
      );
      await plain.page.goto(path);
      expect(await plain.page.getByText(gameMessages.needsScript).isVisible()).toBe(true);
      expect(await plain.page.getByRole('button', { name: gameMessages.play }).count()).toBe(0);
    });
  });
});
