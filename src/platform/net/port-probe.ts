// Tries whether a game server's port accepts connections.

import { connect, type Socket } from 'node:net';
import { isIpv4 } from '../lib/address.ts';

export interface PortProbe {
  /** Whether a TCP connection was made within `timeoutMs`. Never throws; its socket is released. */
  probe(ip: string, port: number, timeoutMs: number): Promise<boolean>;
}

/** How long a game server has to close a connection that ended, before it is reset (C7.9). */
const CLOSE_TIMEOUT_MS = 1_500;
/** How many sockets are held at once, those included that wait to be closed. */
const SOCKETS_AT_ONCE = 64;
/** The most that is read of what a game server sends meanwhile. */
const READ_BYTES = 64 * 1024;

/** Makes a TCP connection, sends nothing and closes it. Disposing it closes all; their probes never resolve. */
export function openPortProbe(): PortProbe & Disposable {
  const underWay = new Set<() => void>();
  const closing = new Map<Socket, () => void>();
  let isOver = false;

  /**
   * Compatibility: Thirty and classic-server keep a player for each end of stream that they ignore, and MCGalaxy logs
   * an error for a reset. So the other side is given time to close.
   */
  function closePolitely(socket: Socket): void {
    const timer = setTimeout(reset, CLOSE_TIMEOUT_MS);
    function reset(): void {
      closing.delete(socket);
      clearTimeout(timer);
      socket.resetAndDestroy();
    }
    closing.set(socket, reset);
    socket.on('data', () => {
      if (socket.bytesRead > READ_BYTES) reset();
    });
    socket.once('close', () => {
      closing.delete(socket);
      clearTimeout(timer);
    });
    socket.end();
  }

  function probe(ip: string, port: number, timeoutMs: number): Promise<boolean> {
    // Anything else would be looked up as a host name; a port out of range would throw.
    if (!isIpv4(ip) || !Number.isInteger(port) || port < 1 || port > 65_535) {
      return Promise.resolve(false);
    }
    const [longestClosing] = closing.values();
    if (underWay.size + closing.size >= SOCKETS_AT_ONCE) longestClosing?.();
    return new Promise((resolve) => {
      // Bun.connect cannot be cancelled: a filtered port would keep its socket for minutes (C7.6).
      const socket = connect({ host: ip, port });
      const drop = () => settle(false);
      underWay.add(drop);
      const timer = setTimeout(drop, timeoutMs);

      function settle(isOpen: boolean): void {
        if (!underWay.delete(drop)) return;
        clearTimeout(timer);
        if (isOpen && !isOver) closePolitely(socket);
        else socket.destroy();
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
      for (const reset of closing.values()) reset();
    },
  };
}
