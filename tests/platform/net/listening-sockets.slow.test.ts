// Only the kernel shows what becomes of sockets that are paused, closed or inherited, and of kept connections.

import { expect, test } from 'bun:test';
import {
  closeQuietConnections,
  findInheritedSocket,
  findPauseAccepting,
  type PauseAccepting,
  stopListening,
} from '../../../src/platform/net/listening-sockets.ts';
import { RawConnection } from '../../support/raw-http.ts';

function serve(name: string) {
  return Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0, development: false },
    fetch: () => new Response(name),
  });
}

function mustFind(): PauseAccepting {
  const pauseAccepting = findPauseAccepting();
  if (pauseAccepting === undefined) throw new Error('Linux has these calls.');
  return pauseAccepting;
}

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('Pausing is not tested: only Linux has the calls.');

test.if(isLinux)('new connections wait while paused, and open ones are answered', async () => {
  const pauseAccepting = mustFind();
  await using server = serve('here');
  const url = `http://127.0.0.1:${server.port}/`;
  const kept = await RawConnection.open(server.port ?? 0);
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect((await kept.exchange(request)).text).toBe('here');
  const resume = pauseAccepting();
  let isAnswered = false;
  const waiting = fetch(url, { keepalive: false }).then((answer) => {
    isAnswered = true;
    return answer.text();
  });
  for (let round = 0; round < 20; round += 1) {
    expect((await kept.exchange(request)).text).toBe('here');
    await Bun.sleep(10);
  }
  expect(isAnswered).toBe(false);
  resume();
  expect(await waiting).toBe('here');
  kept.close();
});

test.if(isLinux)('a socket that was closed while paused is left alone', async () => {
  const server = serve('gone');
  const resume = mustFind()();
  await server.stop(true);
  resume();
  await using next = serve('next');
  const answer = await fetch(`http://127.0.0.1:${next.port}/`, { keepalive: false });
  expect(await answer.text()).toBe('next');
});

test.if(isLinux)(
  'listening ends without an end of connections, also where a request has only begun',
  async () => {
    await using server = serve('here');
    const begun = await RawConnection.open(server.port ?? 0);
    begun.send('GET / HT');
    const kept = await RawConnection.open(server.port ?? 0);
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    expect((await kept.exchange(request)).text).toBe('here');
    stopListening();
    expect(RawConnection.open(server.port ?? 0)).rejects.toThrow();
    expect((await begun.exchange(request.slice('GET / HT'.length))).text).toBe('here');
    expect((await kept.exchange(request)).text).toBe('here');
    begun.close();
    kept.close();
  },
);

test.if(isLinux)(
  'kept connections are closed, except those on which something has arrived that is not read yet',
  async () => {
    await using server = serve('here');
    await using other = serve('elsewhere');
    const port = server.port ?? 0;
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const ports = [port, port, other.port ?? 0];
    const all = await Promise.all(ports.map((to) => RawConnection.open(to)));
    for (const connection of all) expect((await connection.exchange(request)).status).toBe(200);
    const [sending, quiet, elsewhere] = all as [RawConnection, RawConnection, RawConnection];
    sending.send(request);
    expect(closeQuietConnections(port)).toBe(1);
    expect((await sending.read()).text).toBe('here');
    expect(await quiet.waitForClose(5_000)).toBe(true);
    expect((await elsewhere.exchange(request)).text).toBe('elsewhere');
    expect(closeQuietConnections(port)).toBe(0);
    expect(await sending.waitForClose(5_000)).toBe(true);
    for (const connection of all) connection.close();
  },
);

const own = String(process.pid);

test.each<[string, Record<string, string>]>([
  ['none', {}],
  ['one for another process', { LISTEN_FDS: '1', LISTEN_PID: `${process.pid + 1}` }],
  ['a number for nobody', { LISTEN_FDS: '1' }],
])('a service manager that passed %s is left alone', (_, env) => {
  expect(findInheritedSocket(env)).toBeUndefined();
});

test.if(isLinux).each<[string, string, RegExp]>([
  ['two sockets', '2', /it passed 2 sockets instead of one/],
  ['something else', '1', /it is not a listening TCP socket/],
])('%s cannot be used', (_, count, sentence) => {
  // What this process has as descriptor 3 is no listening socket.
  expect(() => findInheritedSocket({ LISTEN_FDS: count, LISTEN_PID: own })).toThrow(sentence);
});
