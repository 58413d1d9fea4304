// Watches the connections that the web client opens, and says in words why one failed.

import type { GameData, GameWords } from '../server/game-data.ts';

const SLOW_MS = 10_000;
const ASK_MS = 10_000;
/** What browsers say of a connection that was lost without a close. */
const LOST = 1006;

/** Told what becomes of the game's connection. */
interface SocketListener {
  progress(text: string): void;
  fail(text: string): void;
}

/** Why a connection never came about: the server is gone, this site is, or it was refused. */
async function findReason({ lookup, words }: GameData): Promise<string> {
  try {
    const answer = await fetch(lookup, { signal: AbortSignal.timeout(ASK_MS) });
    const { servers } = (await answer.json()) as { servers: unknown[] };
    return servers.length === 0 ? words.gone : words.refused;
  } catch {
    return words.offline;
  }
}

function describeClose(code: number, { closed }: GameWords): string {
  if (code === LOST) return closed[1011];
  return Object.hasOwn(closed, code) ? closed[`${code}` as keyof typeof closed] : closed.other;
}

/** From now on every WebSocket of the page is watched; what it does stays as it is. */
export function watchSockets(data: GameData, listener: SocketListener): void {
  const { words } = data;
  let latest: WebSocket | undefined;

  function watch(socket: WebSocket): void {
    latest = socket;
    let wasOpen = false;
    listener.progress(words.connecting);
    const slow = setTimeout(() => listener.progress(words.slow), SLOW_MS);
    socket.addEventListener('open', () => {
      wasOpen = true;
    });
    // A relay opens before it has asked the game server, so that only a message shows that it is there.
    const greet = (): void => {
      clearTimeout(slow);
      if (socket === latest) listener.progress(words.connected);
    };
    socket.addEventListener('message', greet, { once: true });
    socket.addEventListener('close', async ({ code }) => {
      clearTimeout(slow);
      const reason = wasOpen ? describeClose(code, words) : await findReason(data);
      // The game may be trying anew already.
      if (socket === latest) listener.fail(reason);
    });
  }

  class WatchedSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      watch(this);
    }
  }
  window.WebSocket = WatchedSocket;
}
