// The relay of the compiled binary on real sockets, between the web client's own upgrade and a game server that is as
// particular as MCGalaxy: what passes, a ban at another replica, and the end of the service.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { startMuster } from '../support/binary.ts';
import { startPostgres } from '../support/postgres.ts';
import { encodeFrame, OPCODE } from '../support/websocket-peer.ts';
import { eventually } from './client.ts';
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

  test('sent together with the upgrade are kept for the game server', async () => {
    const early = encodeFrame(OPCODE.binary, Buffer.from('first'), { isMasked: true });
    const { player } = await openBoth({ early });
    expect((await player.next()).payload.toString()).toBe('first');
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

  test('by a stop of the service is 1001, five seconds after new relays are refused', async () => {
    await using own = await RelaySetup.open({ MUSTER_RELAY_MESSAGE_LIMIT: '2KiB' });
    own.game.echo();
    const browser = await own.browser();
    const player = await own.game.player();
    const long = await own.browser();
    long.send(Buffer.alloc(2_049));
    expect(await long.nextClose()).toBe(1009);
    const startedAt = performance.now();
    const stopped = own.muster.kill('SIGTERM');
    await eventually(
      async () => own.muster.stderr,
      (log) => log.includes('Service stopping'),
    );
    expect((await own.upgrade()).status).toBe(503);
    browser.send(Buffer.alloc(2_048));
    expect((await browser.next()).payload.length).toBe(2_048);
    expect(await browser.nextClose(8_000)).toBe(1001);
    expect(performance.now() - startedAt).toBeGreaterThan(4_500);
    expect(await player.nextClose()).toBe(1001);
    expect(await stopped).toBe(0);
  });
});
