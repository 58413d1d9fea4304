// One open relay: carries messages between a browser and a game server until both are closed.

import type { Timers } from '../../platform/lib/timers.ts';
import type { Report } from '../../platform/ops/events.ts';
import type { BrowserSocket, GameSocket, GameSocketEvents, RelayLimits } from './relay-ports.ts';

/** What the browser may send before the game server answers (C12.10). */
const EARLY_BYTES = 64 * 1024;
/** What may wait for a game server that reads slowly: players' messages are small (C12.7). */
const GAME_QUEUE_BYTES = 128 * 1024;
/** How long a browser may read nothing of what waits for it (C12.7). */
const STALL_TIMEOUT_MS = 30_000;
/** Pings and pongs that one side may send in a second: honest ones send one in many seconds (C12.7). */
const PINGS_A_SECOND = 20;
/**
 * When the game server closes, the browser is closed this long after the last byte that was sent to it.
 *
 * Compatibility: the web client drops unread messages as soon as its socket is closing, among them the
 * one that says why the player was kicked. It reads one message a frame: this is time for twelve (C12.9).
 */
const HOLD_BACK_MS = 200;
/** How long a side may take to answer a close before its connection is dropped. */
const CLOSE_TIMEOUT_MS = 2_000;
/** How often the idle watch looks within the timeout: what is idle is noticed at most one look late. */
const IDLE_LOOKS = 10;

/** Close codes of RFC 6455, section 7.4. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  notText: 1003,
  /** Never sent: the other side closed without a code. */
  none: 1005,
  /** Never sent: the other side was lost. */
  lost: 1006,
  /** What may not be reached any more. */
  refused: 1008,
  tooBig: 1009,
  failed: 1011,
  tryLater: 1013,
} as const;

function isSendable(code: number): boolean {
  const isReserved = code === 1004 || code === CLOSE.none || code === CLOSE.lost;
  return (code >= 1000 && code <= 1014 && !isReserved) || (code >= 3000 && code <= 4999);
}

/** The code to pass on; `lostCode` stands for a side that was lost without closing (C12.8). */
export function passOn(code: number, lostCode: number): number {
  if (code === CLOSE.lost) return lostCode;
  return isSendable(code) ? code : CLOSE.normal;
}

export type Pump = ReturnType<typeof startPump>;

export function startPump(options: {
  browser: BrowserSocket;
  connect(events: GameSocketEvents): GameSocket;
  limits: Pick<RelayLimits, 'relayMessageLimit' | 'relayConnectTimeoutMs' | 'relayIdleTimeoutMs'>;
  timers: Timers;
  /** Time that only grows, in milliseconds. */
  monotonicMs(): number;
  report: Report;
  ended(): void;
}) {
  const { browser, limits, timers, monotonicMs } = options;
  // `flushing`: a slow browser still gets what waits for it. `held`: it has time to read that. Both end closed.
  let browserIs: 'open' | 'flushing' | 'held' | 'closing' | 'gone' = 'open';
  let gameIs: 'connecting' | 'open' | 'closing' | 'gone' = 'connecting';
  let early: Uint8Array[] = [];
  let earlyBytes = 0;
  let isStalled = false;
  let hasEnded = false;
  let lastCode: number = CLOSE.normal;
  let isTogether = false;
  let deliveredAtMs = Number.NEGATIVE_INFINITY;
  let stopWaitingForGame = (): void => {};
  let stopWaitingForBrowser = (): void => {};
  let stopWatchingStall = (): void => {};
  const isBrowserFlooding = createPingLimit(monotonicMs);
  const isGameFlooding = createPingLimit(monotonicMs);

  function endIfBothGone(): void {
    if (hasEnded || browserIs !== 'gone' || gameIs !== 'gone') return;
    hasEnded = true;
    idle.stop();
    stopWatchingStall();
    options.ended();
  }

  function closeBrowser(code: number): void {
    if (browserIs !== 'open' && browserIs !== 'held') return;
    stopWaitingForBrowser();
    if (isStalled) {
      // A socket cannot be dropped once it was closed, so the close waits until the browser has read everything.
      browserIs = 'flushing';
      lastCode = code;
      return;
    }
    browserIs = 'closing';
    stopWaitingForBrowser = timers.after(CLOSE_TIMEOUT_MS, browser.terminate);
    browser.close(code);
  }

  /** Closes the browser after the game server closed, once it had time to read everything. */
  function closeBrowserLater(code: number): void {
    const leftMs = deliveredAtMs + HOLD_BACK_MS - monotonicMs();
    if (browserIs === 'open' && !isStalled && leftMs > 0) {
      browserIs = 'held';
      stopWaitingForBrowser = timers.after(leftMs, () => closeBrowser(code));
    } else closeBrowser(code);
  }

  function closeGame(code: number): void {
    if (gameIs === 'closing' || gameIs === 'gone') return;
    stopWaitingForGame();
    early = [];
    const wasOpen = gameIs === 'open';
    gameIs = 'closing';
    if (wasOpen) {
      stopWaitingForGame = timers.after(CLOSE_TIMEOUT_MS, game.terminate);
      game.close(code);
    } else game.terminate();
  }

  function shut(code: number, gameCode = code): void {
    closeBrowser(code);
    closeGame(gameCode);
  }

  /** While the browser does not read, nothing is read from the game server (C12.7). */
  function stall(): void {
    isStalled = true;
    game.pause();
    watchStall();
  }

  function watchStall(): void {
    stopWatchingStall();
    stopWatchingStall = timers.after(STALL_TIMEOUT_MS, dropBrowser);
  }

  function dropBrowser(): void {
    // A close would wait for what it does not read, and the runtime would go on reading its pings.
    browser.terminate();
    closeGame(CLOSE.goingAway);
  }

  function refuseGame(): void {
    closeBrowser(CLOSE.tryLater);
    game.pause();
    closeGame(CLOSE.refused);
  }

  /** Whether a message may pass; if not, both sides are closed (C12.11). */
  function isCarried(message: Uint8Array): boolean {
    if (message.byteLength <= limits.relayMessageLimit) return true;
    shut(CLOSE.tooBig);
    return false;
  }

  function keepForGame(message: Uint8Array): void {
    earlyBytes += message.byteLength;
    if (earlyBytes > EARLY_BYTES) shut(CLOSE.tryLater, CLOSE.goingAway);
    else early.push(message);
  }

  function sendToGame(message: Uint8Array): void {
    options.report('relay_bytes_to_game', { bytes: message.byteLength });
    game.send(message);
    if (game.pendingBytes() > GAME_QUEUE_BYTES) refuseGame();
  }

  const game = options.connect({
    opened() {
      if (gameIs !== 'connecting') return;
      stopWaitingForGame();
      gameIs = 'open';
      const kept = early;
      early = [];
      for (const message of kept) if (gameIs === 'open') sendToGame(message);
    },
    together(run) {
      isTogether = true;
      browser.together(run);
      isTogether = false;
      deliveredAtMs = monotonicMs();
    },
    received(message) {
      if (gameIs !== 'open' || browserIs !== 'open' || !isCarried(message)) return;
      idle.touch();
      options.report('relay_bytes_to_browser', { bytes: message.byteLength });
      const outcome = browser.send(message);
      // For messages that came together the clock is read once: reading it for each takes 3 % of the time.
      if (!isTogether) deliveredAtMs = monotonicMs();
      if (outcome === 'lost') return shut(CLOSE.failed, CLOSE.goingAway);
      if (outcome === 'full' && !isStalled) stall();
    },
    pinged() {
      if (gameIs !== 'open') return;
      if (isGameFlooding() || game.pendingBytes() > GAME_QUEUE_BYTES) refuseGame();
    },
    receivedText() {
      if (gameIs === 'open') shut(CLOSE.notText);
    },
    closed(code) {
      if (gameIs === 'gone') return;
      stopWaitingForGame();
      const was = gameIs;
      gameIs = 'gone';
      early = [];
      if (was === 'connecting') closeBrowser(CLOSE.tryLater);
      else if (was === 'open') closeBrowserLater(passOn(code, CLOSE.failed));
      endIfBothGone();
    },
  });
  if (gameIs === 'connecting') {
    stopWaitingForGame = timers.after(limits.relayConnectTimeoutMs, () =>
      shut(CLOSE.tryLater, CLOSE.goingAway),
    );
  }
  const idle = createIdleWatch(timers, limits.relayIdleTimeoutMs, () => shut(CLOSE.goingAway));

  return {
    browserSent(message: Uint8Array | string) {
      if (browserIs !== 'open') return;
      if (typeof message === 'string') return shut(CLOSE.notText); // C12.11
      if (!isCarried(message)) return;
      idle.touch();
      if (gameIs === 'connecting') keepForGame(message);
      else if (gameIs === 'open') sendToGame(message);
    },
    /** A ping or a pong came; the socket answers pings by itself. */
    browserPinged(): void {
      if (browserIs !== 'open') return;
      if (isBrowserFlooding()) dropBrowser();
      else if (!isStalled && browser.pendingBytes() > 0) stall();
    },
    browserDrained() {
      if (!isStalled) return;
      if (browser.pendingBytes() > 0) return watchStall();
      isStalled = false;
      stopWatchingStall();
      deliveredAtMs = monotonicMs();
      if (browserIs === 'flushing') {
        browserIs = 'open';
        closeBrowserLater(lastCode);
      } else if (gameIs === 'open') {
        idle.touch();
        game.resume();
      }
    },
    /** `code` as in RFC 6455: 1005 none, 1006 lost. */
    browserClosed(code: number): void {
      if (browserIs === 'gone') return;
      stopWaitingForBrowser();
      stopWatchingStall();
      // The relay may have begun this close; then the game server got its own code already.
      const isTheirs = browserIs === 'open';
      browserIs = 'gone';
      if (isTheirs) closeGame(passOn(code, CLOSE.goingAway));
      endIfBothGone();
    },
    /** Bytes that wait for the browser or the game server to read. */
    waitingBytes: (): number =>
      (browserIs === 'gone' ? 0 : browser.pendingBytes()) +
      (gameIs === 'open' ? game.pendingBytes() : 0),
    dropBrowser,
    shut: (code: number): void => shut(code),
  };
}

function createPingLimit(monotonicMs: () => number): () => boolean {
  let count = 0;
  let sinceMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = monotonicMs();
    if (nowMs - sinceMs >= 1_000) {
      count = 0;
      sinceMs = nowMs;
    }
    count += 1;
    return count > PINGS_A_SECOND;
  };
}

/** It looks at intervals, a tenth of the time each, so that `touch`, which runs for each message, only sets a number. */
function createIdleWatch(timers: Timers, timeoutMs: number, onIdle: () => void) {
  let quietLooks = 0;
  let cancel = (): void => {};

  function lookLater(): void {
    cancel = timers.after(timeoutMs / IDLE_LOOKS, () => {
      quietLooks += 1;
      // The first look after a touch may come at once, so it does not count.
      if (quietLooks > IDLE_LOOKS) onIdle();
      else lookLater();
    });
  }

  lookLater();
  return {
    touch(): void {
      quietLooks = 0;
    },
    stop: (): void => cancel(),
  };
}
