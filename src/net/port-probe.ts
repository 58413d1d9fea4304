// Tries whether a game server's port accepts connections.

import { connect } from 'node:net';
import { isIpv4 } from '../lib/address.ts';
import type { PortProbe } from '../servers/ports.ts';

/** Makes a TCP connection, sends nothing and closes it. Disposing it closes all; their probes never resolve. */
export function openPortProbe(): PortProbe & Disposable {
  const underWay = new Set<() => void>();
  let isOver = false;

  function probe(ip: string, port: number, timeoutMs: number): Promise<boolean> {
    // Anything else would be looked up as a host name; a port out of range would throw.
    if (!isIpv4(ip) || !Number.isInteger(port) || port < 1 || port > 65_535) {
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      // Bun.connect cannot be cancelled: a filtered port would keep its socket for minutes (C7.6).
      const socket = connect({ host: ip, port });
      const drop = () => settle(false);
      underWay.add(drop);
      const timer = setTimeout(drop, timeoutMs);

      function settle(isOpen: boolean): void {
        clearTimeout(timer);
        underWay.delete(drop);
        socket.destroy();
        // A server is not unreachable because this service stopped.
        if (!isOver) resolve(isOpen);
      }

      socket.once('connect', () => settle(true));
      // Never removed: an error after the result would be thrown without a listener.
      socket.on('error', drop);
      socket.once('close', drop);
      if (isOver) drop();
    });
  }

  return {
    probe,
    [Symbol.dispose]() {
      isOver = true;
      // A port that does not answer would keep the process running.
      for (const drop of underWay) drop();
    },
  };
}
