// Watches the connections that the web client opens, holds their end back, and says in words why one failed.

import type { GameData, GameMessages } from '../server/game-data.ts';

const SLOW_MS = 10_000;
const POLL_MS = 10_000;
/**
 * How long a connection that ended counts as open after its last message: the web client drops what
 * it has not read as soon as it does not, and with it why its player was kicked.
 */
const HOLD_BACK_MS = 200;
/** What browsers say of a connection that was lost without a close. */
const LOST = 1006;

/** Told what becomes of the game's connection. */
interface SocketListener {
  progress(text: string): void;
  /** `wasPlaying`: the game server had sent something already. */
  fail(text: string, wasPlaying: boolean): void;
}

/** Why a connection never came about: the server is gone, this site is, or it was refused. */
async function findReason({ lookup, messages }: GameData): Promise<string> {
  try {
    const answer = await fetch(lookup, { signal: AbortSignal.timeout(POLL_MS) });
    const { servers } = (await answer.json()) as { servers: unknown[] };
    return servers.length === 0 ? messages.gone : messages.refused;
  } catch {
    return messages.offline;
  }
}

function describeClose(code: number, { closed }: GameMessages): string {
  if (code === LOST) return closed[1011];
  return Object.hasOwn(closed, code) ? closed[`${code}` as keyof typeof closed] : closed.other;
}

/** From now on every WebSocket of the page is watched; all that it does otherwise is to end later. */
export function watchSockets(data: GameData, listener: SocketListener): void {
  const { messages } = data;
  let latest: WebSocket | undefined;
  // The game reads nothing while nobody sees the page.
  let shownAtMs = Number.NEGATIVE_INFINITY;
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) shownAtMs = performance.now();
  });

  function watch(socket: WebSocket): void {
    latest = socket;
    let wasOpen = false;
    let wasPlaying = false;
    listener.progress(messages.connecting);
    const slow = setTimeout(() => listener.progress(messages.slow), SLOW_MS);
    socket.addEventListener('open', () => {
      wasOpen = true;
    });
    // A relay opens before it has asked the game server, so that only a message shows that it is there.
    const greet = (): void => {
      clearTimeout(slow);
      wasPlaying = true;
      if (socket === latest) listener.progress(messages.connected);
    };
    socket.addEventListener('message', greet, { once: true });
    socket.addEventListener('close', async ({ code }) => {
      clearTimeout(slow);
      const reason = wasOpen ? describeClose(code, messages) : await findReason(data);
      // The game may be trying anew already.
      if (socket === latest) listener.fail(reason, wasPlaying);
    });
  }

  class WatchedSocket extends WebSocket {
    #heardAtMs = Number.NEGATIVE_INFINITY;
    #isLeft = false;

    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      watch(this);
      this.addEventListener('message', () => {
        this.#heardAtMs = performance.now();
      });
    }

    override get readyState(): WebSocket['readyState'] {
      const state = super.readyState;
      const isUnheard = this.#heardAtMs === Number.NEGATIVE_INFINITY;
      if (state <= WebSocket.OPEN || this.#isLeft || isUnheard) return state;
      const sinceMs = performance.now() - Math.max(this.#heardAtMs, shownAtMs);
      return document.hidden || sinceMs < HOLD_BACK_MS ? WebSocket.OPEN : state;
    }

    override close(code?: number, reason?: string): void {
      this.#isLeft = true;
      super.close(code, reason);
    }
  }
  window.WebSocket = WatchedSocket;
}
