// Walks every route of the service, as every kind of visitor.

import { md5Hex } from '../../src/platform/lib/digest.ts';
import { contributions } from '../support/contributions.ts';
import { openWatchedStore, type WatchedStore } from '../support/store.ts';
import { type Browser, openTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { challengeOf, linkOf, NEW_PASSWORD, openLoggedIn } from './account-forms.ts';
import { claimAlpha } from './sample-app.ts';

export const SERVER_ADDRESS = '203.0.113.7';
export const SERVER_HASH = md5Hex(`${SERVER_ADDRESS}:25565`);

/** The rules that everybody is asked to agree to. */
export const RULES = 'Be kind.';

/** Launchers and game servers send these from no page at all. */
export const OF_PROGRAMS: readonly string[] = [
  '/api/login',
  '/server/heartbeat',
  '/heartbeat.jsp',
  '/h/1/server/heartbeat',
  '/h/1/heartbeat.jsp',
  '/server/address',
  '/api/server/heartbeat',
  '/api/heartbeat',
  '/heartbeat',
  ...contributions.listPaths(SERVER_HASH),
];

/** Who asks. */
export const VISITORS = ['nobody', 'Ulla', 'Alice', 'Moss', 'Root'] as const;
export type VisitorName = (typeof VISITORS)[number];

/** Everything that the walk meets: servers, accounts of each kind, and links that are still good. */
export interface Walk extends AsyncDisposable {
  app: TestApp;
  watched: WatchedStore;
  as: Record<VisitorName, Browser>;
  /** Every path with its parameters filled in, and the methods that it takes. */
  routes: readonly { path: string; methods: readonly string[] }[];
}

/** Opens the app; Alice has claimed the server, Ulla is not verified, Moss moderates, Root administers. */
export async function openWalk(baseUrl = 'http://muster.test'): Promise<Walk> {
  const watched = openWatchedStore();
  const app = await openTestApp({ ...contributions.settings, store: watched.store, baseUrl });
  const firstToken = (await app.registration.firstAdministrator.openLink()) ?? '';
  await app.beat({ name: 'Alpha', web: 'true' }, SERVER_ADDRESS);
  await app.register('Alice');
  await app.register('Ulla', { isVerified: false });
  const as = {
    nobody: app.browser('192.0.2.1'),
    Ulla: await openLoggedIn(app, 'Ulla'),
    Alice: await openLoggedIn(app, 'Alice'),
    Moss: app.browser(),
    Root: app.browser(),
  };
  const links = await makeLinks(app, as.Alice);
  await claimAlpha(app, as.Alice, { web: 'true' });
  await app.register('Root', { role: 'administrator' });
  await app.register('Moss', { role: 'moderator' });
  as.Root = await openLoggedIn(app, 'Root');
  await as.Root.submit('/admin/site/rules/', { 'rules-rules': RULES });
  as.Moss = await openLoggedIn(app, 'Moss');
  // A visitor without a session gets one with the first page, before anything is watched.
  await as.nobody.request('/acc/register/');
  await app.advance(2_000);
  const fill = (path: string) => fillIn(path, { ...links, firstToken });
  return {
    app,
    watched,
    as,
    routes: await Promise.all(
      [...new Set(app.paths.map(fill))].map(async (path) => {
        const { headers } = await app.request(path, { method: 'OPTIONS' });
        return { path, methods: headers.get('allow')?.split(', ') ?? [] };
      }),
    ),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Links of emails, one of each kind, none of them used. */
async function makeLinks(app: TestApp, alice: Browser) {
  const zoe = app.browser('192.0.2.5');
  const page = await zoe.request('/acc/register/');
  app.skip(5_000);
  const challenge = challengeOf(page.text);
  const fields = { name: 'Zoe', email: 'zoe@example.net', password: NEW_PASSWORD, challenge };
  await zoe.submit('/acc/register/', fields);
  await alice.submit('/acc/email/', { email: 'second@example.net', password: PASSWORD });
  const [, changed] = await app.readMails();
  await app.browser().submit(linkOf(changed, '/acc/email/confirm/'), {});
  await alice.submit('/acc/email/', { email: 'third@example.net', password: PASSWORD });
  await app.browser('192.0.2.6').submit('/acc/forgot/', { who: 'Alice' });
  const mails = await app.readMails();
  const linkIn = (start: string) =>
    linkOf(
      mails.findLast(({ links }) => links.some((it) => it.includes(start))),
      start,
    );
  return {
    '/acc/verify/': linkIn('/acc/verify/'),
    '/acc/email/confirm/': linkIn('/acc/email/confirm/'),
    '/acc/email/undo/': linkIn('/acc/email/undo/'),
    '/acc/reset/': linkIn('/acc/reset/'),
  };
}

function fillIn(
  pattern: string,
  { firstToken, ...links }: Record<string, string> & { firstToken: string },
): string {
  const link = Object.entries(links).find(([start]) => pattern === `${start}:token`);
  if (link !== undefined) return link[1];
  return pattern
    .replace('/acc/first-administrator/:token', `/acc/first-administrator/${firstToken}`)
    .replace(':hash', SERVER_HASH)
    .replace(':name', 'Alice')
    .replace(':what', 'reset')
    .replace(/:\w+/g, '1');
}
