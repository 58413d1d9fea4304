// Only real sockets show the connection to a game server that accepts what MCGalaxy accepts and nothing else.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connectGame } from '../../../src/modules/relay/game-socket.ts';
import type { GameConnection, GameSocket } from '../../../src/modules/relay/relay-ports.ts';
import { type Greeting, TestGameServer } from '../../support/game-server.ts';
import { openSilentListener } from '../../support/silent-listener.ts';
import { encodeFrame, OPCODE } from '../../support/websocket-peer.ts';

let game: TestGameServer;
let sockets: GameSocket[];

beforeEach(async () => {
  game = await TestGameServer.open();
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await game[Symbol.asyncDispose]();
});

/** A socket, and its events in order. */
function open(change: Partial<GameConnection> = {}, onReceived = () => {}) {
  const described: (string | Buffer)[] = [];
  let gatherings = 0;
  const connection: GameConnection = {
    target: { ip: '127.0.0.1', port: game.port },
    origin: 'https://play.test',
    address: '198.51.100.23',
    messageLimit: 65_536,
    ...change,
  };
  const socket = connectGame(connection, {
    opened: () => described.push('opened'),
    together(run) {
      gatherings += 1;
      run();
    },
    received(message) {
      described.push(Buffer.from(message));
      onReceived();
    },
    receivedText: () => described.push('text'),
    pinged: () => described.push('ping'),
    closed: (code) => described.push(`closed ${code}`),
  });
  sockets.push(socket);
  async function until(what: string): Promise<void> {
    const deadline = performance.now() + 5_000;
    while (!described.includes(what)) {
      if (performance.now() > deadline) throw new Error(`Not ${what}, but ${described.join(', ')}`);
      await Bun.sleep(5);
    }
  }
  return { socket, described, until, countGatherings: () => gatherings };
}

async function openPlayed(number = 0, onReceived?: () => void) {
  const opened = open({}, onReceived);
  await opened.until('opened');
  return { ...opened, player: await game.player(number) };
}

describe('the upgrade', () => {
  // C12.5
  test('spells every header as the game server requires', async () => {
    const { player } = await openPlayed();
    expect(game.complaints).toEqual([]);
    expect(player.headers.get('Host')).toBe(`127.0.0.1:${game.port}`);
    expect(player.headers.get('Origin')).toBe('https://play.test');
    expect(player.headers.get('X-Real-IP')).toBe('198.51.100.23');
    expect([...player.headers.keys()].sort()).toEqual([
      ...['Connection', 'Host', 'Origin', 'Sec-WebSocket-Key', 'Sec-WebSocket-Protocol'],
      ...['Sec-WebSocket-Version', 'Upgrade', 'X-Real-IP'],
    ]);
  });

  test.each<Greeting>(['refuse', 'no protocol', 'garbage'])(
    'that is answered with "%s" comes to nothing',
    async (greeting) => {
      game.greeting = greeting;
      const { described, until } = open();
      await until('closed 1006');
      expect(described).toEqual(['closed 1006']);
    },
  );

  test('can be cancelled while the game server is silent', async () => {
    game.greeting = 'silence';
    const { socket, until } = open();
    while (game.sockets.size === 0) await Bun.sleep(5);
    socket.terminate();
    await until('closed 1006');
    while (game.sockets.size > 0) await Bun.sleep(5);
  });

  test('can be cancelled while nothing answers at all', async () => {
    using silent = await openSilentListener();
    const { socket, described, until } = open({ target: { ip: '127.0.0.1', port: silent.port } });
    await Bun.sleep(50);
    socket.terminate();
    await until('closed 1006');
    expect(described).toEqual(['closed 1006']);
  });
});

describe('messages', () => {
  // C12.6
  test('are one frame each, both ways', async () => {
    const { socket, described, player } = await openPlayed();
    for (const text of ['a', '', 'ccc']) socket.send(Buffer.from(text));
    for (const text of ['a', '', 'ccc']) {
      const frame = await player.next();
      expect([frame.opcode, frame.isFinal, frame.isMasked]).toEqual([OPCODE.binary, true, true]);
      expect(frame.payload.toString()).toBe(text);
    }
    player.send(Buffer.from('uno'));
    player.send(Buffer.from('d'), OPCODE.binary, false);
    player.send(Buffer.from('ue'), OPCODE.continuation);
    while (described.length < 3) await Bun.sleep(5);
    expect(described.map(String)).toEqual(['opened', 'uno', 'due']);
  });

  // C12.6
  test('that are read together are passed on together, in order, each as its own', async () => {
    const { described, player, countGatherings } = await openPlayed();
    const texts = Array.from({ length: 1_000 }, (_, index) => `message ${index}`);
    player.socket.write(
      Buffer.concat(texts.map((text) => encodeFrame(OPCODE.binary, Buffer.from(text)))),
    );
    while (described.length < 1_001) await Bun.sleep(5);
    expect(described.slice(1).map(String)).toEqual(texts);
    expect(countGatherings()).toBeLessThan(100);
  });

  test('that come one after the other do not wait for the next', async () => {
    const { until, described, player } = await openPlayed();
    const received = async (count: number) => {
      const deadline = performance.now() + 5_000;
      while (described.length <= count && performance.now() < deadline) await Bun.sleep(5);
      return described.slice(1).map(String);
    };
    player.send(Buffer.from('one'));
    expect(await received(1)).toEqual(['one']);
    player.send(Buffer.from('two'));
    expect(await received(2)).toEqual(['one', 'two']);
    player.close(1000);
    await until('closed 1000');
  });

  test('that came just before a text or the end are passed on before it', async () => {
    const { described, player, until } = await openPlayed();
    const frames: [opcode: number, payload: Buffer][] = [
      [OPCODE.binary, Buffer.from('one')],
      [OPCODE.text, Buffer.from('hello')],
      [OPCODE.binary, Buffer.from('two')],
      [OPCODE.close, Buffer.from([0x03, 0xe8])],
    ];
    player.socket.write(
      Buffer.concat(frames.map(([opcode, payload]) => encodeFrame(opcode, payload))),
    );
    await until('closed 1000');
    expect(described.map(String)).toEqual(['opened', 'one', 'text', 'two', 'closed 1000']);
  });

  test('of the longest size pass; one byte more ends it with 1009', async () => {
    const { described, until, player } = await openPlayed();
    player.send(new Uint8Array(65_536));
    player.send(new Uint8Array(65_537));
    await until('closed 1009');
    expect(described.map((one) => one.length)).toEqual([6, 65_536, 11]);
    expect(await player.nextClose()).toBe(1009);
  });

  test('wait with the sender while the socket is paused', async () => {
    const { socket, described, player } = await openPlayed();
    socket.pause();
    const message = new Uint8Array(65_000);
    let sent = 0;
    while (player.send(message) && sent < 1_000) sent += 1;
    await Bun.sleep(100);
    // What one reading brought before the pause may still come.
    expect(described.length).toBeLessThan(20);
    socket.resume();
    while (described.length < sent + 2) await Bun.sleep(5);
    expect(described.slice(1).every((one) => one.length === 65_000)).toBe(true);
  });

  test('all come, of many senders that take turns; one that is paused stays so over its turn', async () => {
    const opened: Awaited<ReturnType<typeof openPlayed>>[] = [];
    // As a relay does it whose browser is full.
    const pause = () => opened.at(-1)?.socket.pause();
    while (opened.length < 7) opened.push(await openPlayed(opened.length));
    opened.push(await openPlayed(7, pause));
    const message = new Uint8Array(65_536);
    for (const { player } of opened) {
      for (let count = 0; count < 60; count += 1) player.send(message);
    }
    const countAt = (index: number) => (opened.at(index)?.described.length ?? 0) - 1;
    while (opened.slice(0, -1).some((_, index) => countAt(index) < 60)) await Bun.sleep(5);
    // What one reading brought before the pause may still come.
    expect(countAt(-1)).toBeLessThan(20);
    while (countAt(-1) < 60) {
      opened.at(-1)?.socket.resume();
      await Bun.sleep(5);
    }
  });

  test('that the game server does not read are counted', async () => {
    const { socket, player } = await openPlayed();
    expect(socket.pendingBytes()).toBe(0);
    player.socket.pause();
    for (let sent = 0; sent < 200; sent += 1) socket.send(new Uint8Array(65_536));
    await Bun.sleep(50);
    expect(socket.pendingBytes()).toBeGreaterThan(1_000_000);
  });
});

describe('the end', () => {
  test.each([1000, 1001, 4001])('with %i is passed on to either side', async (code) => {
    const there = await openPlayed();
    there.player.close(code);
    await there.until(`closed ${code}`);
    const here = open();
    await here.until('opened');
    here.socket.close(code);
    expect(await (await game.player(1)).nextClose()).toBe(code);
    await here.until(`closed ${code}`);
  });

  test('without a close frame is 1006', async () => {
    const { player, until } = await openPlayed();
    player.drop();
    await until('closed 1006');
  });

  // C12.9
  test.each([1000, 4001])(
    'with %i is passed on within a second when the game server leaves its connection open',
    async (code) => {
      const { player, until } = await openPlayed();
      player.leavesOpen = true;
      const startedAt = performance.now();
      player.close(code);
      expect(await player.nextClose()).toBe(code);
      await until(`closed ${code}`);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    },
  );

  test('by a connection that is closed in one direction is 1006', async () => {
    const { player, until } = await openPlayed();
    player.leavesOpen = true;
    player.socket.end();
    await until('closed 1006');
  });
});
