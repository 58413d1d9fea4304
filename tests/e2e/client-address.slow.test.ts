// The caller's address: the TCP peer, or what trusted proxies say in X-Forwarded-For and nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { buildRequest, exchangeOnce, type HeaderLine } from '../support/raw-http.ts';

let trusting: RunningMuster;
let plain: RunningMuster;
beforeAll(async () => {
  const env = {
    MUSTER_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8,2001:db8:ffff::/48',
    MUSTER_PORT_CHECK: 'false',
  };
  [trusting, plain] = await Promise.all([startMuster({ env }), startMuster()]);
});
afterAll(async () => {
  await trusting?.[Symbol.asyncDispose]();
  await plain?.[Symbol.asyncDispose]();
});

async function addressSeenBy(
  muster: RunningMuster,
  more: readonly HeaderLine[],
  peer = '127.0.0.1',
) {
  const headers: HeaderLine[] = [['Host', `127.0.0.1:${muster.port}`], ...more];
  const request = buildRequest({ target: '/api/myip', headers });
  const answer = await exchangeOnce(muster.port, request, { host: peer });
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toStartWith('text/plain');
  return answer.text;
}

const cases: [sentence: string, lines: string[], seen: string][] = [
  ['no header: the peer', [], '127.0.0.1'],
  ['one address', ['203.0.113.7'], '203.0.113.7'],
  ['the right-most counts', ['192.0.2.1, 203.0.113.7'], '203.0.113.7'],
  [
    'trusted ones on the right are skipped',
    ['192.0.2.1, 203.0.113.7, 10.0.0.5, 127.0.0.9'],
    '203.0.113.7',
  ],
  [
    'a trusted one in the middle is not looked behind',
    ['10.0.0.5, 203.0.113.7, 10.0.0.5'],
    '203.0.113.7',
  ],
  ['all trusted: the left-most', ['10.0.0.9, 10.0.0.5'], '10.0.0.9'],
  [
    'an unreadable entry ends the walk at the last good address',
    ['203.0.113.7, garbage, 10.0.0.5'],
    '10.0.0.5',
  ],
  ['nothing but an unreadable entry: the peer', ['garbage'], '127.0.0.1'],
  ['an unreadable entry on the right: the peer', ['203.0.113.7, unknown'], '127.0.0.1'],
  ['a port', ['203.0.113.7:5555'], '203.0.113.7'],
  ['an IPv6 address in brackets with a port', ['[2001:db8::1]:443'], '2001:db8::1'],
  ['an IPv6 address in brackets', ['[2001:db8::1]'], '2001:db8::1'],
  ['an IPv6 address without brackets', ['2001:db8::1'], '2001:db8::1'],
  ['an IPv6 address in long form and capitals', ['2001:0DB8:0:0:0:0:0:00A1'], '2001:db8::a1'],
  ['a trusted IPv6 proxy', ['203.0.113.7, 2001:db8:ffff::1'], '203.0.113.7'],
  ['a mapped address', ['::ffff:203.0.113.7'], '203.0.113.7'],
  ['a mapped address in hex', ['::ffff:cb00:7107'], '203.0.113.7'],
  ['a mapped address in brackets with a port', ['[::ffff:203.0.113.7]:80'], '203.0.113.7'],
  ['a mapped trusted one', ['203.0.113.7, ::ffff:10.0.0.5'], '203.0.113.7'],
  ['blanks and tabs', ['  192.0.2.1 ,\t203.0.113.7  '], '203.0.113.7'],
  ['several lines are one list in their order', ['192.0.2.1', '203.0.113.7'], '203.0.113.7'],
  ['several lines with trusted ones', ['203.0.113.7, 10.1.1.1', '10.0.0.5'], '203.0.113.7'],
  ['several lines, all trusted', ['10.0.0.9', '10.0.0.5'], '10.0.0.9'],
];

describe('behind a trusted proxy', () => {
  for (const [sentence, lines, seen] of cases) {
    test(sentence, async () => {
      const headers = lines.map((line): HeaderLine => ['X-Forwarded-For', line]);
      expect(await addressSeenBy(trusting, headers)).toBe(seen);
    });
  }
  const others = [
    'X-Real-IP',
    'Forwarded',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Client-IP',
    'X-Forwarded',
    'Client-IP',
  ];
  for (const name of others) {
    test(`${name} is never read`, async () => {
      const value = name === 'Forwarded' ? 'for=203.0.113.7' : '203.0.113.7';
      expect(await addressSeenBy(trusting, [[name, value]])).toBe('127.0.0.1');
      expect(
        await addressSeenBy(trusting, [
          [name, value],
          ['X-Forwarded-For', '192.0.2.4'],
        ]),
      ).toBe('192.0.2.4');
    });
  }
  test('a long chain of trusted proxies is walked to its end', async () => {
    const long = Array.from({ length: 30 }, () => '10.0.0.5').join(', ');
    expect(await addressSeenBy(trusting, [['X-Forwarded-For', `203.0.113.7, ${long}`]])).toBe(
      '203.0.113.7',
    );
  });
  test('a peer that is not trusted is not believed', async () => {
    expect(await addressSeenBy(trusting, [['X-Forwarded-For', '203.0.113.7']], '::1')).toBe('::1');
  });
});

describe('without trusted proxies', () => {
  test('the peer is the address, mapped IPv4 dotted, IPv6 shortest, and the body nothing more', async () => {
    expect(await addressSeenBy(plain, [])).toBe('127.0.0.1');
    expect(await addressSeenBy(plain, [], '::1')).toBe('::1');
  });
  test('no header is believed', async () => {
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded']) {
      expect(await addressSeenBy(plain, [[name, '203.0.113.7']])).toBe('127.0.0.1');
    }
  });
});

describe('a setting of trusted proxies that cannot be read', () => {
  for (const value of ['10.0.0.0/33', 'proxy.example.org', '10.0.0.0/8;nonsense']) {
    test(`${value} stops the start`, async () => {
      const env = { MUSTER_TRUSTED_PROXIES: value, MUSTER_PORT_CHECK: 'false' };
      await expect(startMuster({ env })).rejects.toThrow(/trusted.?proxies/i);
    });
  }
});
