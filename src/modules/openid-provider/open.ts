// Opens single sign-on: the library of the protocol, which loads with the first request, between requests of the site
// and those of Node that it expects.

import { timingSafeEqual } from 'node:crypto';
import type { Provider } from 'oidc-provider/lib/provider.js';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { createLazy } from '../../platform/lib/lazy.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import type { AccountStore } from '../account/index.ts';
import type { AccountSessions, Devices } from '../sessions/index.ts';
import { createAdapters, type OpenidRequests, openRequests, sessionIdOf } from './adapter.ts';
import { createOpenidClients } from './clients.ts';
import { createConfiguration, PATHS, type Shown } from './configuration.ts';
import type { Report } from './events.ts';
import { createOpenidGrants, type OpenidGrants } from './grants.ts';
import { type Asked, createOpenid, type Exchange } from './openid.ts';
import type { OpenidClientStore, OpenidGrantStore } from './openid-ports.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

const loadLibrary = createLazy(async () => ({
  ...(await import('oidc-provider/lib/provider.js')),
  ...(await import('oidc-provider/lib/helpers/errors.js')),
  ...(await import('fetch-to-node')),
}));

type Library = Awaited<ReturnType<typeof loadLibrary>>;

export interface OpenidPorts {
  openidClients: OpenidClientStore;
  openidGrants: OpenidGrantStore;
  accounts: Pick<AccountStore, 'findAccountById'>;
  accountSessions: Pick<AccountSessions, 'list' | 'handleOf'>;
  devices: Pick<Devices, 'describe'>;
  states: SharedStates;
  clock: Clock;
  baseUrl: string;
  /** The paths of a player's page and face, where the site has them. */
  playerPath?: ((name: string) => string) | undefined;
  facePath?: ((name: string) => string) | undefined;
  report: Report;
}

/** The library's clock, which is that of the system. */
const secondsNow = () => Math.floor(Date.now() / 1_000);

export function openOpenid(ports: OpenidPorts) {
  const keys = createSigningKeys(ports);
  const grants = createOpenidGrants({ ...ports, keys });
  const requests = openRequests(ports);
  const findProvider = createProviders(ports, { keys, grants, requests });
  const clients = createOpenidClients(ports);
  const exchange = async (asked: Asked) => {
    const [library, provider] = await Promise.all([loadLibrary(), findProvider()]);
    return pass(ports.baseUrl, library, provider, asked);
  };
  const openid = createOpenid({ ...ports, clients, grants, requests, exchange, secondsNow });
  return { ...openid, jobs: grants.jobs };
}

const FORM_POLICY =
  "default-src 'none'; script-src 'self'; form-action https: http:; base-uri 'none'; frame-ancestors 'none'";

/** The library with the current keys. */
function createProviders(
  ports: OpenidPorts,
  {
    keys,
    grants,
    requests,
  }: {
    keys: SigningKeys;
    grants: OpenidGrants;
    requests: OpenidRequests;
  },
) {
  const { baseUrl, playerPath, facePath, report } = ports;
  const profileOf = (name: string) => ({
    ...(playerPath && { profile: `${baseUrl}${playerPath(name)}` }),
    ...(facePath && { picture: `${baseUrl}${facePath(name)}` }),
  });
  let current: { kids: string; provider: Provider } | undefined;

  function open(
    { Provider, InvalidGrant }: Library,
    list: Awaited<ReturnType<SigningKeys['list']>>,
  ) {
    const refuse = (reason: string) => new InvalidGrant(reason);
    const provider: Provider = new Provider(
      baseUrl,
      createConfiguration({
        ...grants,
        profileOf,
        keys: list,
        adapter: createAdapters({ ...ports, refuse, secondsNow }, requests),
        createGrant: (facts) => new provider.Grant(facts),
      }),
    );
    // Only digests of secrets are stored.
    provider.Client.prototype.compareClientSecret = function (secret) {
      const digests = [sha256Hex(secret), this.clientSecret ?? ''].map((text) => Buffer.from(text));
      const [given, stored] = digests as [Buffer, Buffer];
      return given.length === stored.length && timingSafeEqual(given, stored);
    };
    provider.silent = true;
    // For the page that sends a code by a form. The library adds the digest of the script that it brings.
    provider.use((context, next) => {
      context.set('content-security-policy', FORM_POLICY);
      return next();
    });
    provider.on('server_error', (_context, error) => report('openid_failed', { error }));
    provider.on('grant.revoked', (context) => {
      const { route, client } = (
        context as { oidc: { route: string; client?: { clientName: string } } }
      ).oidc;
      if (route === 'token') report('openid_login_revoked', { client: client?.clientName ?? '' });
    });
    return provider;
  }

  return async () => {
    const list = await keys.list();
    const kids = list.map(({ kid }) => kid).join();
    if (current?.kids !== kids) current = { kids, provider: open(await loadLibrary(), list) };
    return current.provider;
  };
}

/** What the library needs of a request. Its cookies are not among it. */
const PASSED = /^(authorization|content-type|origin|access-control-.*)$/;
/** What the listener sets, or what belongs to the library's own cookies. */
const DROPPED = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
];
const RESUMED = new RegExp(`^${PATHS.authorization}/([\\w-]+)`);

async function pass(
  baseUrl: string,
  { toReqRes, toFetchResponse }: Library,
  provider: Provider,
  { request, path, body = '', session, isForPerson = false }: Asked,
): ReturnType<Exchange> {
  const own = new URL(baseUrl);
  const { pathname, search } = new URL(request.url, baseUrl);
  const target = path ?? `${pathname}${search}`;
  const headers = new Headers([...request.headers].filter(([name]) => PASSED.test(name)));
  headers.set('host', own.host);
  headers.set('accept', isForPerson ? 'text/html' : 'application/json');
  const id = session === undefined ? undefined : sessionIdOf(session);
  const resumed = RESUMED.exec(target)?.[1];
  const cookies = [id && `_session=${id}`, resumed && `_interaction_resume=${resumed}`];
  headers.set('cookie', cookies.filter(Boolean).join('; '));
  const method = path === undefined ? request.method : body === '' ? 'GET' : 'POST';
  const isPost = method === 'POST';
  if (isPost) headers.set('content-length', `${Buffer.byteLength(body)}`);
  if (path !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
  const passed = new Request(`${own.origin}${target}`, {
    method,
    headers,
    ...(isPost && { body }),
  });
  const { req, res } = toReqRes(passed);
  // The library asks the socket whether the request came by https.
  Object.defineProperty(req, 'socket', { value: { encrypted: own.protocol === 'https:' } });
  const answering = toFetchResponse(res);
  provider.callback()(req, res);
  const answer = await answering;
  for (const name of DROPPED) answer.headers.delete(name);
  return { answer, shown: (req as { shown?: Shown }).shown };
}
