// The relay of the compiled binary, between the web client's own upgrade and a game server that is as
// particular as MCGalaxy: who gets in, what passes, and how it ends.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { findFreePort, startMuster } from '../support/binary.ts';
import { startPostgres } from '../support/postgres.ts';
import { encodeFrame, OPCODE } from '../support/websocket-peer.ts';
import { BROWSER, ORIGIN, RelaySetup } from './relay-setup.ts';

let setup: RelaySetup;

beforeAll(async () => {
  setup = await RelaySetup.open({
    MUSTER_RELAY_CONNECT_TIMEOUT: '1s',
    MUSTER_RELAY_PER_ADDRESS: '100',
  });
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(() => {
  setup.game.greeting = 'accept';
  setup.game.onPlayer = undefined;
  setup.game.players.length = 0;
});

async function openBoth(asking?: Parameters<RelaySetup['browser']>[0]) {
  const browser = await setup.browser(asking);
  return { browser, player: await setup.game.player() };
}

describe('the upgrade', () => {
  test('of the web client is taken with its subprotocol and no extension', async () => {
    const { status, head } = await setup.upgrade();
    expect(status).toBe(101);
    expect(head).toMatch(/^Sec-WebSocket-Protocol: ClassiCube\r$/m);
    expect(head).not.toMatch(/^Sec-WebSocket-Extensions/im);
    // The game server is asked after the browser was answered; the next test must not meet this one.
    await setup.game.player();
  });

  test('reaches the game server with the headers that it demands', async () => {
    const { player } = await openBoth();
    expect(setup.game.complaints).toEqual([]);
    expect(player.headers.get('Host')).toBe(`127.0.0.1:${setup.game.port}`);
    expect(player.headers.get('Origin')).toBe(ORIGIN);
    expect(player.headers.get('X-Real-IP')).toBe(BROWSER);
  });

  test.each([
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['::ffff:198.51.100.9', '198.51.100.9'],
    ['192.0.2.1, 198.51.100.77', '198.51.100.77'],
  ])('of a browser behind %s is reported as from %s', async (address, described) => {
    const { player } = await openBoth({ address });
    expect(player.headers.get('X-Real-IP')).toBe(described);
  });

  test('is taken for a private server too', async () => {
    const port = await findFreePort();
    await setup.list(port, { public: 'false' });
    expect((await setup.upgrade({ path: `/p/127.0.0.1/${port}` })).status).toBe(101);
  });
});

describe('refusals', () => {
  let connectionsBefore: number;
  beforeAll(async () => {
    connectionsBefore = await setup.game.countConnections();
  });

  const other = (name: string, value: string) => (request: string) =>
    request.replace(new RegExp(`^${name}: .*$`, 'm'), () => `${name}: ${value}`);
  const without = (name: string) => (request: string) =>
    request.replace(new RegExp(`^${name}: .*\r\n`, 'm'), '');

  test.each([
    ['another origin', { origin: 'https://evil.example' }, 403, 'origin'],
    ['the origin over http', { origin: 'http://play.example.net' }, 403, 'origin'],
    ['no origin', { alter: without('Origin') }, 403, 'origin'],
    ['no subprotocol', { alter: without('Sec-WebSocket-Protocol') }, 400, 'protocol'],
    ['another subprotocol', { alter: other('Sec-WebSocket-Protocol', 'chat') }, 400, 'protocol'],
    ['no upgrade', { alter: without('Upgrade') }, 400, 'handshake'],
    ['no key', { alter: without('Sec-WebSocket-Key') }, 400, 'handshake'],
  ])('%s', async (_what, asking, status, reason) => {
    const before = setup.countRefusals(reason);
    expect((await setup.upgrade(asking)).status).toBe(status);
    await Bun.sleep(20);
    expect(setup.countRefusals(reason)).toBe(before + 1);
  });

  test('a host that is not ours is refused before anything else', async () => {
    expect((await setup.upgrade({ host: 'evil.example' })).status).toBe(403);
  });

  test.each([
    ['another port of a listed address', (port: number) => `/p/127.0.0.1/${port === 1 ? 2 : 1}`],
    ['the service itself', () => `/p/127.0.0.1/${setup.muster.port}`],
    ['another loopback address', (port: number) => `/p/127.0.0.2/${port}`],
    ['any address of this machine', (port: number) => `/p/0.0.0.0/${port}`],
    ['link-local', () => '/p/169.254.169.254/80'],
    ['a private network', () => '/p/192.168.0.1/80'],
  ])('%s is not listed', async (_what, toPath) => {
    const before = setup.countRefusals('not_listed');
    expect((await setup.upgrade({ path: toPath(setup.game.port) })).status).toBe(403);
    await Bun.sleep(20);
    expect(setup.countRefusals('not_listed')).toBe(before + 1);
  });

  test.each([
    ['a name', '/p/localhost/PORT'],
    ['IPv6', '/p/[::1]/PORT'],
    ['a mapped address', '/p/::ffff:127.0.0.1/PORT'],
    ['an encoded slash', '/p/127.0.0.1%2FPORT'],
    ['an encoded slash in front', '/p%2F127.0.0.1/PORT'],
    ['an encoded dot', '/p/127%2E0.0.1/PORT'],
    ['a leading zero', '/p/127.0.0.01/PORT'],
    ['a leading zero of the port', '/p/127.0.0.1/0PORT'],
    ['an octal address', '/p/0177.0.0.1/PORT'],
    ['a hexadecimal address', '/p/0x7f.0.0.1/PORT'],
    ['one number', '/p/2130706433/PORT'],
    ['a short address', '/p/127.1/PORT'],
    ['a query', '/p/127.0.0.1/PORT?x=1'],
    ['a slash at the end', '/p/127.0.0.1/PORT/'],
    ['a doubled slash', '//p/127.0.0.1/PORT'],
    ['more behind the port', '/p/127.0.0.1/PORT/x'],
  ])('%s is no path: %s', async (_what, path) => {
    const before = setup.countRefusals('path');
    const requested = path.replace('PORT', String(setup.game.port));
    expect((await setup.upgrade({ path: requested })).status).toBe(403);
    await Bun.sleep(20);
    expect(setup.countRefusals('path')).toBe(before + 1);
  });

  test('a server that does not say web is not reached', async () => {
    const port = await findFreePort();
    await setup.list(port, { web: 'false' });
    expect((await setup.upgrade({ path: `/p/127.0.0.1/${port}` })).status).toBe(403);
  });

  test('none of these reached the game server', async () => {
    expect(await setup.game.countConnections()).toBe(connectionsBefore);
  });
});

describe('messages', () => {
  test('are one frame each, both ways, in order, also when they are fragmented', async () => {
    const { browser, player } = await openBoth();
    browser.send(Buffer.from('one'));
    browser.send(Buffer.from('t'), OPCODE.binary, false);
    browser.send(Buffer.from('wo'), OPCODE.continuation);
    for (const text of ['one', 'two']) {
      const frame = await player.next();
      expect(frame).toMatchObject({ isFinal: true, opcode: OPCODE.binary, isMasked: true });
      expect(frame.payload.toString()).toBe(text);
    }
    player.send(Buffer.from('un'), OPCODE.binary, false);
    player.send(Buffer.from('o'), OPCODE.continuation);
    player.send(new Uint8Array(65_536).fill(7));
    const first = await browser.next();
    expect(first).toMatchObject({ isFinal: true, opcode: OPCODE.binary, isMasked: false });
    expect(first.payload.toString()).toBe('uno');
    expect((await browser.next()).payload).toEqual(Buffer.alloc(65_536, 7));
  });

  test('may be empty, and others follow', async () => {
    setup.game.echo();
    const browser = await setup.browser();
    for (const text of ['', 'a', '', '', 'b']) browser.send(Buffer.from(text));
    for (const text of ['', 'a', '', '', 'b']) {
      expect((await browser.next()).payload.toString()).toBe(text);
    }
  });

  test('sent together with the upgrade are kept for the game server', async () => {
    const early = encodeFrame(OPCODE.binary, Buffer.from('first'), { isMasked: true });
    const { player } = await openBoth({ early });
    expect((await player.next()).payload.toString()).toBe('first');
  });

  test('pings are answered by the relay', async () => {
    const { browser, player } = await openBoth();
    browser.send(Buffer.from('?'), OPCODE.ping);
    expect(await browser.next()).toMatchObject({ opcode: OPCODE.pong });
    player.send(Buffer.from('?'), OPCODE.ping);
    expect(await player.next()).toMatchObject({ opcode: OPCODE.pong });
  });

  // C12.7
  test.each([OPCODE.ping, OPCODE.pong])(
    'without end, of opcode %i, end it for both',
    async (opcode) => {
      const left = await openBoth();
      for (let count = 0; count < 21; count += 1) left.browser.send(Buffer.from('?'), opcode);
      expect(await left.player.nextClose()).toBe(1001);
      await left.browser.until(() => left.browser.isClosed);
      setup.game.players.length = 0;
      const right = await openBoth();
      for (let count = 0; count < 21; count += 1) right.player.send(Buffer.from('?'), opcode);
      expect(await right.player.nextClose()).toBe(1008);
      expect(await right.browser.nextClose()).toBe(1013);
    },
  );
});

describe('the end', () => {
  test.each([
    ['1000', 1000, 1000],
    ['4001', 4001, 4001],
    ['nothing', undefined, 1000],
  ])('with %s passes on as %p', async (_what, code, described) => {
    const left = await openBoth();
    left.browser.close(code);
    expect(await left.player.nextClose()).toBe(described);
    setup.game.players.length = 0;
    const right = await openBoth();
    right.player.close(code);
    expect(await right.browser.nextClose()).toBe(described);
  });

  test('by a ban is 1008 for both', async () => {
    await using own = await RelaySetup.open();
    const browser = await own.browser();
    const player = await own.game.player();
    await own.muster.mustRun(['ban', 'add', '127.0.0.1', '--reason', 'of the test']);
    expect(await browser.nextClose()).toBe(1008);
    expect(await player.nextClose()).toBe(1008);
  });

  test('by a ban at one replica is 1008 at another', async () => {
    await using postgres = await startPostgres();
    const env = { MUSTER_DATABASE_URL: await postgres.makeDatabase() };
    await using own = await RelaySetup.open(env);
    await using other = await startMuster({ env });
    const browser = await own.browser();
    const player = await own.game.player();
    await other.mustRun(['ban', 'add', '127.0.0.1', '--reason', 'of the test']);
    expect(await browser.nextClose()).toBe(1008);
    expect(await player.nextClose()).toBe(1008);
  });

  test('by a loss is 1001 for the game server and 1011 for the browser', async () => {
    const left = await openBoth();
    left.browser.drop();
    expect(await left.player.nextClose()).toBe(1001);
    setup.game.players.length = 0;
    const right = await openBoth();
    right.player.drop();
    expect(await right.browser.nextClose()).toBe(1011);
  });

  test('leaves the browser 200 ms for what the game server said last', async () => {
    // The clock is the point here, and a busy machine may stop it: three tries.
    let apartMs = 0;
    for (let tries = 0; tries < 3 && (apartMs < 190 || apartMs > 700); tries += 1) {
      setup.game.players.length = 0;
      const { browser, player } = await openBoth();
      player.send(Buffer.from('kicked'));
      player.close(1000);
      expect((await browser.next()).payload.toString()).toBe('kicked');
      const readAt = performance.now();
      expect(await browser.nextClose()).toBe(1000);
      apartMs = performance.now() - readAt;
    }
    // What lies between the two clocks may be on either side.
    expect(apartMs).toBeGreaterThan(190);
    expect(apartMs).toBeLessThan(700);
  });

  test('is passed on within a second when the game server leaves its connection open', async () => {
    let tookMs = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && tookMs > 1_000; tries += 1) {
      setup.game.players.length = 0;
      const { browser, player } = await openBoth();
      player.leavesOpen = true;
      player.send(Buffer.from('kicked'));
      const startedAt = performance.now();
      player.close(4001);
      expect(await player.nextClose()).toBe(4001);
      expect(await browser.nextClose()).toBe(4001);
      tookMs = performance.now() - startedAt;
      player.socket.destroy();
    }
    expect(tookMs).toBeLessThan(1_000);
  });

  test.each([
    ['a text', 1003, Buffer.from('hello'), OPCODE.text],
    ['65,537 bytes', 1009, Buffer.alloc(65_537), OPCODE.binary],
  ])('after %s from either side is %i for both', async (_what, code, payload, opcode) => {
    const left = await openBoth();
    left.browser.send(payload, opcode);
    expect(await left.browser.nextClose()).toBe(code);
    expect(await left.player.nextClose()).toBe(code);
    setup.game.players.length = 0;
    const right = await openBoth();
    right.player.send(payload, opcode);
    expect(await right.browser.nextClose()).toBe(code);
    expect(await right.player.nextClose()).toBe(code);
  });

  test.each(['refuse', 'silence', 'no protocol', 'garbage'] as const)(
    'is 1013 when the game server answers with "%s"',
    async (greeting) => {
      setup.game.greeting = greeting;
      const browser = await setup.browser();
      expect(await browser.nextClose()).toBe(1013);
    },
  );

  test('is 1013 when nobody listens there any more', async () => {
    const port = await findFreePort();
    await setup.list(port);
    const browser = await setup.browser({ path: `/p/127.0.0.1/${port}` });
    expect(await browser.nextClose()).toBe(1013);
  });

  test('is 1013 when more than 64 KiB come before the game server answers', async () => {
    setup.game.greeting = 'silence';
    const browser = await setup.browser();
    browser.send(Buffer.alloc(40_000));
    browser.send(Buffer.alloc(40_000));
    expect(await browser.nextClose(900)).toBe(1013);
  });
});
