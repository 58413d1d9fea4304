// Only the binary shows whether it holds what the library of single sign-on needs, and only replicas that they act as one.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { sha256Base64 } from '../../src/platform/lib/digest.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { Client, createAccount } from './client.ts';

const CALLBACK = 'http://localhost:3000/callback';
const HOST = 'localhost';
let replicas: Replicas;
let clientId: string;

beforeAll(async () => {
  const settings = { MUSTER_BASE_URL: `http://${HOST}`, MUSTER_OIDC_PROVIDER: 'true' };
  replicas = await startReplicas(2, settings);
  const [first] = replicas.all;
  if (first === undefined) throw new Error('two are needed');
  await createAccount(first, 'Alice');
  const added = ['client', 'add', 'Game', '--public', '--trusted', '--redirect', CALLBACK];
  [clientId = ''] = /[0-9a-f]{24}/.exec(await first.mustRun(added)) ?? [];
}, 120_000);
afterAll(() => replicas?.[Symbol.asyncDispose](), 60_000);

const clientsOf = () => {
  const [one, other] = replicas.all.map((replica) => new Client(replica, { host: HOST }));
  if (one === undefined || other === undefined) throw new Error('two are needed');
  return [one, other] as const;
};

const locationOf = (answer: { headersNamed(name: string): string[] }) =>
  new URL(answer.headersNamed('location')[0] ?? '', `http://${HOST}`);

function begin() {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = sha256Base64(verifier).replaceAll('+', '-').replaceAll('/', '_');
  const query = new URLSearchParams({
    ...{ client_id: clientId, response_type: 'code', scope: 'openid profile' },
    ...{ redirect_uri: CALLBACK, code_challenge_method: 'S256' },
    code_challenge: challenge.replace(/=+$/, ''),
  });
  return { path: `/oidc/authorize?${query}`, verifier };
}

const take = (from: Client, code: string, verifier: string) =>
  from.post('/oidc/token', {
    ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: CALLBACK },
    ...{ code, code_verifier: verifier },
  });

const learn = (from: Client, token: string) =>
  from.get('/oidc/userinfo', [['Authorization', `Bearer ${token}`]]);

test('a request that waits at one replica goes on at another', async () => {
  const [one, other] = clientsOf();
  const login = locationOf(await one.get(locationOf(await one.get(begin().path)).pathname));
  const next = login.searchParams.get('next') ?? '';
  expect(next).toStartWith('/oidc/continue/');
  await other.login('Alice', 'correct horse');
  const page = await other.get(next);
  expect([page.status, page.headersNamed('refresh').length]).toEqual([200, 1]);
});

test('a code of one counts at another, once, and a suspension ends its token at all of them', async () => {
  const [one, other] = clientsOf();
  await one.login('Alice', 'correct horse');
  const { path, verifier } = begin();
  const code = locationOf(await one.get(path)).searchParams.get('code') ?? '';
  const answer = await take(other, code, verifier);
  expect(answer.status, answer.text).toBe(200);
  const { access_token: token } = answer.json<{ access_token: string }>();
  for (const client of [one, other]) {
    expect((await learn(client, token)).json<object>()).toMatchObject({ sub: '1', name: 'Alice' });
  }
  const again = begin();
  const second = locationOf(await one.get(again.path)).searchParams.get('code') ?? '';
  const both = await Promise.all(
    [one, other, one, other].map((client) => take(client, second, again.verifier)),
  );
  expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  await replicas.all[1]?.mustRun(['account', 'suspend', 'Alice']);
  for (const client of [one, other]) expect((await learn(client, token)).status).toBe(401);
});
