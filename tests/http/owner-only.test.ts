// The guard in front of what owners do: no action is reached by a form of another site, or by nobody.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { TestApp } from '../support/test-app.ts';
import { openLoggedIn, send } from './account-forms.ts';
import { openSampleApp } from './sample-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openSampleApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** One page of each set of routes, each with a form. */
const PAGES = [
  '/acc/password/',
  '/acc/verify/',
  '/acc/security/app/',
  '/acc/security/sessions/end/',
];
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

test.each(PAGES)(
  'a form of another site for %s is refused as such, before the session is looked at',
  async (path) => {
    for (const browser of [app.browser(), await openLoggedIn(app, 'Alice')]) {
      expect((await send(browser, path, {}, FOREIGN)).status).toBe(403);
    }
  },
);

test.each(PAGES)(
  'a visitor who sends a form to %s logged out gets a session and the way to the login',
  async (path) => {
    const browser = app.browser();
    const answer = await send(browser, path);
    expect(answer.status).toBe(303);
    const login = new URL(answer.headers.get('location') ?? '', app.baseUrl);
    expect(login.pathname).toBe('/acc/login/');
    // An action has no page of its own to come back to.
    const next = login.searchParams.get('next') ?? '';
    expect((await (await openLoggedIn(app, 'Alice')).request(next)).status).toBe(200);
    expect(browser.session).toStartWith('a.');
  },
);
