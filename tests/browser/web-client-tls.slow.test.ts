// Only a browser on the service’s own https shows that nothing else is needed to play.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { md5Hex } from '../../src/lib/md5.ts';
import { gameMessages } from '../../src/messages/messages.ts';
import { findFreePort, makeFolder, startMuster } from '../support/binary.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../support/certificates.ts';
import { type Chromium, hasChromium, openChromium } from '../support/chromium.ts';
import { TestGameServer } from '../support/game-server.ts';
import { SALT } from '../support/test-app.ts';
import { writeWebClient } from '../support/web-client.ts';
import {
  expectNoBarriers,
  type Installation,
  list,
  register,
  seenBy,
  startGame,
  statusOf,
  visit,
} from './web-client-setup.ts';

// A browser is slow on a busy machine.

describe.skipIf(!hasChromium)('the web client, without a proxy', () => {
  let browser: Chromium;
  let installation: Installation;
  let game: TestGameServer;
  beforeAll(async () => {
    const [folder, port] = await Promise.all([makeFolder(), findFreePort()]);
    const origin = `https://localhost:${port}`;
    game = await TestGameServer.open();
    game.echo();
    [browser, installation] = await Promise.all([
      openChromium(),
      startMuster({
        port,
        tls: { cert: TEST_CERTIFICATE, key: TEST_KEY },
        env: {
          MUSTER_BASE_URL: origin,
          MUSTER_WEB_CLIENT_DIR: await writeWebClient(join(folder, 'game')),
        },
      }).then((muster) => ({ muster, origin })),
    ]);
    await register(installation, 'Alice');
  });
  afterAll(async () => {
    await browser.close();
    await installation.muster[Symbol.asyncDispose]();
    await game[Symbol.asyncDispose]();
  });

  test('plays through the relay, with the headers that the game server requires', async () => {
    const path = await list(installation, game.port);
    await using visitor = await visit(browser, installation.origin, path);
    await visitor.page.getByText(gameMessages.needsLogin).waitFor();
    expect(await visitor.page.locator('canvas').count()).toBe(0);
    expect(visitor.problems).toEqual([]);

    await using reader = await visit(browser, installation.origin, path, { name: 'Alice' });
    const { page, problems } = reader;
    await startGame(page);
    await statusOf(page, 'Connected to Freebuild [Open].');
    const player = await game.player();
    const { port } = installation.muster;
    expect(await seenBy(page)).toEqual({
      arguments: ['Alice', md5Hex(`${SALT}Alice`), `localhost/p/127.0.0.1/${game.port}`, `${port}`],
      texturesStatus: 200,
      answer: 42,
      url: `wss://localhost:${port}/p/127.0.0.1/${game.port}`,
      protocol: 'ClassiCube',
      received: [[0, 7, 42]],
    });
    expect(game.complaints).toEqual([]);
    expect(player.headers.get('Origin')).toBe(installation.origin);
    // As the browser finds localhost.
    expect(player.headers.get('X-Real-IP')).toMatch(/^(?:127\.0\.0\.1|::1)$/);
    expect(problems).toEqual([]);
    await expectNoBarriers(page);
  });
});
