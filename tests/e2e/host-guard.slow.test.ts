// The host guard: only the right Host header is served, everything else meets the 403 page.
import { afterAll, describe, expect, test } from 'bun:test';
import { makeFolder, type RunningMuster, runMuster, startMuster } from '../support/binary.ts';
import { exchangeOnce, type RawResponse } from '../support/raw-http.ts';

const started: RunningMuster[] = [];
afterAll(async () => {
  for (const muster of started) await muster[Symbol.asyncDispose]();
});

function ask(
  muster: RunningMuster,
  hostLines: readonly string[],
  path = '/api/myip',
): Promise<RawResponse> {
  const head = [`GET ${path} HTTP/1.1`, ...hostLines, '', ''].join('\r\n');
  return exchangeOnce(muster.port, head);
}

function expectRefused(answer: RawResponse, rightAddress: string): void {
  expect(answer.status).toBe(403);
  expect(answer.header('content-type')).toStartWith('text/html');
  expect(answer.text.toLowerCase()).toContain('direct ip access is not allowed');
  expect(answer.text).toContain(rightAddress);
  expect(answer.body.length).toBeLessThan(4_096);
  expect(answer.header('set-cookie')).toBeUndefined();
}

/** Hosts that are never right, whatever is configured. `NAME` stands for the right name, `PORT` for its port. */
const neverRight: [sentence: string, hostLines: string[]][] = [
  ['another name', ['Host: evil.example']],
  ['another address', ['Host: 192.0.2.1:PORT']],
  ['an IPv6 address', ['Host: [2001:db8::1]:PORT']],
  ['an empty host', ['Host: ']],
  ['a trailing dot', ['Host: NAME.:PORT']],
  ['two equal hosts', ['Host: NAME:PORT', 'Host: NAME:PORT']],
  ['two hosts, the first right', ['Host: NAME:PORT', 'Host: evil.example']],
  ['two hosts, the second right', ['Host: evil.example', 'Host: NAME:PORT']],
  ['two hosts in one line', ['Host: NAME:PORT, NAME:PORT']],
  ['a port that is none', ['Host: NAME:abc']],
  ['a port out of range', ['Host: NAME:99999']],
  ['a negative port', ['Host: NAME:-1']],
  ['two ports', ['Host: NAME:PORT:PORT']],
  ['a path', ['Host: NAME:PORT/x']],
  ['a path alone', ['Host: a/b']],
  ['a user', ['Host: user@NAME:PORT']],
  ['the right name as user', ['Host: NAME:PORT@evil.example']],
  ['an unclosed bracket', ['Host: [::1']],
  ['a scheme', ['Host: http://NAME:PORT']],
  ['a query', ['Host: NAME?x']],
  ['a fragment', ['Host: NAME#x']],
  ['a backslash', ['Host: NAME\\x']],
  ['a blank inside', ['Host: NAME x']],
  ['a percent escape', ['Host: NA%4dE']],
  ['bytes outside of ASCII', ['Host: NAME\xe9']],
  ['a name that ends like the right one', ['Host: evilNAME:PORT']],
  ['a name that begins like the right one', ['Host: NAME.evil.example:PORT']],
  ['a short name', ['Host: x']],
  ['a very long name', [`Host: ${'a'.repeat(3_000)}.example`]],
  ['markup, which the page does not repeat', ['Host: <script>alert(1)</script>']],
];

// C2.4
describe('without a base URL', () => {
  let muster: RunningMuster;
  const lines = (hostLines: readonly string[]) =>
    hostLines.map((line) =>
      line.replaceAll('NAME', 'localhost').replaceAll('PORT', `${muster.port}`),
    );

  test('it starts', async () => {
    muster = await startMuster();
    started.push(muster);
  });
  const right = [
    'localhost:PORT',
    '127.0.0.1:PORT',
    '[::1]:PORT',
    'LocalHost:PORT',
    '127.0.0.1',
    '127.0.0.2:PORT',
    '127.0.0.1:9',
  ];
  for (const host of right) {
    test(`${host} is served`, async () => {
      expect((await ask(muster, lines([`Host: ${host}`]))).status).toBe(200);
    });
  }
  for (const [sentence, hostLines] of neverRight) {
    test(`${sentence} is refused`, async () => {
      for (const path of [
        '/api/servers',
        '/',
        '/heartbeat.jsp',
        '/api//login/',
        '/nothing',
        '/openapi.json',
      ]) {
        const answer = await ask(muster, lines(hostLines), path);
        expectRefused(answer, 'http://localhost:');
        expect(answer.text).not.toContain('<script>alert');
      }
    });
  }
  test('HTTP/1.0 without a Host is refused', async () => {
    expectRefused(
      await exchangeOnce(muster.port, 'GET /api/servers HTTP/1.0\r\n\r\n'),
      'http://localhost:',
    );
  });
  test('HEAD and POST with a foreign host are refused', async () => {
    const head = await exchangeOnce(
      muster.port,
      'HEAD /api/servers HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      { isHead: true },
    );
    expect(head.status).toBe(403);
    const post = 'POST /api/login HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 3\r\n\r\na=b';
    expectRefused(await exchangeOnce(muster.port, post), 'http://localhost:');
  });
  test('without a base URL, the page says how to be reached at the address that was asked for', async () => {
    const advice = (text: string) => /MUSTER_BASE_URL=(\S+?)</.exec(text)?.[1];
    expect(advice((await ask(muster, ['Host: Muster-Box.lan:8080'])).text)).toBe(
      'http://muster-box.lan:8080',
    );
    const env = { MUSTER_BASE_URL: 'http://muster-box.lan:8080' };
    await using named = await startMuster({ env });
    expect((await ask(named, ['Host: muster-box.lan:8080'])).status).toBe(200);
    // Whoever named an address needs no advice.
    expect(advice((await ask(named, ['Host: 192.0.2.1'])).text)).toBeUndefined();
  });
  for (const [path, said] of [
    ['/livez', /^ok$/],
    ['/readyz', /^\{"status":"ready",/],
  ] as const) {
    test(`${path} is exempt`, async () => {
      for (const hostLines of [
        ['Host: evil.example'],
        ['Host: 10.0.0.1:1'],
        ['Host: a/b'],
        ['Host: x'],
      ]) {
        const answer = await ask(muster, hostLines, path);
        expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(said)]);
      }
      const answer = await exchangeOnce(muster.port, `GET ${path} HTTP/1.0\r\n\r\n`);
      expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(said)]);
    });
  }
  test('paths that only resemble the exempt ones are not', async () => {
    for (const path of ['/livezz', '/readyz/x', '/livez/../api/servers', '/api/livez']) {
      expect((await ask(muster, ['Host: evil.example'], path)).status).toBe(403);
    }
  });
});

interface HostCase {
  env: Record<string, string>;
  rightAddress: string;
  served: string[];
  refused: string[];
}

const configured: [sentence: string, HostCase][] = [
  [
    'a base URL without a port compares none',
    {
      env: { MUSTER_BASE_URL: 'http://play.example.net' },
      rightAddress: 'http://play.example.net',
      served: [
        'play.example.net',
        'play.example.net:80',
        'play.example.net:1234',
        'PLAY.Example.NET',
      ],
      refused: [
        'localhost',
        '127.0.0.1',
        '127.0.0.1:OWN',
        '[::1]:OWN',
        'localhost:OWN',
        'example.net',
      ],
    },
  ],
  [
    'a base URL with a port compares it',
    {
      env: { MUSTER_BASE_URL: 'http://play.example.net:8443' },
      rightAddress: 'http://play.example.net:8443',
      served: ['play.example.net:8443'],
      refused: [
        'play.example.net',
        'play.example.net:80',
        'play.example.net:OWN',
        'localhost:8443',
      ],
    },
  ],
  [
    'extra hosts with and without a port, short ones too',
    {
      env: {
        MUSTER_BASE_URL: 'https://play.example.net',
        MUSTER_EXTRA_HOSTS: 'alt.example.org, other.example:9000, abc, a, 192.0.2.7',
      },
      rightAddress: 'https://play.example.net',
      served: [
        'play.example.net',
        'play.example.net:443',
        'alt.example.org',
        'alt.example.org:7',
        'ALT.example.org',
        'other.example:9000',
        'abc',
        'a',
        'a:1',
        '192.0.2.7:80',
      ],
      refused: [
        'other.example',
        'other.example:9001',
        'other.example:90',
        'ab',
        'b',
        '127.0.0.1:OWN',
        '192.0.2.8',
      ],
    },
  ],
];

describe('configured hosts', () => {
  for (const [sentence, { env, rightAddress, served, refused }] of configured) {
    test(sentence, async () => {
      const muster = await startMuster({ env });
      started.push(muster);
      for (const host of served) {
        const answer = await ask(muster, [`Host: ${host}`]);
        expect([host, answer.status, answer.text]).toEqual([host, 200, '127.0.0.1']);
      }
      for (const host of refused) {
        const answer = await ask(muster, [`Host: ${host.replace('OWN', `${muster.port}`)}`]);
        expect([host, answer.status]).toEqual([host, 403]);
        expectRefused(answer, rightAddress);
      }
      for (const [line, hostLines] of neverRight) {
        const port = new URL(rightAddress).port || '80';
        const adapted = hostLines.map((text) =>
          text.replaceAll('NAME', 'play.example.net').replaceAll('PORT', port),
        );
        expect([line, (await ask(muster, adapted)).status]).toEqual([line, 403]);
      }
    });
  }
});

// C2.5
describe('a base URL that cannot be right stops the start with a line that names it', () => {
  for (const url of [
    'http://play.example.net/muster',
    'play.example.net',
    'ftp://play.example.net',
    'http://',
    'http://a b',
  ]) {
    test(JSON.stringify(url), async () => {
      const folder = await makeFolder();
      const env = { MUSTER_BASE_URL: url, MUSTER_LISTEN: '127.0.0.1:0' };
      const result = await runMuster([], { folder, env });
      expect(result.exitCode).not.toBe(0);
      expect(result.stderr + result.stdout).toMatch(/base.?url/i);
    });
  }
});
