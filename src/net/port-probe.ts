// Tries whether a game server's port accepts connections.

import { connect } from 'node:net';
import { isIpv4 } from '../lib/address.ts';
import type { PortProbe } from '../servers/ports.ts';

/** Makes a probe that opens a TCP connection, sends nothing and drops it. */
export function createPortProbe(): PortProbe {
  return { probe };
}

function probe(ip: string, port: number, timeoutMs: number): Promise<boolean> {
  // Anything but a plain address would be looked up as a name; a port out of range would throw.
  if (!isIpv4(ip) || !Number.isInteger(port) || port < 1 || port > 65_535) {
    return Promise.resolve(false);
  }
  return new Promise((resolve) => {
    // Bun.connect cannot be given up: a filtered port would keep its socket for minutes.
    const socket = connect({ host: ip, port });
    const timer = setTimeout(() => settle(false), timeoutMs);

    function settle(isOpen: boolean): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(isOpen);
    }

    socket.once('connect', () => settle(true));
    // Kept for good: an error that comes after the verdict must not be thrown.
    socket.on('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
