// One relay at work: carries messages between a browser and a game server until both are gone.

import type { Timers } from '../lib/timers.ts';
import { CLOSE, passOn } from './close-codes.ts';
import { createIdleWatch } from './idle-watch.ts';
import type { BrowserSocket, GameSocket, GameSocketEvents, RelayLimits } from './ports.ts';

/** What the browser may send before the game server answers (C12.10). */
const EARLY_BYTES = 64 * 1024;
/** What may wait for a game server that reads slowly: players' messages are small (C12.7). */
const GAME_QUEUE_BYTES = 256 * 1024;
/**
 * How long the end of the game server is held back after the last byte that the browser was sent.
 *
 * Compatibility: the web client drops what it has not read as soon as its socket is closing, and with
 * it why its player was kicked. It reads one message a frame, so that this is time for twelve (C12.9).
 */
const HOLD_BACK_MS = 200;
/** How long a side may take to answer a close before it is dropped. */
const CLOSE_TIMEOUT_MS = 2_000;

/** What a pump works with. */
export interface PumpOptions {
  browser: BrowserSocket;
  connect(events: GameSocketEvents): GameSocket;
  limits: Pick<RelayLimits, 'messageBytes' | 'connectTimeoutMs' | 'idleTimeoutMs'>;
  timers: Timers;
  /** Time that only grows, in milliseconds. */
  monotonicMs(): number;
  carried(direction: 'to_game' | 'to_browser', bytes: number): void;
  /** Once, when neither socket is left. */
  ended(): void;
}

/** The browser's side of a pump, and the way to end it. */
export interface Pump {
  /** Texts are strings. */
  browserSent(message: Uint8Array | string): void;
  /** The browser has read something. */
  browserDrained(): void;
  /** `code` as in RFC 6455: 1005 none, 1006 lost. */
  browserClosed(code: number): void;
  /** Closes both sides with this code. */
  shut(code: number): void;
}

/** Connects to the game server and begins. */
export function startPump(options: PumpOptions): Pump {
  const { browser, limits, timers, monotonicMs } = options;
  // `flushing`: what waits for a slow browser is still sent. `held`: it has time to read that. Both end closed.
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

  function endIfBothGone(): void {
    if (hasEnded || browserIs !== 'gone' || gameIs !== 'gone') return;
    hasEnded = true;
    idle.stop();
    options.ended();
  }

  function closeBrowser(code: number): void {
    if (browserIs !== 'open' && browserIs !== 'held') return;
    stopWaitingForBrowser();
    if (isStalled) {
      // A socket that was closed cannot be dropped any more, so the close waits for its turn here.
      browserIs = 'flushing';
      lastCode = code;
      stopWaitingForBrowser = timers.after(limits.idleTimeoutMs, browser.terminate);
      return;
    }
    browserIs = 'closing';
    stopWaitingForBrowser = timers.after(CLOSE_TIMEOUT_MS, browser.terminate);
    browser.close(code);
  }

  /** Closes a browser whose game server has ended, once it had time to read everything. */
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

  /** Whether a message may pass; if not, both sides are closed (C12.11). */
  function isCarried(message: Uint8Array): boolean {
    if (message.byteLength <= limits.messageBytes) return true;
    shut(CLOSE.tooBig);
    return false;
  }

  function keepForGame(message: Uint8Array): void {
    earlyBytes += message.byteLength;
    if (earlyBytes > EARLY_BYTES) shut(CLOSE.tryLater, CLOSE.goingAway);
    else early.push(message);
  }

  function sendToGame(message: Uint8Array): void {
    options.carried('to_game', message.byteLength);
    game.send(message);
    if (game.pendingBytes() > GAME_QUEUE_BYTES) shut(CLOSE.tryLater, CLOSE.goingAway);
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
      options.carried('to_browser', message.byteLength);
      const outcome = browser.send(message);
      // The clock is asked once for all that came together: asked for each it takes 3 % of the time.
      if (!isTogether) deliveredAtMs = monotonicMs();
      if (outcome === 'lost') return shut(CLOSE.failed, CLOSE.goingAway);
      if (outcome === 'sent' || isStalled) return;
      // Nothing is read for a browser that does not read (C12.7).
      isStalled = true;
      game.pause();
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
    stopWaitingForGame = timers.after(limits.connectTimeoutMs, () =>
      shut(CLOSE.tryLater, CLOSE.goingAway),
    );
  }
  const idle = createIdleWatch(timers, limits.idleTimeoutMs, () => {
    // Nobody will read what waits for a browser that has not read for so long.
    if (isStalled) browser.terminate();
    shut(CLOSE.goingAway);
  });

  return {
    browserSent(message) {
      if (browserIs !== 'open') return;
      if (typeof message === 'string') return shut(CLOSE.notText); // C12.11
      if (!isCarried(message)) return;
      idle.touch();
      if (gameIs === 'connecting') keepForGame(message);
      else if (gameIs === 'open') sendToGame(message);
    },
    browserDrained() {
      if (!isStalled || browser.pendingBytes() > 0) return;
      isStalled = false;
      deliveredAtMs = monotonicMs();
      if (browserIs === 'flushing') {
        stopWaitingForBrowser();
        browserIs = 'open';
        closeBrowserLater(lastCode);
      } else if (gameIs === 'open') {
        idle.touch();
        game.resume();
      }
    },
    browserClosed(code) {
      if (browserIs === 'gone') return;
      stopWaitingForBrowser();
      // A close that this side began may be told at once; the game server gets its own code then.
      const isTheirs = browserIs === 'open';
      browserIs = 'gone';
      if (isTheirs) closeGame(passOn(code, CLOSE.goingAway));
      endIfBothGone();
    },
    shut,
  };
}
