// `bun bench/padding.ts`: whether the service keeps more of a request than it needs. For each kind of request it sends
// plain ones to the service in this process, then as many with padding, and compares what each half left in memory: at
// most 1.2 times. Then it has 80,000 small heartbeats refused, whose log has a bound of its own. `--quick` sends fewer.

import { heapStats } from 'bun:jsc';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { readMirrorList } from '../src/modules/mirrors/mirror-list.ts';
import { readListed } from '../src/modules/mirrors/mirrors-api.ts';
import { beatForm, type ListeningApp, openListening, PASSWORD } from '../tests/support/test-app.ts';
import { inspectMachine } from './harness/machine.ts';
import { type Row, writeTable } from './harness/table.ts';

const MAX_RATIO = 1.2;
/** How far the heap goes up and down by itself; it is added to both halves. Paddings that are kept are far more. */
const noiseBytes = (requests: number): number => Math.max(3_000_000, 3_000 * requests);
const AT_ONCE = 16;
const BODY_PADDING = 'x'.repeat(60_000);
/** The runtime takes 16 KiB of headers and URL together. */
const HEADER_PADDING = 'x'.repeat(12_000);
const REFUSED = 80_000;
/** What the log, the limits and the repeats of the log may keep of refused heartbeats, however many there are. */
const MAX_REFUSED_MB = 40;

interface Kind {
  name: string;
  /** Requests of each half; all that were asked for unless given. */
  most?: number;
  /** Sends one request; `number` is another one for each. */
  send(number: number, isPadded: boolean): Promise<unknown>;
}

/** Bytes that live objects hold, those of texts and buffers included. */
function heldBytes(): number {
  Bun.gc(true);
  Bun.gc(true);
  return heapStats().heapSize;
}

/** All equally long, since the engine copies very short texts by itself. */
const addressOf = (number: number, network = 198): string =>
  `${network}.${100 + (number >>> 14)}.${100 + ((number >>> 7) & 127)}.${100 + (number & 127)}`;
const addressV6Of = (number: number): string => `2001:db8:${number.toString(16)}::7`;

function createClient({ port, heard }: ListeningApp) {
  const base = `http://127.0.0.1:${port}`;
  const own = { origin: base, 'sec-fetch-site': 'same-origin' };
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };

  async function send(path: string, init: RequestInit & { address: string }) {
    const headers = { 'x-forwarded-for': init.address, ...init.headers };
    const answer = await fetch(base + path, { redirect: 'manual', ...init, headers });
    const text = await answer.text();
    // The tests collect events, which are not the service's.
    for (const events of [heard.refused, heard.loginFailed, heard.loginRefused]) events.length = 0;
    return { answer, text };
  }

  async function beat(body: string, address: string, path = '/server/heartbeat') {
    const { text } = await send(path, { method: 'POST', body, headers: formType, address });
    return text;
  }

  /** Both steps of a login; `pad` stands in a field of its own, `cookie` beside the session's. */
  async function logIn(username: string, address: string, { pad = '', cookie = '' } = {}) {
    const first = await send('/api/login', { address });
    const session = sessionOf(first.answer);
    const { token } = JSON.parse(first.text) as { token: string };
    const body = new URLSearchParams({ username, password: PASSWORD, token, pad }).toString();
    const headers = { ...formType, cookie: `${session}; other=${cookie}` };
    const { answer } = await send('/api/login', { method: 'POST', body, headers, address });
    return sessionOf(answer);
  }

  return { base, own, formType, send, beat, logIn };
}

const sessionOf = ({ headers }: Response): string =>
  /session=[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

function listKinds(app: ListeningApp, gamePort: number): Kind[] {
  const { own, formType, send, beat, logIn } = createClient(app);
  const bodyPad = (isPadded: boolean) => (isPadded ? BODY_PADDING : '');
  const headerPad = (isPadded: boolean) => (isPadded ? HEADER_PADDING : '');
  const form = (number: number, fields: Record<string, string> = {}) =>
    beatForm({
      // Without blanks and escapes, since decoding those makes a copy in any case.
      name: `Server_number_${number}`,
      salt: `a_salt_that_is_${number}`,
      software: `Software_${number}`,
      ...fields,
    });
  const sessions = new Map<number, Promise<string>>();
  const hash = /[0-9a-f]{32}/;

  return [
    {
      name: 'logins',
      send: (number, isPadded) => logIn('Nobody', addressOf(number), { pad: bodyPad(isPadded) }),
    },
    {
      name: 'logins with cookies',
      send: (number, isPadded) =>
        logIn('Nobody', addressOf(number), { cookie: headerPad(isPadded) }),
    },
    {
      name: 'logins on the page',
      async send(number, isPadded) {
        const address = addressOf(number);
        const { answer } = await send('/acc/login/', { address });
        const headers = { ...own, ...formType, cookie: sessionOf(answer) };
        const body = `username=Nobody&password=${PASSWORD}&pad=${bodyPad(isPadded)}`;
        await send('/acc/login/', { method: 'POST', headers, body, address });
      },
    },
    {
      name: 'new servers',
      send: (number, isPadded) =>
        beat(`${form(number)}&pad=${bodyPad(isPadded)}`, addressOf(number)),
    },
    {
      name: 'new servers with blanks around their texts',
      send(number, isPadded) {
        const pad = isPadded ? ' '.repeat(20_000) : '';
        const texts = { name: `Server ${number}${pad}`, software: `${pad}Software ${number}` };
        return beat(form(number, texts), addressOf(number));
      },
    },
    {
      name: 'new servers by GET',
      send: (number, isPadded) =>
        send(`/server/heartbeat?${form(number)}&pad=${headerPad(isPadded)}`, {
          address: addressOf(number),
        }),
    },
    {
      name: 'new servers behind a long chain of proxies',
      send: (number, isPadded) =>
        beat(form(number), `${headerPad(isPadded)}, ${addressOf(number)}`),
    },
    {
      name: 'contending salts',
      async send(number, isPadded) {
        for (const salt of ['one', 'two', 'three', 'four']) {
          const body = form(number, { salt: `the_salt_of_${salt}_${number}` });
          await beat(`${body}&pad=${bodyPad(isPadded)}`, addressOf(number));
        }
      },
    },
    {
      name: 'refused heartbeats',
      send: (number, isPadded) =>
        beat(form(number, { max: `none_${bodyPad(isPadded)}` }), addressOf(number)),
    },
    {
      name: 'refused heartbeats over IPv6',
      send: (number, isPadded) =>
        beat(`${form(number)}&pad=${bodyPad(isPadded)}`, addressV6Of(number)),
    },
    {
      name: 'look-ups of players',
      most: 400,
      async send(number, isPadded) {
        const address = addressOf(number);
        const name = `Player${number}`;
        const server = hash.exec(await beat(form(number), address))?.[0] ?? '';
        await app.register(name);
        const cookie = await logIn(name, address);
        const path = `/api/server/${server}${isPadded ? ','.repeat(12_000) : ''}`;
        await send(path, { headers: { cookie }, address });
      },
    },
    {
      name: 'uploads',
      most: 400,
      async send(number, isPadded) {
        const address = addressOf(number % 8);
        const session = sessions.get(number % 8) ?? logIn('Alice', address);
        sessions.set(number % 8, session);
        const form = new FormData();
        form.set('form', `icon ${number}`);
        form.set('pad', bodyPad(isPadded));
        form.set('icon', new Blob([`icon ${number} ${bodyPad(isPadded)}`]), 'icon.png');
        const { headers, body } = new Request(app.baseUrl, { method: 'POST', body: form });
        const sent = { ...own, 'content-type': headers.get('content-type') ?? '' };
        await send(`/server/own/${'0'.repeat(32)}/`, {
          method: 'POST',
          headers: { ...sent, cookie: await session },
          body: await new Response(body).arrayBuffer(),
          address,
        });
      },
    },
    { name: 'relays', most: 400, send: createRelayKind(app, gamePort, headerPad) },
    { name: 'lists of mirrors', most: 400, send: createMirrorKind() },
  ];
}

/** Relays that stay open, each of another address. */
function createRelayKind(
  { port, baseUrl }: ListeningApp,
  gamePort: number,
  padOf: (isPadded: boolean) => string,
): Kind['send'] {
  return async (number, isPadded) => {
    const socket = connect(port, '127.0.0.1').unref();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 101')) resolve();
      else reject(new Error(chunk.toString('latin1').slice(0, 300)));
    });
    socket.write(
      `${[
        `GET /p/127.0.0.1/${gamePort} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Origin: ${baseUrl}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: ClassiCube, p${padOf(isPadded)}`,
        `X-Forwarded-For: ${addressOf(number)}`,
      ].join('\r\n')}\r\n\r\n`,
    );
    await promise;
  };
}

/** Lists of ten servers each, read as those of mirrors are, which stay in memory. */
function createMirrorKind(): Kind['send'] {
  const kept: unknown[] = [];
  return async (number, isPadded) => {
    const pad = ' '.repeat(isPadded ? 3_000 : 0);
    const servers = Array.from({ length: 10 }, (_, index) => ({
      hash: `${number}${index}`.padStart(32, '0'),
      name: `Server ${number} ${index}${pad}`,
      ...{ players: 1, maxplayers: 2, software: 'Software', uptime: 1, country_abbr: 'NL' },
    }));
    using site = Bun.serve({ port: 0, fetch: () => Response.json({ servers }) });
    kept.push(await readMirrorList(`http://127.0.0.1:${site.port}`, { read: readListed }));
  };
}

async function sendAll(first: number, count: number, send: (number: number) => Promise<unknown>) {
  let next = first;
  const one = async () => {
    for (let number = next++; number < first + count; number = next++) await send(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function measureKind({ name, most, send }: Kind, requests: number): Promise<Row> {
  const count = Math.min(requests, most ?? requests);
  // What is made once, at the first request, belongs to neither half.
  await sendAll(0, AT_ONCE, (number) => send(number, number % 2 === 0));
  const before = heldBytes();
  await sendAll(AT_ONCE, count, (number) => send(number, false));
  const between = heldBytes();
  await sendAll(AT_ONCE + count, count, (number) => send(number, true));
  const [plain, padded] = [between - before, heldBytes() - between];
  const noise = noiseBytes(count);
  const ratio = (Math.max(padded, 0) + noise) / (Math.max(plain, 0) + noise);
  return {
    measure: `${name}, ${count.toLocaleString('en-US')}`,
    figure: `${megabytes(padded)} with padding`,
    comparison: `${megabytes(plain)} without`,
    result: ratio.toFixed(2),
    target: `≤ ${MAX_RATIO}`,
    isMet: ratio <= MAX_RATIO,
  };
}

/** What many refused heartbeats leave, each from an address of its own. */
async function measureRefused(app: ListeningApp, count: number): Promise<Row> {
  const { beat } = createClient(app);
  const before = heldBytes();
  await sendAll(0, count, (number) => {
    const body = beatForm({ name: `Refused_${number}`, salt: '' });
    return beat(body, addressOf(number, 199));
  });
  const mb = (heldBytes() - before) / 1e6;
  return {
    measure: `small refused heartbeats, ${count.toLocaleString('en-US')}`,
    ...{ figure: `${mb.toFixed(1)} MB`, comparison: '', result: `${mb.toFixed(1)} MB` },
    ...{ target: `≤ ${MAX_REFUSED_MB} MB`, isMet: mb <= MAX_REFUSED_MB },
  };
}

/** A service of its own for each kind: what one kind fills, another one empties. None is stopped before the end. */
async function openService(gamePort: number): Promise<ListeningApp> {
  const app = await openListening({
    trustedProxies: ['127.0.0.1/32'],
    serversInAll: 1_000_000,
    isPortCheckOn: false,
    relayLimit: 10_000,
    relayPerAddress: 10_000,
  });
  await app.register('Alice');
  await createClient(app).beat(beatForm({ port: `${gamePort}`, web: 'true' }), '127.0.0.1');
  return app;
}

async function main(isQuick: boolean): Promise<Row[]> {
  const requests = isQuick ? 150 : 4_000;
  using game = Bun.serve({
    port: 0,
    fetch: (request, server) =>
      server.upgrade(request, { headers: { 'Sec-WebSocket-Protocol': 'ClassiCube' } })
        ? undefined
        : new Response(),
    websocket: { message() {}, idleTimeout: 0 },
  });
  const gamePort = game.port ?? 0;
  const rows: Row[] = [];
  for (let index = 0; ; index += 1) {
    const app = await openService(gamePort);
    const kind = listKinds(app, gamePort)[index];
    if (kind === undefined) break;
    rows.push(await measureKind(kind, requests));
  }
  const app = await openService(gamePort);
  rows.push(await measureRefused(app, isQuick ? REFUSED / 20 : REFUSED));
  return rows;
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const rows = await main(values.quick);
process.stdout.write(`${writeTable(rows)}\n\n${inspectMachine().facts[0]}\n`);
process.exit(rows.some(({ isMet }) => isMet === false) ? 1 : 0);
