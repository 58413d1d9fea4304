// Stands between a service and its database, so that a test can cut the way or let everything on it fall silent.

import { connect, createServer, type Socket } from 'node:net';

/** A way to a port of this machine. It is open at first. */
export interface TcpGate extends AsyncDisposable {
  port: number;
  /** Lets everything through again, what waits too. */
  open(): void;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  /** Takes connections and bytes, and passes nothing on, as a firewall that forgot them. */
  silence(): void;
}

/** Listens on a free port, and passes everything on to `target`. */
export async function openTcpGate(target: number): Promise<TcpGate> {
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
    open() {
      state = 'open';
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    cut() {
      state = 'cut';
      for (const pair of [...pairs]) end(pair);
    },
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
