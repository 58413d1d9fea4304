// Odd but well-meant requests of real programs, which must be answered like any other.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { buildRequest, exchangeOnce, RawConnection } from '../support/raw-http.ts';
import { beatForm, Client, eventually, nextAddress } from './client.ts';

let muster: RunningMuster;
let host: string;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  host = `127.0.0.1:${muster.port}`;
});
afterAll(() => muster?.[Symbol.asyncDispose]());

const formType = 'application/x-www-form-urlencoded';

// C1.14
describe('a request is answered 200 like any other', () => {
  const heads: [sentence: string, lines: string[]][] = [
    ['no space after the colons', ['Host:HOST', 'User-Agent:ClassiCube 1.3.8', 'Accept:*/*']],
    ['spaces and tabs around values', ['Host: \t HOST\t ', 'User-Agent:   x  ']],
    ['header names in odd case', ['hOST: HOST', 'uSER-aGENT: x']],
    ['no User-Agent and no Accept', ['Host: HOST']],
    ['Proxy-Connection', ['Host: HOST', 'Proxy-Connection: keep-alive']],
    [
      'an upgrade to h2c, which is ignored',
      [
        'Host: HOST',
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ],
    ],
    [
      'an upgrade to websocket where there is none',
      ['Host: HOST', 'Connection: Upgrade', 'Upgrade: websocket'],
    ],
    ['an Accept that asks for something else', ['Host: HOST', 'Accept: image/png']],
    ['a long unknown header', ['Host: HOST', `X-Long: ${'x'.repeat(4_000)}`]],
  ];
  for (const [sentence, lines] of heads) {
    test(sentence, async () => {
      const head = lines.map((line) => line.replace('HOST', host)).join('\r\n');
      for (const path of ['/api/login', '/api/servers', '/api/myip']) {
        const answer = await exchangeOnce(muster.port, `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
        expect([path, answer.status]).toEqual([path, 200]);
      }
    });
  }
  test('HTTP/1.0 with a Host', async () => {
    const answer = await exchangeOnce(
      muster.port,
      `GET /api/myip HTTP/1.0\r\nHost: ${host}\r\n\r\n`,
    );
    expect([answer.status, answer.text]).toEqual([200, '127.0.0.1']);
  });
});

// C1.14, C2.7
describe('absolute-form targets', () => {
  const cases: [sentence: string, authority: string, hostHeader: string, status: number][] = [
    ['with the right authority', 'HOST', 'HOST', 200],
    ['whose own authority is foreign', 'evil.example', 'HOST', 200],
    ['with a foreign Host', 'HOST', 'evil.example', 403],
  ];
  for (const [sentence, authority, hostHeader, status] of cases) {
    test(`${sentence}: ${status}`, async () => {
      const target = `http://${authority.replace('HOST', host)}/api/myip/`;
      const headers = [['Host', hostHeader.replace('HOST', host)]] as const;
      const answer = await exchangeOnce(muster.port, buildRequest({ target, headers }));
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.text).toBe('127.0.0.1');
    });
  }
});

// C1.14
describe('forms in odd shapes', () => {
  const bodies: [sentence: string, headers: [string, string][], body: string][] = [
    ['without a content type', [], beatForm()],
    ['with a charset', [['Content-Type', `${formType}; charset=utf-8`]], beatForm()],
    ['with a leading &', [['Content-Type', formType]], `&${beatForm()}`],
    [
      'with doubled and trailing &',
      [['Content-Type', formType]],
      `&&${beatForm().replaceAll('&', '&&')}&&`,
    ],
    [
      'in a content type of odd case',
      [['content-type', 'Application/X-WWW-Form-URLencoded']],
      beatForm(),
    ],
  ];
  for (const [sentence, headers, body] of bodies) {
    test(sentence, async () => {
      const client = new Client(muster, { address: nextAddress() });
      const answer = await client.send('POST', '/heartbeat.jsp', headers, body);
      expect(answer.text).toMatch(/\/server\/play\/[0-9a-f]{32}\/$/);
    });
  }
  test('a query with a leading &', async () => {
    const client = new Client(muster, { address: nextAddress() });
    expect((await client.get(`/server/heartbeat?&${beatForm()}`)).text).toMatch(/\/$/);
  });
  test('a chunked body', async () => {
    const client = new Client(muster, { address: nextAddress() });
    const body = beatForm();
    const chunks = [body.slice(0, 10), body.slice(10)].map(
      (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
    );
    const headers = [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Type', formType],
    ] as const;
    const answer = await client.send(
      'POST',
      '/heartbeat.jsp',
      headers,
      `${chunks.join('')}0\r\n\r\n`,
    );
    expect(answer.text).toMatch(/\/server\/play\/[0-9a-f]{32}\/$/);
  });
  test('a body that comes in two packets, after Expect: 100-continue', async () => {
    const connection = await RawConnection.open(muster.port);
    const body = beatForm();
    const headers = [
      ['Host', host],
      ['Expect', '100-continue'],
      ['Content-Type', formType],
      ['Content-Length', `${body.length}`],
    ] as const;
    connection.send(buildRequest({ method: 'POST', target: '/heartbeat.jsp', headers }));
    await Bun.sleep(150);
    connection.send(body.slice(0, 20));
    await Bun.sleep(30);
    connection.send(body.slice(20));
    const answer = await connection.read();
    expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/\/server\/play\//)]);
    connection.close();
  });
});

// C1.15
describe('broken escapes and invalid UTF-8 are decoded, never an error', () => {
  const replaced = '\uFFFD';
  const names: [sent: string, expected: RegExp][] = [
    ['a%FFb', new RegExp(`^a${replaced}b$`)],
    ['a%C3', new RegExp(`^a${replaced}$`)],
    ['a%ED%A0%80b', new RegExp(`^a${replaced}+b$`)],
    ['a%F4%90%80%80b', new RegExp(`^a${replaced}+b$`)],
    ['a%C0%AFb', new RegExp(`^a${replaced}+b$`)],
    ['a\xffb', new RegExp(`^a${replaced}b$`)],
    ['a%E2%82%ACb', /^a€b$/],
    ['100%', /^100./],
    ['a%zzb', /^a.+b$/],
    ['a%2', /^a./],
    ['a+b%2Bc', /^a b\+c$/],
    ['a=b=c', /^a=b=c$/],
  ];
  for (const [sent, expected] of names) {
    test(JSON.stringify(sent), async () => {
      const client = new Client(muster, { address: nextAddress() });
      const rest = beatForm({ name: undefined });
      const byBody = await client.post('/heartbeat.jsp', `name=${sent}&${rest}`);
      const hash = /([0-9a-f]{32})\/$/.exec(byBody.text)?.[1] ?? byBody.text;
      const [record] = await client.lookup(hash);
      expect(record?.name).toMatch(expected);
      if (!/[^\x21-\x7e]/.test(sent)) {
        const byQuery = await client.get(`/heartbeat.jsp?name=${sent}&${rest}`);
        expect(byQuery.text).toBe(byBody.text);
        await eventually(
          () => client.lookup(hash),
          ([again]) => expected.test(again?.name ?? ''),
        );
      }
    });
  }
  const paths: [path: string, status: number, contains: string][] = [
    ['/api/server/%zz', 200, '{"servers":[]}'],
    ['/api/server/%FF,%', 200, '{"servers":[]}'],
    ['/api/player/%zz', 200, 'User not found'],
    ['/api/player/%FF%FE', 200, 'User not found'],
    ['/api/player/%00', 200, 'User not found'],
    ['/api/id/%', 200, 'User not found'],
    ['/api/servers?%zz=%FF&&=', 200, '"servers"'],
    ['/api/login?%', 200, '"token"'],
  ];
  for (const [path, status, contains] of paths) {
    test(path, async () => {
      const answer = await new Client(muster).get(path);
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(contains)]);
    });
  }
});
