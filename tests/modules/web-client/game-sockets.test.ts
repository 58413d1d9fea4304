// The connections of the web client, under frames and a clock that the test turns.

import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';

/** A socket that does what the test says, in the place of the browser's. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  state: number = FakeSocket.OPEN;
  get readyState(): number {
    return this.state;
  }
  close(): void {}
  send(_message: unknown): void {}
}

const NAMES = ['window', 'WebSocket', 'requestAnimationFrame', 'performance'] as const;
const before = NAMES.map((name) => [name, Reflect.get(globalThis, name)] as const);
afterEach(() => {
  for (const [name, value] of before) Reflect.set(globalThis, name, value);
});

async function open() {
  const clock = { ms: 0 };
  let nextFrame = (): void => {};
  Object.assign(globalThis, {
    window: globalThis,
    WebSocket: FakeSocket,
    requestAnimationFrame: (run: () => void) => {
      nextFrame = run;
    },
    performance: { now: () => clock.ms },
  });
  const failed: string[][] = [];
  // Its types are those of a browser.
  const { watchSockets } = await import(
    join(import.meta.dir, '../../../src/modules/web-client/game-sockets-browser.ts')
  );
  const messages = { kicked: 'Kicked:', closed: { 1011: 'lost', other: 'closed' } };
  watchSockets({ messages }, { progress() {}, fail: (...words: string[]) => failed.push(words) });
  const Watched = globalThis.WebSocket as unknown as new (url: string) => FakeSocket;
  const socket = new Watched('ws://game.test/');
  socket.dispatchEvent(new Event('open'));
  return {
    socket,
    failed,
    receive(text: string) {
      const { buffer } = Uint8Array.from(Buffer.from(text));
      socket.dispatchEvent(new MessageEvent('message', { data: buffer }));
    },
    end(code: number) {
      socket.state = 3;
      socket.dispatchEvent(Object.assign(new Event('close'), { code }));
    },
    pass(frames: number, ms: number) {
      for (let count = 0; count < frames; count += 1) nextFrame();
      clock.ms += ms;
    },
  };
}

const KICKED = ['Kicked: Bye', 'kicked'];

describe('a connection that was closed', () => {
  test('seems open for 200 ms and twelve frames after its last message', async () => {
    const { socket, receive, end, pass } = await open();
    receive('hello');
    pass(100, 1_000);
    receive('bye');
    end(1006);
    // A hidden page draws no frames, and its game reads nothing.
    pass(0, 60_000);
    expect(socket.readyState).toBe(FakeSocket.OPEN);
    pass(11, 0);
    expect(socket.readyState).toBe(FakeSocket.OPEN);
    pass(1, 0);
    expect(socket.readyState).toBe(3);
  });

  test('seems open for 200 ms where frames are many', async () => {
    const { socket, receive, end, pass } = await open();
    receive('bye');
    end(1006);
    pass(50, 199);
    expect(socket.readyState).toBe(FakeSocket.OPEN);
    pass(0, 1);
    expect(socket.readyState).toBe(3);
  });

  test('is closed at once where the game closed it, or nothing came', async () => {
    const left = await open();
    left.receive('hello');
    left.socket.close();
    left.end(1000);
    expect(left.socket.readyState).toBe(3);
    const silent = await open();
    silent.end(1013);
    expect(silent.socket.readyState).toBe(3);
  });

  test.each([
    ['by a kick', `\u000e${'Bye'.padEnd(64)}`, KICKED],
    ['by a kick before a chat line', `\u000e${'Bye'.padEnd(64)}\r\0${'Left'.padEnd(64)}`, KICKED],
    ['after other messages', 'hello', ['lost', 'played']],
  ])('%s says so', async (_what, last, expected) => {
    const { failed, receive, end } = await open();
    receive(last);
    end(1006);
    expect(failed).toEqual([expected]);
  });

  test.each([
    ['a buffer', (bytes: Buffer) => Uint8Array.from(bytes).buffer],
    ['part of a buffer', (bytes: Buffer) => Buffer.concat([Buffer.alloc(3), bytes]).subarray(3)],
  ])('is read with the extensions that the game sent as %s', async (_what, toMessage) => {
    const { socket, failed, receive, end } = await open();
    const extension = (name: string) => `\u0011${name.padEnd(64)}\0\0\0\u0001`;
    receive(extension('FastMap'));
    socket.send(toMessage(Buffer.from(extension('Other'))));
    receive(`\u0002\u000e${'Bye'.padEnd(64)}`);
    end(1006);
    expect(failed).toEqual([KICKED]);
  });
});
