// From a friend's link to standing in the world: only a browser shows how many steps that takes, and that the game then starts by itself.

import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { gameMessages } from '../../src/modules/web-client/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { labels, messages } from '../../src/platform/messages/messages.ts';
import { makeFolder } from '../support/binary.ts';
import { beatTo, findBarriers, hasChromium, useBrowser } from '../support/chromium.ts';
import { type ListeningApp, openListening } from '../support/test-app.ts';
import { writeWebClient } from '../support/web-client.ts';
import { CHOSEN, readMail } from './registration-steps.ts';
import { seenBy, statusOf } from './web-client-setup.ts';

const FILES = ['ClassiCube.js', 'ClassiCube.wasm', 'default.zip'];
const TYPES = ['text/javascript', 'application/wasm', 'application/zip'];

/** Presses and fills as a person does, and counts both. */
function stepper(page: Page) {
  const steps = { clicks: 0, fields: 0 };
  return {
    steps,
    async press(role: 'link' | 'button', name: string): Promise<void> {
      steps.clicks += 1;
      await page.getByRole('main').getByRole(role, { name, exact: true }).click();
    },
    async fill(label: string, text: string): Promise<void> {
      steps.fields += 1;
      await page.getByLabel(label).fill(text);
    },
  };
}

describe.skipIf(!hasChromium)('a play link', () => {
  let app: ListeningApp;
  const game = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      server.upgrade(request, { headers: { 'Sec-WebSocket-Protocol': 'ClassiCube' } });
      return undefined;
    },
    websocket: { message: (socket, message) => void socket.send(message) },
  });
  afterAll(() => game.stop(true));
  const place = `127.0.0.1:${game.port}`;
  const link = `/server/play/${md5Hex(place)}/`;
  const beat = () => beatTo(app, '127.0.0.1', { port: `${game.port}`, web: 'true' });

  const open = useBrowser(async () => {
    const folder = await writeWebClient(join(await makeFolder(), 'game'));
    const files = new Map(
      FILES.map((name, index) => {
        const bytes = new Uint8Array(readFileSync(join(folder, name)));
        return [name, { type: TYPES[index] ?? '', digest: `d${index}`, bytes }];
      }),
    );
    app = await openListening({
      trustedProxies: ['127.0.0.1/32'],
      isProofOfWorkRequired: true,
      webClient: { kind: 'folder', files: () => files },
    });
    return app;
  });
  const visit = async () => {
    await beat();
    return open({ mayFail: new RegExp(`requested ws://${place}`) });
  };

  async function registerBy({ press, fill }: ReturnType<typeof stepper>, name: string) {
    await press('link', labels.play);
    app.skip(5_000);
    await fill(labels.name, name);
    await fill(labels.emailAddress, `${name.toLowerCase()}@example.net`);
    await fill(labels.password, CHOSEN);
    await press('button', messages.register);
  }

  /** The game runs for this player, on the page of the link. */
  async function expectPlaying(page: Page, name: string): Promise<void> {
    await statusOf(page, 'Connected to');
    expect(new URL(page.url()).pathname).toBe(link);
    expect((await seenBy(page)).arguments[0]).toBe(name);
  }

  test('leads somebody new into the game by two presses and four fields, and later by two of each', async () => {
    await using page = await visit();
    await page.goto(link);
    expect(await findBarriers(page)).toEqual([]);
    const first = stepper(page);
    await registerBy(first, 'Wanda');
    await page.waitForURL('**/acc/verify/**');
    const { code } = await readMail(app, 'wanda@example.net', 'verify address');
    await first.fill(labels.code, code);
    await expectPlaying(page, 'Wanda');
    expect(first.steps).toEqual({ clicks: 2, fields: 4 });

    // The game started for that press alone.
    await page.reload();
    await page.getByRole('button', { name: gameMessages.play }).waitFor();
    await page.getByRole('button', { name: messages.logOut }).click();
    await page.goto(link);
    const again = stepper(page);
    await again.press('link', labels.play);
    await again.fill('Name', 'Wanda');
    await again.fill('Password', CHOSEN);
    await again.press('button', messages.logIn);
    await expectPlaying(page, 'Wanda');
    expect(again.steps).toEqual({ clicks: 2, fields: 2 });
  });

  test('goes on by itself when the address is confirmed in another browser, which is nobody there', async () => {
    await using page = await visit();
    await using phone = await open();
    await page.goto(link);
    await registerBy(stepper(page), 'Yoko');
    await page.waitForURL('**/acc/verify/**');
    // What is typed meanwhile stays.
    await page.getByLabel(labels.code).fill('12');
    const { path } = await readMail(app, 'yoko@example.net', 'verify address');
    await phone.goto(path);
    await phone
      .getByRole('button', { name: accountMessages.links['verify address'].submit })
      .click();
    await phone.getByRole('heading', { name: accountMessages.done.verified.title }).waitFor();
    expect(await phone.getByText('Logged in as').count()).toBe(0);
    await expectPlaying(page, 'Yoko');
    // The server of the link is known there too, behind the login.
    await phone.getByRole('main').getByRole('link', { name: messages.logIn }).click();
    await phone.getByLabel('Name').fill('Yoko');
    await phone.getByLabel('Password').fill(CHOSEN);
    await phone.getByRole('button', { name: messages.logIn }).click();
    await phone.waitForURL(`**${link}`);
  });
});
