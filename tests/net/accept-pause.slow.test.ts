// Pausing all listening sockets of the process, on the kernel that runs the tests.

import { expect, test } from 'bun:test';
import { findPauseAccepting, type PauseAccepting } from '../../src/net/accept-pause.ts';
import { RawConnection } from '../support/raw-http.ts';

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
