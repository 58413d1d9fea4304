// A program that logs players in with their accounts, as a certified client library does it, and the player's browser.

import * as client from 'openid-client';
import type { Answer, Browser, TestApp } from '../support/test-app.ts';

export const ORIGIN = 'https://play.example.net';
export const CALLBACK = 'https://forum.example.org/callback';

/** Adds a client on the page of administration, and returns what its program is given. */
export async function addClient(by: Browser, fields: Readonly<Record<string, string>> = {}) {
  const made = await by.submit('/admin/clients/', {
    do: 'add',
    name: 'Forum',
    redirect_uris: CALLBACK,
    logout_uris: 'https://forum.example.org/bye',
    kind: 'confidential',
    ...fields,
  });
  if (made.status !== 200) throw new Error(made.text);
  const [clientId = '', secret] = [...made.text.matchAll(/<code>([\w-]+)<\/code>/g)].map(
    (it) => it[1],
  );
  return { clientId, secret };
}

/** The program: what it has discovered about the site. Its requests reach the service in this process. */
export async function openProgram(
  app: Pick<TestApp, 'handle'>,
  { clientId, secret }: { clientId: string; secret?: string | undefined },
): Promise<client.Configuration> {
  const authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
  const options = { [client.customFetch]: fetchFrom(app) };
  return client.discovery(new URL(ORIGIN), clientId, undefined, authentication, options);
}

const fetchFrom =
  (app: Pick<TestApp, 'handle'>): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const { host, pathname, search } = new URL(url);
    const text = body === undefined || body === null ? undefined : `${body}`;
    const length = text === undefined ? {} : { 'content-length': `${Buffer.byteLength(text)}` };
    const sent = { ...Object.fromEntries(new Headers(headers)), host, ...length };
    return app.handle(
      new Request(`http://${host}${pathname}${search}`, {
        method,
        headers: sent,
        body: text ?? null,
      }),
      '198.51.100.9',
    );
  };

/** A login that the program has begun. */
export async function begin(
  program: client.Configuration,
  parameters: Readonly<Record<string, string>> = {},
) {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(program, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce },
    ...parameters,
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  return { path: `${url.pathname}${url.search}`, verifier, checks };
}

const REFRESH = /^0; url=(.+)$/;

/** Follows redirects and pages that lead on, until a page waits for the person or another site is reached. */
export async function follow(
  browser: Browser,
  path: string,
): Promise<{ answer: Answer; url: string }> {
  let url = path;
  for (let steps = 0; steps < 10; steps += 1) {
    const answer = await browser.request(url);
    const next =
      answer.headers.get('location') ?? REFRESH.exec(answer.headers.get('refresh') ?? '')?.[1];
    if (next === undefined) return { answer, url };
    const { origin, pathname, search } = new URL(next, ORIGIN);
    url = origin === ORIGIN ? `${pathname}${search}` : next;
    if (origin !== ORIGIN) return { answer, url };
  }
  throw new Error(`does not end: ${url}`);
}

/** Lets the person press a button of the consent page, and follows on. */
export async function press(browser: Browser, page: string, button: 'allow' | 'deny') {
  const answer = await browser.submit(page, { do: button });
  const next = REFRESH.exec(answer.headers.get('refresh') ?? '')?.[1];
  if (next === undefined) throw new Error(answer.text);
  return follow(browser, next);
}

/** A whole login: the person allows it if asked. Returns the tokens. */
export async function logIn(
  program: client.Configuration,
  browser: Browser,
  parameters: Readonly<Record<string, string>> = {},
) {
  const { path, checks } = await begin(program, parameters);
  let { url } = await follow(browser, path);
  if (url.startsWith('/oidc/continue/')) ({ url } = await press(browser, url, 'allow'));
  return client.authorizationCodeGrant(program, new URL(url), checks);
}

/** The error with which a request of the program is refused. */
export async function refusalOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
  } catch (error) {
    if (error instanceof client.ResponseBodyError) return error.error;
    if (error instanceof client.WWWAuthenticateChallengeError) {
      return `${error.cause[0]?.parameters.error}`;
    }
    throw error;
  }
  return 'none';
}
