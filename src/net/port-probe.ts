// Tries whether a game server's port accepts connections.

import { connect } from 'node:net';
import { isIpv4 } from '../lib/address.ts';
import type { PortProbe } from '../servers/ports.ts';

/** Opens a probe that makes a TCP connection, sends nothing and drops it. Disposing it drops all at once, with no verdict. */
export function openPortProbe(): PortProbe & Disposable {
  const underWay = new Set<() => void>();
  let isOver = false;

  function probe(ip: string, port: number, timeoutMs: number): Promise<boolean> {
    // Anything but a plain address would be looked up as a name; a port out of range would throw.
    if (!isIpv4(ip) || !Number.isInteger(port) || port < 1 || port > 65_535) {
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      // Bun.connect cannot be given up: a filtered port would keep its socket for minutes (C7.6).
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
      // Kept for good: an error that comes after the verdict must not be thrown.
      socket.on('error', drop);
      socket.once('close', drop);
      if (isOver) drop();
    });
  }

  return {
    probe,
    [Symbol.dispose]() {
      isOver = true;
      // Waiting for a port that does not answer would keep the process after the service.
      for (const drop of underWay) drop();
    },
  };
}
