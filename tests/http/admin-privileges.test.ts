// Who may open and send what under /admin/: every route there is, asked by everybody.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES, type Role } from '../../src/accounts/roles.ts';
import type { HttpContext } from '../../src/http/context.ts';
import type { AdminRoute } from '../../src/http/pages/admin/admin-route.ts';
import { listAdminRoutes } from '../../src/http/pages/admin/routes.ts';
import { adminMessages, messages } from '../../src/messages/messages.ts';
import { type Browser, openTestApp, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH } from './sample-app.ts';

const NAMES: Record<Role, string> = {
  player: 'Paul',
  moderator: 'Mia',
  administrator: 'Anna',
};

/** What stands in a path in the place of a parameter. */
const SAMPLES: Record<string, string> = { id: '1', hash: ALPHA_HASH };

let routes: AdminRoute[] = [];

/** A player to act on, and one account of each role, logged in. */
async function openRoutes() {
  const app = await openTestApp({
    alterContext(context: HttpContext) {
      routes = listAdminRoutes(context);
      return context;
    },
  });
  await app.register('Target');
  const browsers = {} as Record<Role, Browser>;
  for (const role of ROLES) {
    await app.register(NAMES[role], { role });
    browsers[role] = app.browser();
    await browsers[role].logIn(NAMES[role]);
  }
  return { app, browsers, visitor: app.browser() };
}

const pathOf = ({ path }: AdminRoute): string =>
  `${path.replace(/:(\w+)/g, (_, name: string) => {
    const sample = SAMPLES[name];
    if (sample === undefined) throw new Error(`Give :${name} of ${path} a sample here.`);
    return sample;
  })}/`;

function send(browser: Browser, route: AdminRoute, init = {}) {
  const path = pathOf(route);
  return route.method === 'GET' ? browser.request(path, init) : browser.submit(path, {}, init);
}

const readLog = async ({ store }: TestApp) =>
  (await store.audit.listActions({ limit: 100 })).length;

await (await openRoutes()).app[Symbol.asyncDispose]();

describe('every route of administration', () => {
  test('there are some, of both roles and both methods', () => {
    const kinds = new Set(routes.map(({ method, role }) => `${method} ${role}`));
    expect(kinds).toEqual(
      new Set(['GET moderator', 'GET administrator', 'POST moderator', 'POST administrator']),
    );
    const named = routes.map(({ method, path }) => `${method} ${path}`);
    expect(named).toEqual([...new Set(named)]);
  });

  test('stands in that one list: nothing else in the service has a path under /admin', () => {
    const root = join(import.meta.dir, '../..');
    const others = [...new Bun.Glob('src/http/**/*.ts').scanSync(root)].filter(
      (path) => !path.startsWith('src/http/pages/admin/'),
    );
    const found = others.filter((path) =>
      /['"`]\/admin/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_name, route) => {
      test('sends visitors to the login page, and changes nothing', async () => {
        const { app, visitor } = await openRoutes();
        await using _app = app;
        const before = await readLog(app);
        for (const browser of [visitor, app.browser()]) {
          browser.session ??= 's.forged';
          const answer = await send(browser, route);
          expect(answer.status).toBe(303);
          expect(answer.headers.get('location')).toStartWith('/acc/login/');
          expect(answer.text).toBe('');
        }
        expect(await readLog(app)).toBe(before);
      });

      test('shows players that nothing is here, and changes nothing', async () => {
        const { app, browsers } = await openRoutes();
        await using _app = app;
        const before = await readLog(app);
        const answer = await send(browsers.player, route);
        expect(answer.status).toBe(404);
        expect(answer.text).toContain(messages.failure.nothingHere);
        expect(answer.text).not.toContain('Target');
        expect(await readLog(app)).toBe(before);
      });

      test(`lets moderators ${route.role === 'moderator' ? 'in' : 'not in'}`, async () => {
        const { app, browsers } = await openRoutes();
        await using _app = app;
        const before = await readLog(app);
        const answer = await send(browsers.moderator, route);
        expect(answer.text).not.toContain('@example.net');
        if (route.role === 'moderator') return expectLetIn(answer, route.path);
        expect(answer.status).toBe(403);
        expect(answer.text).toContain(adminMessages.onlyAdministrators);
        expect(await readLog(app)).toBe(before);
      });

      test('lets administrators in', async () => {
        const { app, browsers } = await openRoutes();
        await using _app = app;
        expectLetIn(await send(browsers.administrator, route), route.path);
      });

      test('lets nobody in any more whose role was taken', async () => {
        const { app, browsers } = await openRoutes();
        await using _app = app;
        await app.administration.setDetails('Anna', { role: 'player' });
        expect((await send(browsers.administrator, route)).status).toBe(404);
        await app.administration.setDetails('Anna', { role: 'administrator' });
        await app.administration.suspendAccount('Anna', '');
        expect((await send(browsers.administrator, route)).status).toBe(303);
      });

      if (route.method === 'GET') return;
      test('takes nothing that another site sends', async () => {
        const { app, browsers } = await openRoutes();
        await using _app = app;
        const before = await readLog(app);
        for (const headers of [
          { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
          { origin: 'null', 'sec-fetch-site': 'same-site' },
        ]) {
          const answer = await send(browsers.administrator, route, { headers });
          expect(answer.status).toBe(403);
          expect(await readLog(app)).toBe(before);
        }
      });
    },
  );
});

function expectLetIn(
  answer: { status: number; headers: Headers; text: string },
  path: string,
): void {
  expect(answer.text).not.toContain(adminMessages.onlyAdministrators);
  expect(answer.text).not.toContain(messages.failure.nothingHere);
  // What was acted on may not be there; the page that is not would say something else.
  expect([200, 303, 400, 404, 409]).toContain(answer.status);
  expect(answer.headers.get('location') ?? '').not.toContain('/acc/login/');
  // A page with email addresses may not be compressed on its way.
  const hasAddresses = answer.status !== 303 && /^\/admin\/(?:accounts|mail)/.test(path);
  expect(answer.headers.get('cache-control')).toBe(
    `private, no-store${hasAddresses ? ', no-transform' : ''}`,
  );
}
