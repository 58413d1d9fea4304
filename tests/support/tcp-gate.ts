// Stands between a service and its database, so that a test can cut the way or let everything on it fall silent.

import { connect, createServer, type Socket } from 'node:net';

export type TcpGate = Awaited<ReturnType<typeof openTcpGate>>;

/** Listens on a free port of this machine, and passes everything on to `target` while it is open, as at first. */
export async function openTcpGate(target: number) {
  let state: 'open' | 'cut' | 'silent' = 'open';
  const pairs = new Set<[Socket, Socket]>();

  function end(pair: [Socket, Socket]): void {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }

  const server = createServer((client) => {
    if (state === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const pair: [Socket, Socket] = [client, connect({ host: '127.0.0.1', port: target })];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as typeof pair]) {
      from.setNoDelay(true);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => end(pair));
      from.on('close', () => end(pair));
      if (state === 'silent') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate has no port.');
  return {
    port: address.port,
    /** Lets everything through again, what waits too. */
    open() {
      state = 'open';
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    /** Ends all connections, and refuses new ones. */
    cut() {
      state = 'cut';
      for (const pair of [...pairs]) end(pair);
    },
    /** Takes connections and bytes, and passes nothing on, as a firewall that forgot them. */
    silence() {
      state = 'silent';
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    async [Symbol.asyncDispose]() {
      for (const pair of [...pairs]) end(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
