// Fake sockets for both ends of a relay: a test plays browser and game server, and sees what each gets.

import { Pump } from '../../../src/modules/relay/pump.ts';
import type {
  BrowserSocket,
  ConnectGame,
  GameConnection,
  GameSocketEvents,
  SendOutcome,
} from '../../../src/modules/relay/relay-ports.ts';
import { DEFAULT_SETTINGS } from '../../support/default-settings.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { createReporter } from '../../support/reporter.ts';

/** Everything that one end received, in order: messages as their text, the rest as words. */
export interface FakeEnd {
  described: string[];
  /** What waits there unread, in bytes. */
  pending: number;
}

/** A game server's end, with the way to speak for it. */
export interface FakeGame extends FakeEnd {
  connection: GameConnection;
  events: GameSocketEvents;
}

/** A connector that makes no connection; each game is kept. */
export function createFakeConnector(): { connect: ConnectGame; games: FakeGame[] } {
  const games: FakeGame[] = [];
  return {
    games,
    connect(connection, events) {
      const game: FakeGame = { described: [], pending: 0, connection, events };
      games.push(game);
      return {
        send: (message) => game.described.push(Buffer.from(message).toString()),
        pendingBytes: () => game.pending,
        pause: () => game.described.push('pause'),
        resume: () => game.described.push('resume'),
        close: (code) => game.described.push(`close ${code}`),
        terminate() {
          game.described.push('terminate');
          events.closed(1006);
        },
      };
    },
  };
}

/** A browser's end; `answer` is what becomes of the next messages sent to it. */
export function createFakeBrowser() {
  const end: FakeEnd & { answer: SendOutcome; onGone(code: number): void } = {
    described: [],
    pending: 0,
    answer: 'sent',
    onGone() {},
  };
  const socket: BrowserSocket = {
    together(run) {
      end.described.push('(');
      run();
      end.described.push(')');
    },
    send(message) {
      end.described.push(Buffer.from(message).toString());
      return end.answer;
    },
    pendingBytes: () => end.pending,
    // As the runtime does: the event for its own close comes immediately.
    close(code) {
      end.described.push(`close ${code}`);
      end.onGone(code);
    },
    terminate() {
      end.described.push('terminate');
      end.onGone(1006);
    },
  };
  return { end, socket };
}

export const LIMITS = DEFAULT_SETTINGS;

/** A pump between two fakes, under a clock that the test turns. */
export function openPump(limits: Partial<typeof LIMITS> = {}) {
  const clock = createFakeClock(0);
  const timers = createFakeTimers(clock);
  const { connect, games } = createFakeConnector();
  const { end: browser, socket } = createFakeBrowser();
  const carried = { to_game: 0, to_browser: 0 };
  const seen = { ended: 0 };
  const connection = {
    target: { ip: '203.0.113.7', port: 25565 },
    origin: 'https://play.test',
    address: '198.51.100.23',
    messageLimit: LIMITS.relayMessageLimit,
  };
  const pump = new Pump({
    browser: socket,
    connect: (events) => connect(connection, events),
    limits: { ...LIMITS, ...limits },
    timers,
    monotonicMs: clock.now,
    report: createReporter({
      relay_bytes_to_game({ bytes }) {
        carried.to_game += bytes;
      },
      relay_bytes_to_browser({ bytes }) {
        carried.to_browser += bytes;
      },
    }),
    ended() {
      seen.ended += 1;
    },
  });
  browser.onGone = (code) => pump.browserClosed(code);
  const [game] = games;
  if (game === undefined) throw new Error('The pump did not connect.');
  return { pump, browser, game, timers, carried, seen };
}

/** The bytes of a text. */
export const bytes = (text: string): Uint8Array => Buffer.from(text);
