// Only a browser over plain http shows that the web client connects to the game server directly.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { findFreePort, makeFolder, startMuster } from '../support/binary.ts';
import { type Chromium, hasChromium, openChromium } from '../support/chromium.ts';
import { SALT } from '../support/test-app.ts';
import { type Played, writeWebClient } from '../support/web-client.ts';
import {
  expectNoBarriers,
  type Installation,
  list,
  playedBy,
  register,
  seenBy,
  startGame,
  statusOf,
  visit,
} from './web-client-setup.ts';

// A browser is slow on a busy machine.

describe.skipIf(!hasChromium)('the web client', () => {
  let browser: Chromium;
  let folder: string;
  beforeAll(async () => {
    [browser, folder] = await Promise.all([openChromium(), makeFolder()]);
    await writeWebClient(join(folder, 'game'));
  });
  afterAll(() => browser.close());

  describe('over http', () => {
    /** What a game server that speaks to browsers itself was asked for. */
    const requested: { path: string; protocol: string | null; origin: string | null }[] = [];
    const game = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request, server) {
        const { headers } = request;
        const protocol = headers.get('sec-websocket-protocol');
        requested.push({
          path: new URL(request.url).pathname,
          protocol,
          origin: headers.get('origin'),
        });
        server.upgrade(request, { headers: { 'Sec-WebSocket-Protocol': 'ClassiCube' } });
        return undefined;
      },
      websocket: { message: (socket, message) => void socket.send(message) },
    });
    /** Another site that keeps the web client, and lets every page read it. */
    const elsewhere = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const name = new URL(request.url).pathname.slice('/game/'.length);
        const file = Bun.file(join(folder, 'game', name));
        const found = await file.exists();
        return new Response(found ? file : null, {
          status: found ? 200 : 404,
          headers: { 'access-control-allow-origin': '*' },
        });
      },
    });
    afterAll(() => Promise.all([game.stop(true), elsewhere.stop(true)]));

    async function openRoutes(env: Record<string, string>): Promise<Installation> {
      const port = await findFreePort();
      const origin = `http://localhost:${port}`;
      const muster = await startMuster({ port, env: { MUSTER_BASE_URL: origin, ...env } });
      return { muster, origin };
    }

    test.each([
      ['from a folder', () => ({ MUSTER_WEB_CLIENT_DIR: join(folder, 'game') })],
      [
        'from another site',
        () => ({ MUSTER_WEB_CLIENT_URL: `http://127.0.0.1:${elsewhere.port}/game/` }),
      ],
    ])('plays on the game server itself, with a web client %s', async (_what, toEnv) => {
      const installation = await openRoutes(toEnv());
      await using _stops = installation.muster;
      await register(installation, 'Alice');
      const path = await list(installation, game.port ?? 0);
      await using reader = await visit(browser, installation.origin, path, { name: 'Alice' });
      const { page, problems } = reader;
      requested.length = 0;
      await startGame(page);
      await page.waitForFunction(
        () => (window as unknown as { seen?: { received: unknown[] } }).seen?.received.length,
      );
      await statusOf(page, 'Connected to Freebuild [Open].');
      expect(requested).toEqual([
        { path: '/', protocol: 'ClassiCube', origin: installation.origin },
      ]);
      expect(await seenBy(page)).toEqual({
        arguments: ['Alice', md5Hex(`${SALT}Alice`), '127.0.0.1', `${game.port}`],
        texturesStatus: 200,
        answer: 42,
        url: `ws://127.0.0.1:${game.port}/`,
        protocol: 'ClassiCube',
        received: [[0, 7, 42]],
        options: `http-skinserver=${installation.origin}/skin\n`,
      });
      const other = `http://127.0.0.1:${elsewhere.port}/`;
      expect(problems.filter((it) => !it.startsWith(`requested ${other}`))).toEqual([]);
      await expectNoBarriers(page);
    });

    test('reads the last messages of a game server that kicks at once, and the page shows why', async () => {
      const kicking = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch(request, server) {
          server.upgrade(request, { headers: { 'Sec-WebSocket-Protocol': 'ClassiCube' } });
          return undefined;
        },
        websocket: {
          message(socket) {
            for (const number of [1, 2, 3, 4]) socket.send(new Uint8Array([number]));
            socket.send(Buffer.from(`\u000e${'&cNo &fgriefing'.padEnd(64)}`));
            socket.terminate();
          },
        },
      });
      const installation = await openRoutes({ MUSTER_WEB_CLIENT_DIR: join(folder, 'game') });
      await using _stops = installation.muster;
      await register(installation, 'Alice');
      const path = await list(installation, kicking.port ?? 0);
      await using reader = await visit(browser, installation.origin, path, { name: 'Alice' });
      const { page } = reader;
      await startGame(page);
      await statusOf(page, 'You were disconnected by Freebuild [Open]. Its reason: No griefing');
      expect(await page.getByRole('button', { name: /again/ }).isVisible()).toBe(false);
      await page.waitForFunction(
        () => (window as unknown as { game: Played }).game.read.length === 5,
      );
      expect((await playedBy(page)).read).toEqual([1, 2, 3, 4, 14]);
      await kicking.stop(true);
    });

    test('says so, when the game server cannot be reached', async () => {
      const installation = await openRoutes({
        MUSTER_WEB_CLIENT_DIR: join(folder, 'game'),
        MUSTER_PORT_CHECK: 'false',
      });
      await using _stops = installation.muster;
      await register(installation, 'Alice');
      const port = await findFreePort();
      const path = await list(installation, port);
      await using reader = await visit(browser, installation.origin, path, { name: 'Alice' });
      await startGame(reader.page);
      await statusOf(reader.page, `Could not connect to Freebuild [Open] at 127.0.0.1:${port}.`);
    });
  });
});
