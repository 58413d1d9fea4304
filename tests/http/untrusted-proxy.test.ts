// Requests through a proxy that nobody named: whatever counts by address refuses them, and says why.

import { afterEach, describe, expect, test } from 'bun:test';
import { unknownSender } from '../../src/modules/account/login-failures.ts';
import { createRelayHandler } from '../../src/modules/relay/relay-api.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { createProxyCheck } from '../../src/platform/net/client-address.ts';
import {
  beatForm,
  type ListeningApp,
  openListening,
  PASSWORD,
  requestFrom,
} from '../support/test-app.ts';
import { closeConnections } from './socket.ts';

afterEach(closeConnections);

const SIGNS: [string, Record<string, string>][] = [
  ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7' }],
  ['an empty X-Forwarded-For', { 'x-forwarded-for': '' }],
  ['Forwarded', { forwarded: 'for=203.0.113.7' }],
  ['Via', { via: '1.1 proxy' }],
];
const PLAYERS_READ = unknownSender().message;
const SENTENCE = `Your heartbeat came through a proxy at 127.0.0.1 that this service does not trust, so your address is unknown. Ask ${messages.operatorPhrases[0]} to add it to trusted_proxies (MUSTER_TRUSTED_PROXIES).`;

const urlOf = ({ port }: ListeningApp, path: string) => `http://127.0.0.1:${port}${path}`;

function beat(app: ListeningApp, headers: Record<string, string>, way: 'GET' | 'POST' = 'POST') {
  return way === 'GET'
    ? fetch(urlOf(app, `/heartbeat.jsp?${beatForm()}`), { headers })
    : fetch(urlOf(app, '/server/heartbeat/'), { method: 'POST', body: beatForm(), headers });
}

async function logIn(app: ListeningApp, headers: Record<string, string>) {
  const first = await fetch(urlOf(app, '/api/login'), { headers });
  const { token } = (await first.json()) as { token: string };
  const cookie = /session=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const body = new URLSearchParams({ username: 'Alice', password: PASSWORD, token });
  return fetch(urlOf(app, '/api/login'), { method: 'POST', body, headers: { ...headers, cookie } });
}

describe('a heartbeat through an unnamed proxy', () => {
  test.each(SIGNS)(
    'with %s is refused with the setting to mend, and lists nothing',
    async (_s, headers) => {
      await using app = await openListening();
      for (const way of ['GET', 'POST'] as const) {
        const answer = await beat(app, headers, way);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/json');
        expect(await answer.text()).toBe(
          `{"errors":[["${SENTENCE}"]],"response":"","status":"fail"}`,
        );
      }
      expect(app.servers.count()).toMatchObject({ publicServers: 0, privateServers: 0 });
      expect(app.probe.tried).toEqual([]);
      expect(app.heard.refused).toEqual([
        { ip: '127.0.0.1', complaints: [SENTENCE] },
        { ip: '127.0.0.1', complaints: [SENTENCE] },
      ]);
      expect(app.heard.proxies).toEqual(['127.0.0.1', '127.0.0.1']);
    },
  );

  test('is taken once the proxy is named, and without such a header in any case', async () => {
    await using named = await openListening({ trustedProxies: ['127.0.0.1/32'] });
    const [, headers = {}] = SIGNS[0] ?? [];
    expect(await (await beat(named, headers)).text()).toContain('/server/play/');
    await using direct = await openListening();
    expect(await (await beat(direct, {})).text()).toContain('/server/play/');
    expect([named.heard.proxies, direct.heard.proxies]).toEqual([[], []]);
  });

  test('counts as its own while another is named, as that of any peer that nobody trusts', async () => {
    await using app = await openListening({ trustedProxies: ['10.9.8.7/32'] });
    const [, headers = {}] = SIGNS[0] ?? [];
    expect(await (await beat(app, headers)).text()).toContain('/server/play/');
    expect(app.servers.findRelayTarget('203.0.113.7', 25_565)).toBeUndefined();
  });
});

describe('a login through an unnamed proxy', () => {
  test('of a launcher is refused in words for players', async () => {
    await using app = await openListening();
    await app.register('Alice');
    const answer = await logIn(app, { via: '1.1 proxy', 'user-agent': 'ClassiCube/1.3.8' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      ...{ username: null, authenticated: false, errorcount: 1, errors: [PLAYERS_READ] },
      token: expect.stringMatching(/^.{20,64}$/),
    });
    expect(PLAYERS_READ.length).toBeLessThanOrEqual(64);
    expect(app.heard).toMatchObject({ loggedIn: [], loginFailed: [], proxies: ['127.0.0.1'] });
    expect(await (await logIn(app, {})).json()).toMatchObject({ authenticated: true, errors: [] });
  });

  test('on the page is refused in the same words', async () => {
    await using app = await openListening();
    await app.register('Alice');
    const form = (headers: Record<string, string>) =>
      fetch(urlOf(app, '/acc/login/'), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username: 'Alice', password: PASSWORD }),
        headers: {
          cookie: 'session=x',
          origin: 'http://muster.test',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      });
    const refused = await form({ via: '1.1 proxy' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain(PLAYERS_READ);
    expect(app.heard).toMatchObject({ loggedIn: [], loginFailed: [], proxies: ['127.0.0.1'] });
    expect((await form({})).status).toBe(303);
  });
});

describe('a relay through an unnamed proxy', () => {
  test('is refused before it is looked at', async () => {
    const surface = createRelayHandler({
      relay: {
        admit() {
          throw new Error('It was looked at.');
        },
        count: () => 0,
        stop: async () => {},
      },
      noteStay: () => () => {},
      addressOf: () => '127.0.0.1',
      isSenderUnknown: ({ headers }) => headers.has('via'),
    });
    const request = new Request('http://muster.test/p/203.0.113.7/25565', {
      headers: { via: '1.1 proxy', origin: 'http://muster.test' },
    });
    const answer = surface.answer(request, () => true);
    expect(answer?.status).toBe(403);
    expect(await answer?.text()).toContain(PLAYERS_READ);
  });
});

describe('the check', () => {
  const request = (peer: string, headers: Record<string, string>, trusted: string[] = []) =>
    createProxyCheck({ trustedProxies: trusted }, () => {})(requestFrom(peer, { headers }));
  const via = { via: '1.1 proxy' };

  test.each<[string, string | undefined]>([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::ffff:172.17.0.1', '172.17.0.1'],
    ['10.0.0.1', '10.0.0.1'],
    ['100.64.0.1', '100.64.0.1'],
    ['fd00::1', 'fd00::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['172.32.0.1', undefined],
    ['203.0.113.7', undefined],
    ['2001:db8::1', undefined],
    ['', undefined],
  ])('finds in the peer %p the proxy %p', (peer, proxy) => {
    expect(request(peer, via)).toBe(proxy);
    expect(request(peer, {})).toBeUndefined();
    expect(request(peer, { 'x-real-ip': '1.2.3.4', 'x-forwarded-proto': 'https' })).toBeUndefined();
  });

  test('finds nothing once a proxy is trusted: what it does not vouch for counts by its peer', () => {
    expect(request('127.0.0.1', via, ['127.0.0.1/32'])).toBeUndefined();
  });
});
