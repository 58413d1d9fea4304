// Who may open and send what under /admin/: every route there is, asked by everybody.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpContext } from '../../src/app/context.ts';
import { listAdminRoutes } from '../../src/app/http.ts';
import type { StaffRoute } from '../../src/platform/http/page.ts';
import { ROLES, type Role } from '../../src/platform/lib/roles.ts';
import { messages, staffMessages } from '../../src/platform/messages/messages.ts';
import { type Answer, type Browser, openTestApp, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH } from './sample-app.ts';

const NAMES: Record<Role, string> = {
  player: 'Paul',
  moderator: 'Mia',
  administrator: 'Anna',
};

/** What stands in a path in the place of a parameter. */
const SAMPLES: Record<string, string> = { id: '1', hash: ALPHA_HASH };

/** A route by one of its methods. */
type AdminRoute = StaffRoute & { method: 'GET' | 'POST' };

let routes: AdminRoute[] = [];

let app: TestApp;
const browsers = {} as Record<Role, Browser>;
/** A player to act on, and one account of each role, logged in. */
beforeAll(async () => {
  let context = {} as HttpContext;
  app = await openTestApp({
    alterContext(made) {
      context = made;
      return made;
    },
  });
  routes = listAdminRoutes(context).flatMap((route) => [
    ...(route.get ? [{ ...route, method: 'GET' as const }] : []),
    ...(route.post ? [{ ...route, method: 'POST' as const }] : []),
  ]);
  await app.register('Target');
  for (const role of ROLES) {
    await app.register(NAMES[role], { role });
    browsers[role] = app.browser();
    await browsers[role].logIn(NAMES[role]);
  }
});
afterAll(() => app[Symbol.asyncDispose]());

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

/** What every route answers to this browser, which changes nothing. */
async function expectRefused(
  browser: Browser,
  check: (answer: Answer, line: string) => void,
  isRefused = (_route: AdminRoute) => true,
): Promise<void> {
  const readLog = () => app.store.audit.listActions({ limit: 100 });
  const before = await readLog();
  for (const route of routes.filter(isRefused)) {
    check(await send(browser, route), `${route.method} ${route.path}`);
  }
  expect(await readLog()).toEqual(before);
}

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
    const others = [
      ...new Bun.Glob('src/{app,platform/http}/**/*.ts').scanSync(root),
      ...new Bun.Glob('src/modules/**/*-{api,page}.ts').scanSync(root),
    ].filter((path) => !/\/staff-page\.ts$/.test(path));
    const found = others.filter((path) =>
      /['"`]\/admin/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test('sends visitors to the login page, with a forged session too', async () => {
    for (const session of [undefined, 's.forged']) {
      const visitor = app.browser();
      visitor.session = session;
      await expectRefused(visitor, ({ status, headers, text }, line) => {
        expect([status, text], line).toEqual([303, '']);
        expect(headers.get('location'), line).toStartWith('/acc/login/');
      });
    }
  });

  test('shows players that nothing is here', () =>
    expectRefused(browsers.player, ({ status, text }, line) => {
      expect(status, line).toBe(404);
      expect(text, line).toContain(messages.failure.nothingHere);
      expect(text, line).not.toContain('Target');
    }));

  test('of administrators does not let moderators in', () =>
    expectRefused(
      browsers.moderator,
      ({ status, text }, line) => {
        expect(status, line).toBe(403);
        expect(text, line).toContain(staffMessages.onlyAdministrators);
      },
      ({ role }) => role === 'administrator',
    ));

  test('lets nobody in any more whose role was taken, or who is suspended', async () => {
    await app.administration.setDetails('Anna', { role: 'player' });
    await expectRefused(browsers.administrator, ({ status }, line) => {
      expect(status, line).toBe(404);
    });
    await app.administration.setDetails('Anna', { role: 'administrator' });
    await app.administration.suspendAccount('Mia', '');
    await expectRefused(browsers.moderator, ({ status }, line) => expect(status, line).toBe(303));
    await app.administration.restoreAccount('Mia');
    await browsers.moderator.logIn('Mia');
  });

  test('of moderators lets them in, and shows them no address', async () => {
    for (const route of routes.filter(({ role }) => role === 'moderator')) {
      const answer = await send(browsers.moderator, route);
      expect(answer.text, route.path).not.toContain('@example.net');
      expectLetIn(answer, route.path);
    }
  });

  test('lets administrators in', async () => {
    for (const route of routes) {
      expectLetIn(await send(browsers.administrator, route), route.path);
    }
  });
});

function expectLetIn(answer: Answer, path: string): void {
  expect(answer.text).not.toContain(staffMessages.onlyAdministrators);
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
