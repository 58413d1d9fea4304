// The rules of single sign-on about its clients, and when it may be on.

import { describe, expect, test } from 'bun:test';
import {
  createOpenidClients,
  isRedirectUri,
} from '../../../src/modules/openid-provider/clients.ts';
import { findSignOnConflict } from '../../../src/modules/openid-provider/settings.ts';
import { sha256Hex } from '../../../src/platform/lib/digest.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { openBench } from '../../support/command-line.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

const BY = { kind: 'command line' } as const;
const FORUM = {
  name: 'Forum',
  redirectUris: ['https://forum.example/callback'],
  logoutUris: [],
  isTrusted: false,
  isConfidential: true,
};

function open() {
  const store = openTestStore();
  return { store, clients: createOpenidClients({ ...store, clock: createFakeClock(1_000) }) };
}

describe('an address to return to', () => {
  test.each([
    ['https://forum.example/callback', true],
    ['https://forum.example/callback?a=b', true],
    ['http://localhost:3000/callback', true],
    ['http://127.0.0.1/', true],
    ['http://[::1]:8080/x', true],
    ['http://forum.example/callback', false],
    ['http://localhost.example/', false],
    ['http://127.0.0.1.example/', false],
    ['https://*.example/', false],
    ['https://forum.example/#part', false],
    ['https://user:word@forum.example/', false],
    ['https://forum.example/a b', false],
    ['https://forüm.example/', false],
    ['javascript:alert(1)', false],
    ['myapp://callback', false],
    ['/callback', false],
    ['', false],
    [`https://forum.example/${'a'.repeat(300)}`, false],
  ])('%s: %p', (uri, isGood) => expect(isRedirectUri(uri)).toBe(isGood));
});

describe('a client', () => {
  test('gets a secret once, of which only the digest is stored', async () => {
    const { store, clients } = open();
    const { clientId, secret = '' } = await clients.add(BY, FORUM);
    expect(secret).toHaveLength(43);
    expect(await store.openidClients.findClient(clientId)).toMatchObject({
      ...{ secretHash: sha256Hex(secret), isActive: true, name: 'Forum' },
    });
    const renewed = await clients.renewSecret(BY, clientId);
    expect((await clients.require(clientId)).secretHash).toBe(sha256Hex(renewed));
    const logged = await store.audit.listActions({ limit: 9 });
    expect(logged.map(({ action }) => action)).toEqual(['client secret renewed', 'client added']);
    expect(JSON.stringify(logged)).not.toContain(secret);
  });

  test('without a secret cannot get one', async () => {
    const { clients } = open();
    const { clientId, secret } = await clients.add(BY, { ...FORUM, isConfidential: false });
    expect(secret).toBeUndefined();
    expect(clients.renewSecret(BY, clientId)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each<[string, object]>([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(61) }],
    ['redirect_uris', { redirectUris: [] }],
    [
      'redirect_uris',
      { redirectUris: Array.from({ length: 11 }, (_, it) => `https://a.example/${it}`) },
    ],
    ['redirect_uris', { redirectUris: ['http://forum.example/'] }],
    ['logout_uris', { logoutUris: ['forum'] }],
  ])('is refused for its %s', async (field, given) => {
    const { clients } = open();
    expect(clients.add(BY, { ...FORUM, ...given })).rejects.toMatchObject({
      kind: 'invalid',
      field,
    });
  });

  test('leaves in the audit log who sent players where, trusted it or turned it off', async () => {
    const { clients, store } = open();
    const { clientId } = await clients.add(BY, FORUM);
    const redirectUris = [...FORUM.redirectUris, 'https://evil.example/'];
    for (const changes of [
      { redirectUris },
      { isTrusted: true },
      { isTrusted: false },
      { isActive: false },
      { isActive: true },
    ]) {
      await clients.change(BY, clientId, changes);
    }
    const logged = (await store.audit.listActions({ limit: 9 })).toReversed();
    expect(logged.map(({ action, detail }) => `${action}: ${JSON.parse(detail).text}`)).toEqual([
      'client added: Forum https://forum.example/callback',
      'client changed: Forum https://evil.example/',
      'client trusted: Forum',
      'client not trusted: Forum',
      'client turned off: Forum',
      'client turned on: Forum',
    ]);
  });

  test('keeps what a change does not name', async () => {
    const { clients } = open();
    const { clientId } = await clients.add(BY, FORUM);
    await clients.change(BY, clientId, { isActive: false });
    expect(await clients.require(clientId)).toMatchObject({ name: 'Forum', isActive: false });
    await clients.change(BY, clientId, { name: 'Board' });
    expect(await clients.require(clientId)).toMatchObject({ name: 'Board', isActive: false });
    expect(clients.change(BY, 'nobody', { name: 'x' })).rejects.toThrow(Failure);
  });
});

test.each([
  ['https://play.example', undefined],
  ['http://localhost:8080', undefined],
  ['http://play.example', 'base_url is http://play.example'],
  [undefined, 'base_url is not set'],
])('single sign-on at %s', (base_url, problem) => {
  const [, sentence] = findSignOnConflict({ oidc_provider: true, base_url }, new Set()) ?? [];
  if (problem === undefined) expect(sentence).toBeUndefined();
  else expect(sentence).toContain(problem);
  expect(findSignOnConflict({ oidc_provider: false, base_url }, new Set())).toBeUndefined();
  expect(
    findSignOnConflict({ oidc_provider: true, base_url }, new Set(['base_url'])),
  ).toBeUndefined();
});

test('the commands', async () => {
  using bench = openBench();
  const uri = 'https://forum.example/callback';
  const made = await bench.out(['client', 'add', 'Forum', '--redirect', uri, '--trusted']);
  const [, id = '', secret = ''] =
    /^Client ID: (\w{24})\nClient secret \(shown only once\): (\S{43})\n$/.exec(made) ?? [];
  const table = await bench.out(['client', 'list']);
  expect(table).toMatch(/^CLIENT ID +NAME +STATE +KIND +CONSENT +PLAYERS +RETURNS TO\n/);
  expect(table).not.toContain(secret);
  await bench.out(['client', 'disable', id]);
  const [listed] = JSON.parse(await bench.out(['client', 'list', '--json']));
  expect(listed).toMatchObject({ clientId: id, isActive: false, isTrusted: true, isPublic: false });
  expect(listed).not.toHaveProperty('secretHash');
  await bench.out(['client', 'enable', id]);
  expect(await bench.out(['client', 'renew-secret', id])).not.toContain(secret);
  expect(await bench.out(['client', 'rotate-keys', '--drop-old'])).toContain('withdrawn');
  await bench.out(['client', 'remove', id]);
  expect(JSON.parse(await bench.out(['client', 'list', '--json']))).toEqual([]);
  expect((await bench.run(['client', 'remove', id])).exitCode).toBe(1);
  expect((await bench.run(['client', 'add', 'Forum'])).err).toContain('at least one address');
});
