// A game server that sends everything back, and browsers that reach it through the relay.

import { upgrade } from '../../tests/support/browser-socket.ts';

const ECHO_WITHIN_MS = 10_000;

/** A browser with an open relay. */
export interface Browser {
  /** Sends a message; whether it came back within ten seconds. */
  echo(message: Buffer): Promise<boolean>;
  close(): void;
}

/** A game server on a free port. */
export function openGame(): { port: number } & AsyncDisposable {
  const server = Bun.serve({
    port: 0,
    fetch(request, own) {
      const headers = { 'Sec-WebSocket-Protocol': 'ClassiCube' };
      return own.upgrade(request, { headers }) ? undefined : new Response('no', { status: 400 });
    },
    websocket: {
      message: (socket, message) => void socket.send(message),
    },
  });
  return {
    port: server.port ?? 0,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Opens a relay to the game server. Throws with the status where it is refused. */
export async function openBrowser(
  port: number,
  gamePort: number,
  { origin, address }: { origin: string; address: string },
): Promise<Browser> {
  const path = `/p/127.0.0.1/${gamePort}`;
  const host = new URL(origin).host;
  const { status, peer } = await upgrade(port, { path, host, origin, address });
  if (peer === undefined) throw new Error(`a relay was answered ${status}`);
  return {
    async echo(message) {
      peer.send(message);
      const back = await peer.next(ECHO_WITHIN_MS).catch(() => undefined);
      return back?.payload.equals(message) === true;
    },
    close: () => peer.drop(),
  };
}
