// Only real sockets show the port probe at ports that listen, are closed, or never answer.

import { afterEach, describe, expect, test } from 'bun:test';
import { readdirSync, readlinkSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openPortProbe } from '../../../src/platform/net/port-probe.ts';
import { countAttempts, openSilentListener } from '../../support/silent-listener.ts';

const { probe } = openPortProbe();
const isLinux = process.platform === 'linux';
const servers: Server[] = [];

afterEach(async () => {
  const closing = servers.splice(0).map((server) => new Promise((done) => server.close(done)));
  await Promise.all(closing);
});

/** A listening port on an address of 127.0.0.0/8, with what arrives on it. */
async function listen(host = '127.0.0.1', takes: (socket: Socket) => void = () => {}) {
  const sockets: Socket[] = [];
  let received = 0;
  const ended = Promise.withResolvers<void>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    takes(socket);
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    socket.on('error', () => {});
    socket.on('close', () => ended.resolve());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, sockets, ended: ended.promise, receivedBytes: () => received };
}

/** What one side of a connection sees, in order. */
function recordEvents(seen: string[]): (socket: Socket) => void {
  return (socket) => {
    socket.on('end', () => seen.push('end'));
    socket.on('error', (error: NodeJS.ErrnoException) => seen.push(error.code ?? 'error'));
    socket.on('close', () => seen.push('close'));
  };
}

async function findClosedPort(): Promise<number> {
  const { port } = await listen();
  await new Promise((done) => servers.pop()?.close(done));
  return port;
}

function countOpenSockets(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

/** Waits until a condition holds; the time limit of the test ends the wait otherwise. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a port that listens', () => {
  test('is open; nothing is sent to it and the connection is dropped', async () => {
    const server = await listen();
    expect(await probe('127.0.0.1', server.port, 3_000)).toBe(true);
    await server.ended;
    expect(server.sockets).toHaveLength(1);
    expect(server.receivedBytes()).toBe(0);
  });

  test('is open on the address asked for only', async () => {
    const server = await listen('127.0.0.2');
    expect(await probe('127.0.0.2', server.port, 3_000)).toBe(true);
    expect(await probe('127.0.0.3', server.port, 3_000)).toBe(false);
  });
});

// C7.9
describe('a connection that was made', () => {
  test('ends without a reset where the game server closes its side', async () => {
    const seen: string[] = [];
    const server = await listen('127.0.0.1', (socket) => {
      recordEvents(seen)(socket);
      socket.on('end', () => socket.end());
    });
    expect(await probe('127.0.0.1', server.port, 3_000)).toBe(true);
    await server.ended;
    expect(seen).toEqual(['end', 'close']);
  });

  test('is reset after 1.5 s where it does not, and the result does not wait for that', async () => {
    const seen: string[] = [];
    const server = await listen('127.0.0.1', recordEvents(seen));
    const startedAt = performance.now();
    expect(await probe('127.0.0.1', server.port, 3_000)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await server.ended;
    // The name that Linux has for a reset after the end of a stream.
    expect(seen).toEqual(['end', isLinux ? 'EPIPE' : 'ECONNRESET', 'close']);
    expect(performance.now() - startedAt).toBeGreaterThan(1_400);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('is reset where the game server sends without end', async () => {
    const server = await listen('127.0.0.1', (socket) => {
      const sending = setInterval(() => socket.write(Buffer.alloc(32 * 1024)), 5);
      socket.on('close', () => clearInterval(sending));
    });
    const startedAt = performance.now();
    expect(await probe('127.0.0.1', server.port, 3_000)).toBe(true);
    await server.ended;
    expect(performance.now() - startedAt).toBeLessThan(1_200);
  });

  test.if(isLinux)('is reset sooner where 64 others are open', async () => {
    const server = await listen();
    const before = countOpenSockets();
    let most = 0;
    for (let count = 0; count < 150; count += 1) {
      expect(await probe('127.0.0.1', server.port, 3_000)).toBe(true);
      // Both ends of each connection are in this process.
      const ofServer = server.sockets.filter((socket) => !socket.destroyed).length;
      most = Math.max(most, countOpenSockets() - before - ofServer);
    }
    expect(most).toBeGreaterThan(30);
    expect(most).toBeLessThanOrEqual(64);
    for (const socket of server.sockets) socket.destroy();
    await until(() => countOpenSockets() <= before);
  });
});

describe('a port that is closed', () => {
  test('is not open, and the answer does not wait for the timeout', async () => {
    const port = await findClosedPort();
    const startedAt = performance.now();
    expect(await probe('127.0.0.1', port, 60_000)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});

describe('what is no address or port', () => {
  const cases: [ip: string, port: number, why: string][] = [
    ['localhost', 80, 'a name is never looked up'],
    ['::1', 80, 'IPv6'],
    ['127.0.0.1', 0, 'port 0'],
    ['127.0.0.1', 65_536, 'a port too high'],
    ['127.0.0.1', 80.5, 'a fraction'],
  ];
  test.each(cases)('%p port %p is not open: %s', async (ip, port) => {
    expect(await probe(ip, port, 3_000)).toBe(false);
  });
});

describe.if(isLinux)('a port that never answers', () => {
  // C7.1
  test('is not open once the timeout has passed, and not before', async () => {
    using listener = await openSilentListener();
    const startedAt = performance.now();
    const verdict = probe('127.0.0.1', listener.port, 250);
    await until(() => countAttempts(listener.port) === 1);
    expect(await verdict).toBe(false);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(240);
  });

  // C7.6
  test('leaves no socket behind', async () => {
    using listener = await openSilentListener();
    const before = countOpenSockets();
    const probes = Array.from({ length: 20 }, () => probe('127.0.0.1', listener.port, 500));
    await until(() => countAttempts(listener.port) === 20);
    expect(countOpenSockets()).toBe(before + 20);

    expect(new Set(await Promise.all(probes))).toEqual(new Set([false]));
    await until(() => countOpenSockets() === before);
    expect(countAttempts(listener.port)).toBe(0);
  });
});

test.if(isLinux)('a probe that is disposed leaves no connection, and never resolves', async () => {
  using filtered = await openSilentListener();
  const disposed = openPortProbe();
  const verdicts: boolean[] = [];
  const probeIt = () =>
    void disposed.probe('127.0.0.1', filtered.port, 60_000).then((isOpen) => verdicts.push(isOpen));
  probeIt();
  await until(() => countAttempts(filtered.port) === 1);
  disposed[Symbol.dispose]();
  probeIt();
  // One that began later has come to its end.
  expect(await probe('127.0.0.1', (await listen()).port, 3_000)).toBe(true);
  await until(() => countAttempts(filtered.port) === 0);
  expect(verdicts).toEqual([]);
});
