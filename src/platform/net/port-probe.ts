// Checks whether a game server's port accepts connections.

import { connect, type Socket } from 'node:net';
import { isIpv4 } from '../lib/address.ts';

export interface PortProbe {
  /** Whether a TCP connection succeeds within `timeoutMs`. Never throws; releases its socket. */
  probe(ip: string, port: number, timeoutMs: number): Promise<boolean>;
}

/** How long a game server has to close an ended connection before the connection is reset (C7.9). */
const CLOSE_TIMEOUT_MS = 1_500;
/** How many sockets are open at once, including sockets that are closing. */
const SOCKETS_AT_ONCE = 64;
/** The most bytes that are read from a game server before its connection is closed. */
const READ_BYTES = 64 * 1024;

/** Makes a TCP connection, sends nothing and closes it. Disposing closes all; their probes never resolve. */
export function openPortProbe(): PortProbe & Disposable {
  const underWay = new Set<() => void>();
  const closing = new Map<Socket, () => void>();
  let isOver = false;

  /**
   * Compatibility: Thirty and classic-server ignore an end of stream and keep a player for each, and MCGalaxy logs an
   * error for a reset. So the other side gets time to close.
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
    // `connect` would look up other texts as host names, and would throw for a port out of range.
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
        // A probe that ends because this service stops says nothing about the server.
        if (!isOver) resolve(isOpen);
      }

      socket.once('connect', () => settle(true));
      // The listener is never removed: without it, an error after the result would be thrown.
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
