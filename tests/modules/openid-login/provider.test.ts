// The provider as this site sees it: requests, answers that are refused, and a provider that is down, slow or broken.

import { beforeEach, describe, expect, test } from 'bun:test';
import { openIdFailures } from '../../../src/modules/openid-login/messages.ts';
import { checkProvider, createProvider } from '../../../src/modules/openid-login/open.ts';
import { tell } from '../../../src/platform/lib/finding.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openedForEach } from '../../support/opened.ts';
import { CLIENT, openScriptedProvider } from '../../support/openid-login-peers.ts';

const SECRETS = {
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'a-code-verifier-of-at-least-43-characters-0123',
};
const DISCOVERY = '/.well-known/openid-configuration';
const HOUR_MS = 3_600_000;

const peer = openedForEach(async () => openScriptedProvider());
const clock = createFakeClock(0);
let reported: object[];
let provider: ReturnType<typeof createProvider>;
beforeEach(() => {
  reported = [];
  provider = open();
});

const open = (given: { timeoutMs?: number; secret?: string | undefined } = {}) =>
  createProvider(
    {
      baseUrl: 'https://play.example.net',
      clock,
      report: (...[, facts]) => void reported.push(facts ?? {}),
    },
    'Example',
    { issuer: peer.issuer, ...CLIENT, ...given },
  );

/** A whole login: the request, and the provider's answer with these claims. */
async function logIn(claims?: object, how?: { isForged?: boolean }) {
  const answer = peer.issue(await provider.describeRequest(SECRETS), claims, how);
  return provider.readIdentity(answer, SECRETS);
}
const discoveries = () => peer.asked.filter(({ path }) => path === DISCOVERY).length;

test('it asks for nothing but the identity, with PKCE, and keeps the rest from the browser', async () => {
  const { searchParams, origin, pathname } = new URL(await provider.describeRequest(SECRETS));
  expect(`${origin}${pathname}`).toBe(`${peer.issuer}/authorize`);
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'muster',
    redirect_uri: 'https://play.example.net/acc/login/openid/callback/',
    scope: 'openid',
    state: SECRETS.state,
    nonce: SECRETS.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('an identity is the issuer and the subject; requests are marked, and look the provider up once an hour', async () => {
  for (let times = 2; times > 0; times -= 1) {
    expect(await logIn()).toEqual({ issuer: peer.issuer, subject: 'alice' });
  }
  expect(discoveries()).toBe(1);
  expect(peer.asked.every(({ headers }) => headers.get('muster-outgoing') === 'true')).toBe(true);
  const asked = peer.asked.find(({ path }) => path === '/token');
  expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
    code: 'the-code',
    code_verifier: SECRETS.codeVerifier,
  });
  clock.advance(HOUR_MS);
  await logIn();
  expect(discoveries()).toBe(2);
});

test.each([
  ['basic', undefined, CLIENT.secret, { authorization: true, body: false }],
  [
    'in the body, where the provider takes no other',
    ['client_secret_post'],
    CLIENT.secret,
    { authorization: false, body: true },
  ],
  ['no secret, as a public client', undefined, undefined, { authorization: false, body: false }],
])('the secret is sent: %s', async (_, methods, secret, sent) => {
  peer.reply(DISCOVERY, () =>
    Response.json({ ...peer.metadata, token_endpoint_auth_methods_supported: methods }),
  );
  provider = open({ secret });
  await logIn();
  const { headers, body } = peer.asked.find(({ path }) => path === '/token') ?? {};
  expect({
    authorization: headers?.has('authorization'),
    body: new URLSearchParams(body).has('client_secret'),
  }).toEqual(sent);
});

describe('refused is an ID token', () => {
  const now = Math.floor(Date.now() / 1_000);
  test.each<[string, object]>([
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another audience', { aud: 'another-site' }],
    ['of another issuer', { iss: 'https://other.example.net' }],
    ['that has expired', { iat: now - 900, exp: now - 600 }],
    ['of nobody', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that no store keeps as it is', { sub: '\ud800' }],
    ['with a subject that is too long', { sub: 'x'.repeat(256) }],
  ])('%s', async (_, claims) => {
    await expect(logIn(claims)).rejects.toThrow(openIdFailures.refused('Example'));
  });

  test('with a signature of another key', async () => {
    await expect(logIn({}, { isForged: true })).rejects.toThrow(openIdFailures.refused('Example'));
  });
});

test('a clock that differs by some seconds is no reason to refuse', async () => {
  const now = Math.floor(Date.now() / 1_000);
  expect(await logIn({ iat: now - 330, exp: now - 30 })).toMatchObject({ subject: 'alice' });
});

describe('refused is an answer', () => {
  test('that belongs to another state', async () => {
    const answer = peer.issue(await provider.describeRequest(SECRETS));
    const other = { ...SECRETS, state: 'another' };
    await expect(provider.readIdentity(answer, other)).rejects.toThrow(
      openIdFailures.refused('Example'),
    );
  });

  test.each([
    ['by its owner', { error: 'access_denied' }, []],
    [
      'with a text that the log does not show',
      { error: 'some_words_of_a_stranger' },
      [{ problem: 'unusable answer' }],
    ],
  ])('%s', async (_, answer, logged) => {
    await provider.describeRequest(SECRETS);
    const brought = new URLSearchParams({ ...answer, state: SECRETS.state });
    await expect(provider.readIdentity(brought, SECRETS)).rejects.toThrow(
      openIdFailures.refused('Example'),
    );
    expect(reported).toEqual(logged);
  });

  test('of a site whose secret is wrong, and the log says so', async () => {
    const answer = peer.issue(await provider.describeRequest(SECRETS));
    peer.reply('/token', () => Response.json({ error: 'invalid_client' }, { status: 401 }));
    await expect(provider.readIdentity(answer, SECRETS)).rejects.toThrow(
      openIdFailures.refused('Example'),
    );
    expect(reported).toEqual([{ problem: 'invalid_client' }]);
  });
});

describe('no provider is one', () => {
  const late = () => new Promise<Response>(() => {});
  const flood = () =>
    new Response('x'.repeat(10e6), { headers: { 'content-type': 'application/json' } });
  test.each<[string, () => Response | Promise<Response>]>([
    ['that does not answer in time', late],
    ['that sends 10 MB', flood],
    ['that sends garbage', () => new Response('<html>')],
    ['that leads elsewhere', () => Response.redirect('https://other.example.net/')],
    [
      'that is another issuer',
      () => Response.json({ ...peer.metadata, issuer: 'https://other.example.net' }),
    ],
  ])('%s', async (_, reply) => {
    peer.reply(DISCOVERY, reply);
    provider = open({ timeoutMs: 100 });
    await expect(provider.describeRequest(SECRETS)).rejects.toThrow(
      openIdFailures.silent('Example'),
    );
    expect(tell(await checkProvider(peer.issuer, 100)).status).toBe('warning');
    expect(reported).toHaveLength(1);
  });

  test('that is down; the next login finds it up again', async () => {
    peer.reply(DISCOVERY, () => new Response('', { status: 503 }));
    await expect(provider.describeRequest(SECRETS)).rejects.toThrow(
      openIdFailures.silent('Example'),
    );
    peer.reply(DISCOVERY, () => Response.json(peer.metadata));
    expect(await logIn()).toMatchObject({ subject: 'alice' });
  });

  test('that fails in the middle of a login', async () => {
    const answer = peer.issue(await provider.describeRequest(SECRETS));
    peer.reply('/token', () => new Response('', { status: 502 }));
    await expect(provider.readIdentity(answer, SECRETS)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(reported).toEqual([{ problem: 'status 502' }]);
  });

  test('that hangs in the middle of a login', async () => {
    provider = open({ timeoutMs: 100 });
    const answer = peer.issue(await provider.describeRequest(SECRETS));
    peer.reply('/token', late);
    await expect(provider.readIdentity(answer, SECRETS)).rejects.toThrow(
      openIdFailures.silent('Example'),
    );
  });
});

test('muster check tells that the provider answers', async () => {
  expect(tell(await checkProvider(peer.issuer)).status).toBe('ok');
});
