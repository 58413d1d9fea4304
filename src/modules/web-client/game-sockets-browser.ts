// Watches the web client's connections, delays their end, and explains failures.

import type { GameData, GameMessages } from './game-data.ts';
import { createKickReader } from './kick-reader-browser.ts';

const SLOW_MS = 10_000;
const POLL_MS = 10_000;
/**
 * How long a closed connection seems open after its last message. The web client drops unread messages of a
 * closed connection, such as the reason of a kick. It reads when it draws frames, and a hidden page draws none.
 */
const HOLD_BACK_MS = 200;
const HOLD_BACK_FRAMES = 12;
const LOST = 1006;

interface SocketListener {
  progress(text: string): void;
  /** `end`: whether the player had played; a `kicked` player is not asked to come back. */
  fail(text: string, end: 'unplayed' | 'played' | 'kicked'): void;
}

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

export function watchSockets(data: GameData, listener: SocketListener): void {
  const { messages } = data;
  let latest: WebSocket | undefined;
  let frames = 0;
  const countFrame = (): void => {
    frames += 1;
    requestAnimationFrame(countFrame);
  };
  countFrame();

  function watch(socket: WebSocket, kick: ReturnType<typeof createKickReader>): void {
    latest = socket;
    let wasOpen = false;
    let wasPlaying = false;
    listener.progress(messages.connecting);
    const slow = setTimeout(() => listener.progress(messages.slow), SLOW_MS);
    socket.addEventListener('open', () => {
      wasOpen = true;
    });
    // The relay accepts before it reaches the game server, so only a message proves that the server is there.
    const greet = (): void => {
      clearTimeout(slow);
      wasPlaying = true;
      if (socket === latest) listener.progress(messages.connected);
    };
    socket.addEventListener('message', greet, { once: true });
    socket.addEventListener('message', ({ data: message }) => {
      if (message instanceof ArrayBuffer) kick.read(new Uint8Array(message));
    });
    socket.addEventListener('close', async ({ code }) => {
      clearTimeout(slow);
      const kicked = kick.reason();
      if (kicked !== undefined) {
        if (socket === latest) listener.fail(`${messages.kicked} ${kicked}`, 'kicked');
        return;
      }
      const reason = wasOpen ? describeClose(code, messages) : await findReason(data);
      // The game may have opened a new connection already.
      if (socket === latest) listener.fail(reason, wasPlaying ? 'played' : 'unplayed');
    });
  }

  class WatchedSocket extends WebSocket {
    #heardAtMs = Number.NEGATIVE_INFINITY;
    #heardAtFrame = 0;
    #isLeft = false;
    readonly #kick = createKickReader();

    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      watch(this, this.#kick);
      this.addEventListener('message', () => {
        this.#heardAtMs = performance.now();
        this.#heardAtFrame = frames;
      });
    }

    override get readyState(): WebSocket['readyState'] {
      const state = super.readyState;
      const isUnheard = this.#heardAtMs === Number.NEGATIVE_INFINITY;
      if (state <= WebSocket.OPEN || this.#isLeft || isUnheard) return state;
      const isRead =
        frames - this.#heardAtFrame >= HOLD_BACK_FRAMES &&
        performance.now() - this.#heardAtMs >= HOLD_BACK_MS;
      return isRead ? state : WebSocket.OPEN;
    }

    override send(message: Parameters<WebSocket['send']>[0]): void {
      super.send(message);
      if (message instanceof ArrayBuffer) this.#kick.sent(new Uint8Array(message));
      else if (ArrayBuffer.isView(message)) {
        const { buffer, byteOffset, byteLength } = message;
        this.#kick.sent(new Uint8Array(buffer, byteOffset, byteLength));
      }
    }

    override close(code?: number, reason?: string): void {
      this.#isLeft = true;
      super.close(code, reason);
    }
  }
  window.WebSocket = WatchedSocket;
}
