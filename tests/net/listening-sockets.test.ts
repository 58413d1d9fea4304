// Handing a port over from one listening socket to the next, on the kernel that runs the tests.

import { expect, test } from 'bun:test';
import { findListeningSockets, type ListeningSockets } from '../../src/net/listening-sockets.ts';
import { RawConnection } from '../support/raw-http.ts';

function serve(name: string, port = 0) {
  return Bun.serve({
    ...{ hostname: '127.0.0.1', port, reusePort: true, development: false },
    fetch: () => new Response(name),
  });
}

/** Opens a server, and finds the descriptor that it listens on. */
function track(sockets: ListeningSockets, open: () => Bun.Server<undefined>) {
  const before = new Set(sockets.list());
  const server = open();
  const made = sockets.list().filter((one) => !before.has(one));
  expect(made).toHaveLength(1);
  return { server, descriptor: made[0] ?? -1 };
}

async function seen(port: number): Promise<Set<string>> {
  const ask = async () => {
    const headers = { Connection: 'close' };
    return (await fetch(`http://127.0.0.1:${port}/`, { headers, keepalive: false })).text();
  };
  return new Set(await Promise.all(Array.from({ length: 32 }, ask)));
}

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('Handing a port over is not tried: only Linux has the calls.');

test.if(isLinux)('everybody who knocks comes to the younger socket', async () => {
  const sockets = findListeningSockets();
  if (sockets === undefined) throw new Error('Linux has these calls.');
  const old = track(sockets, () => serve('old'));
  const port = old.server.port ?? 0;
  const young = track(sockets, () => serve('young', port));
  expect(sockets.routeNewConnectionsTo(young.descriptor)).toBe(true);
  expect(await seen(port)).toEqual(new Set(['young']));

  sockets.stopAccepting(old.descriptor);
  expect(sockets.list()).not.toContain(old.descriptor);
  expect(await seen(port)).toEqual(new Set(['young']));

  const youngest = track(sockets, () => serve('youngest', port));
  expect(sockets.routeNewConnectionsTo(youngest.descriptor)).toBe(true);
  expect(await seen(port)).toEqual(new Set(['youngest']));
  for (const { server } of [old, young, youngest]) await server.stop(true);
  expect(sockets.list()).not.toContain(youngest.descriptor);
});

test('what is no socket cannot be steered to', () => {
  const sockets = findListeningSockets();
  expect(sockets?.routeNewConnectionsTo(-1) ?? false).toBe(false);
});

test.if(isLinux)(
  'newcomers wait while accepting is paused, and whoever is connected does not',
  async () => {
    const sockets = findListeningSockets();
    if (sockets === undefined) throw new Error('Linux has these calls.');
    await using server = serve('here');
    const url = `http://127.0.0.1:${server.port}/`;
    const kept = await RawConnection.open(server.port ?? 0);
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    expect((await kept.exchange(request)).text).toBe('here');
    const resume = sockets.pauseAccepting();
    let isAnswered = false;
    const newcomer = fetch(url, { keepalive: false }).then((answer) => {
      isAnswered = true;
      return answer.text();
    });
    for (let round = 0; round < 20; round += 1) {
      expect((await kept.exchange(request)).text).toBe('here');
      await Bun.sleep(10);
    }
    expect(isAnswered).toBe(false);
    resume();
    expect(await newcomer).toBe('here');
    kept.close();
  },
);

test.if(isLinux)('a socket that was closed while accepting was paused is left alone', async () => {
  const sockets = findListeningSockets();
  const server = serve('gone');
  const resume = sockets?.pauseAccepting();
  await server.stop(true);
  resume?.();
  await using next = serve('next');
  expect(await seen(next.port ?? 0)).toEqual(new Set(['next']));
});
