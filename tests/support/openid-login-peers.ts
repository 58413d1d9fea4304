// OpenID providers for tests: a real one, and one that says whatever a test lets it say.

import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { clientId: 'muster', secret: 'the secret of this site' };

/** A provider that everybody is logged in at as `subject`. */
export interface RealProvider extends AsyncDisposable {
  issuer: string;
  subject: string;
  /** Follows the provider's redirects from the URL until they lead back to the site. Returns path and query. */
  signIn(url: string): Promise<string>;
}

export async function openRealProvider(redirectUri: string): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
      },
    ],
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: 'Alice@example.net', email_verified: true }),
    }),
    interactions: { url: () => '/interaction' },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: CLIENT.clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  const peer: RealProvider = {
    issuer,
    subject: 'alice',
    async signIn(url) {
      const cookies = new Map<string, string>();
      for (let next = new URL(url); ; ) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`);
        next = new URL(location, next);
        if (next.origin !== issuer) return `${next.pathname}${next.search}`;
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  server.on('request', (request, answer) => {
    if (request.url === '/interaction') {
      return provider.interactionFinished(request, answer, { login: { accountId: peer.subject } });
    }
    return handle(request, answer);
  });
  return peer;
}

type Reply = (request: Request) => Response | Promise<Response>;

/** A provider with one key whose answers a test replaces. */
export function openScriptedProvider() {
  const [own, other] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const replies: Record<string, Reply> = {};
  const asked: { path: string; headers: Headers; body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      asked.push({ path, headers: request.headers, body: await request.clone().text() });
      return (await replies[path]?.(request)) ?? new Response('nothing', { status: 404 });
    },
  });
  const issuer = `http://localhost:${server.port}`;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  replies['/.well-known/openid-configuration'] = () => Response.json(metadata);
  replies['/jwks'] = () =>
    Response.json({ keys: [{ ...own?.publicKey.export({ format: 'jwk' }), alg: 'ES256' }] });

  const pack = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  function signToken(claims: object, isForged: boolean): string {
    const text = `${pack({ alg: 'ES256' })}.${pack(claims)}`;
    const key = (isForged ? other : own)?.privateKey;
    if (key === undefined) throw new Error('There is no key.');
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }

  return {
    issuer,
    asked,
    metadata,
    /** Answers requests of a path from now on. */
    reply(path: string, reply: Reply) {
      replies[path] = reply;
    },
    /** Issues an ID token with these claims in place of the right ones. Returns what the browser brings back. */
    issue(url: string, claims: object = {}, { isForged = false } = {}): URLSearchParams {
      const { nonce, state = '' } = Object.fromEntries(new URL(url).searchParams);
      const now = Math.floor(Date.now() / 1_000);
      const right = { iss: issuer, sub: 'alice', aud: CLIENT.clientId, nonce };
      const token = { ...right, iat: now, exp: now + 300, ...claims };
      replies['/token'] = () =>
        Response.json({
          access_token: 'access',
          token_type: 'bearer',
          id_token: signToken(token, isForged),
        });
      return new URLSearchParams({ code: 'the-code', state });
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}
