// Only a browser draws pages. Their pictures show faults of the layout that no other test looks for.

import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { hasChromium, logIn, useBrowser } from '../support/chromium.ts';
import {
  comparePage,
  findDifferences,
  KEPT_FOLDER,
  MAX_SHARE,
  PICTURED,
  preparePictures,
  readKept,
  takePicture,
} from '../support/page-pictures.ts';
import { readPixels } from '../support/pictures.ts';
import { type ListeningApp, openListening } from '../support/test-app.ts';
import { FREEBUILD, fillAdministration, openSampleServers, TROUBLED } from './sample-servers.ts';

const MAX_BYTES = 2_000_000;

const OF_EVERYBODY = [
  ['list', '/'],
  ['nothing-found', '/?q=zzz'],
  ['server', `/server/play/${FREEBUILD}/`],
  ['statistics', '/statistics/'],
  ['ranking', '/ranking/'],
  ['start', '/start/'],
  ['not-listed', '/help/not-listed/'],
  ['api', '/api/docs/'],
  ['login', '/acc/login/'],
  ['register', '/acc/register/'],
  ['missing', '/nothing'],
] as const;

const OF_PLAYERS = [
  ['account', '/acc/'],
  ['security', '/acc/security/'],
  ['favourites', '/favourites/'],
  ['own-server', `/server/own/${FREEBUILD}/`],
] as const;

const OF_ADMINISTRATORS = [
  ['overview', '/admin/'],
  ['servers', '/admin/servers/'],
  ['reports', '/admin/reports/'],
  ['site', '/admin/site/'],
] as const;

describe.skipIf(!hasChromium)('the pages look as their pictures', () => {
  let app: ListeningApp;
  let bare: ListeningApp;
  const open = useBrowser(async () => {
    [app, bare] = await Promise.all([openSampleServers(), openListening()]);
    await app.register('Root', { role: 'administrator' });
    await fillAdministration(app);
    await app.servers.favourites.add(1, [FREEBUILD]);
    return app;
  });
  afterAll(() => bare?.[Symbol.asyncDispose]());

  async function openReader(of = app): Promise<Page & AsyncDisposable> {
    // A page that is missing shows the id of its request.
    const requestId = '00000000-0000-4000-8000-000000000000';
    const extraHTTPHeaders = { 'x-forwarded-for': TROUBLED, 'x-request-id': requestId };
    const page = await open({ ...PICTURED, of, extraHTTPHeaders, mayFail: /status of 404/ });
    await preparePictures(page, of.now());
    return page;
  }

  async function compareAll(
    page: Page,
    pages: readonly (readonly [name: string, path: string])[],
  ): Promise<void> {
    const found: string[] = [];
    for (const [name, path] of pages) {
      await page.goto(path);
      found.push(...(await comparePage(page, name)));
    }
    expect(found).toEqual([]);
  }

  test('those for everybody', async () => {
    await using page = await openReader();
    await compareAll(page, OF_EVERYBODY);
  });

  test('an empty list', async () => {
    await using page = await openReader(bare);
    await compareAll(page, [['no-server', '/']]);
  });

  test('those of an account', async () => {
    await using page = await openReader();
    await logIn(page, 'Alice');
    await compareAll(page, OF_PLAYERS);
  });

  test('those of the administration', async () => {
    await using page = await openReader();
    await logIn(page, 'Root');
    await compareAll(page, OF_ADMINISTRATORS);
  });

  test.each([
    ['a button without its colour', '.button.play { background: none }', 'server'],
    ['a column that moved', '.columns { grid-template-columns: 1fr 280px }', 'server'],
    ['a row that is two pixels higher', '.board li { padding-block: 11px }', 'list'],
    ['a text of another size', 'h1 { font-size: 26px }', 'list'],
  ])('%s is noticed', async (_, styles, name) => {
    await using page = await openReader();
    await page.goto(OF_EVERYBODY.find(([each]) => each === name)?.[1] ?? '');
    await comparePage(page, name);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    const seen = async () => readPixels(await takePicture(page));
    const kept = await readKept(`${name}-wide`);
    expect(findDifferences(kept, await seen()).share).toBeLessThanOrEqual(MAX_SHARE);
    await page.addStyleTag({ content: styles });
    expect(findDifferences(kept, await seen()).share).toBeGreaterThan(MAX_SHARE);
  });

  test('and weigh little, each of a page that is here', () => {
    const names = readdirSync(KEPT_FOLDER);
    const pages = [...OF_EVERYBODY, ...OF_PLAYERS, ...OF_ADMINISTRATORS, ['no-server']];
    const known = pages.flatMap(([name]) => [`${name}-phone.png`, `${name}-wide.png`]);
    expect(names.toSorted()).toEqual(known.toSorted());
    const bytes = names.reduce((sum, name) => sum + statSync(join(KEPT_FOLDER, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });
});
