// One open relay: carries messages between a browser and a game server until both are closed.

import type { Timers } from '../../platform/lib/timers.ts';
import type { Report } from './events.ts';
import type { BrowserSocket, GameSocket, GameSocketEvents } from './relay-ports.ts';
import type { RelayLimits } from './settings.ts';

/** How much the browser may send before the game server answers (C12.10). */
const EARLY_BYTES = 64 * 1024;
/** How much may wait for a game server that reads slowly. Players' messages are small (C12.7). */
const GAME_QUEUE_BYTES = 128 * 1024;
/** How long a browser may leave waiting messages unread (C12.7). */
const STALL_TIMEOUT_MS = 30_000;
/** How many pings and pongs one side may send in a second. Honest clients send one in many seconds (C12.7). */
const PINGS_A_SECOND = 20;
/**
 * When the game server closes, the browser is closed this long after the last byte that was sent to it.
 *
 * Compatibility: the web client drops unread messages as soon as its socket is closing, among them the
 * reason of a kick. It reads one message a frame: this is time for twelve (C12.9).
 */
const HOLD_BACK_MS = 200;
/** How long a side may take to answer a close before its connection is dropped. */
const CLOSE_TIMEOUT_MS = 2_000;
/** How often the idle watch checks within the timeout. It notices an idle relay one check late at most. */
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
  /** The target may no longer be reached. */
  refused: 1008,
  tooBig: 1009,
  failed: 1011,
  tryLater: 1013,
} as const;

function isSendable(code: number): boolean {
  const isReserved = code === 1004 || code === CLOSE.none || code === CLOSE.lost;
  return (code >= 1000 && code <= 1014 && !isReserved) || (code >= 3000 && code <= 4999);
}

/** The code to pass on. `lostCode` stands for a side that was lost without closing (C12.8). */
export function passOn(code: number, lostCode: number): number {
  if (code === CLOSE.lost) return lostCode;
  return isSendable(code) ? code : CLOSE.normal;
}

export interface PumpOptions {
  browser: BrowserSocket;
  connect(events: GameSocketEvents): GameSocket;
  limits: Pick<RelayLimits, 'relayMessageLimit' | 'relayConnectTimeoutMs' | 'relayIdleTimeoutMs'>;
  timers: Timers;
  /** A time that never goes back, in milliseconds. */
  monotonicMs(): number;
  report: Report;
  ended(): void;
}

type BrowserEvents = Pick<
  Pump,
  'browserSent' | 'browserPinged' | 'browserDrained' | 'browserClosed'
>;

/** The listener of a browser's WebSocket. `pump` gets its events once the relay has started. */
export interface SocketListener {
  start(browser: BrowserSocket): BrowserEvents;
  pump: BrowserEvents | undefined;
}

/** An open relay. It connects to the game server at once. */
export class Pump {
  private readonly options: PumpOptions;
  private readonly game: GameSocket;
  private readonly idle: ReturnType<typeof createIdleWatch>;
  /** `flushing`: a slow browser still gets its waiting messages. `held`: it has time to read them. Both end closed. */
  private browserIs: 'open' | 'flushing' | 'held' | 'closing' | 'gone' = 'open';
  private gameIs: 'connecting' | 'open' | 'closing' | 'gone' = 'connecting';
  private early: Uint8Array[] = [];
  private earlyBytes = 0;
  private isStalled = false;
  private hasEnded = false;
  private lastCode: number = CLOSE.normal;
  private isTogether = false;
  private deliveredAtMs = Number.NEGATIVE_INFINITY;
  private stopWaitingForGame = (): void => {};
  private stopWaitingForBrowser = (): void => {};
  private stopWatchingStall = (): void => {};
  private readonly isBrowserFlooding: () => boolean;
  private readonly isGameFlooding: () => boolean;

  constructor(options: PumpOptions) {
    const { limits, timers, monotonicMs } = options;
    this.options = options;
    this.isBrowserFlooding = createPingLimit(monotonicMs);
    this.isGameFlooding = createPingLimit(monotonicMs);
    this.idle = createIdleWatch(timers, limits.relayIdleTimeoutMs, () =>
      this.shut(CLOSE.goingAway),
    );
    this.game = options.connect(this.listenToGame());
    if (this.gameIs === 'connecting') {
      this.stopWaitingForGame = timers.after(limits.relayConnectTimeoutMs, () =>
        this.shut(CLOSE.tryLater, CLOSE.goingAway),
      );
    }
  }

  private endIfBothGone(): void {
    if (this.hasEnded || this.browserIs !== 'gone' || this.gameIs !== 'gone') return;
    this.hasEnded = true;
    this.idle.stop();
    this.stopWatchingStall();
    this.options.ended();
  }

  private closeBrowser(code: number): void {
    if (this.browserIs !== 'open' && this.browserIs !== 'held') return;
    this.stopWaitingForBrowser();
    if (this.isStalled) {
      // A closed socket cannot be dropped, so the close waits until the browser has read everything.
      this.browserIs = 'flushing';
      this.lastCode = code;
      return;
    }
    this.browserIs = 'closing';
    this.stopWaitingForBrowser = this.options.timers.after(
      CLOSE_TIMEOUT_MS,
      this.options.browser.terminate,
    );
    this.options.browser.close(code);
  }

  /** Closes the browser after the game server closed, once the browser had time to read everything. */
  private closeBrowserLater(code: number): void {
    const leftMs = this.deliveredAtMs + HOLD_BACK_MS - this.options.monotonicMs();
    if (this.browserIs === 'open' && !this.isStalled && leftMs > 0) {
      this.browserIs = 'held';
      this.stopWaitingForBrowser = this.options.timers.after(leftMs, () => this.closeBrowser(code));
    } else this.closeBrowser(code);
  }

  private closeGame(code: number): void {
    if (this.gameIs === 'closing' || this.gameIs === 'gone') return;
    this.stopWaitingForGame();
    this.early = [];
    const wasOpen = this.gameIs === 'open';
    this.gameIs = 'closing';
    if (wasOpen) {
      this.stopWaitingForGame = this.options.timers.after(CLOSE_TIMEOUT_MS, this.game.terminate);
      this.game.close(code);
    } else this.game.terminate();
  }

  shut(code: number, gameCode = code): void {
    this.closeBrowser(code);
    this.closeGame(gameCode);
  }

  /** Stops reading from the game server while the browser does not read (C12.7). */
  private stall(): void {
    this.isStalled = true;
    this.game.pause();
    this.watchStall();
  }

  private watchStall(): void {
    this.stopWatchingStall();
    this.stopWatchingStall = this.options.timers.after(STALL_TIMEOUT_MS, () => this.dropBrowser());
  }

  dropBrowser(): void {
    // A close would wait for the unread messages, and the runtime would keep reading its pings.
    this.options.browser.terminate();
    this.closeGame(CLOSE.goingAway);
  }

  private refuseGame(): void {
    this.closeBrowser(CLOSE.tryLater);
    this.game.pause();
    this.closeGame(CLOSE.refused);
  }

  /** Whether a message may pass; otherwise closes both sides (C12.11). */
  private isCarried(message: Uint8Array): boolean {
    if (message.byteLength <= this.options.limits.relayMessageLimit) return true;
    this.shut(CLOSE.tooBig);
    return false;
  }

  private keepForGame(message: Uint8Array): void {
    this.earlyBytes += message.byteLength;
    if (this.earlyBytes > EARLY_BYTES) this.shut(CLOSE.tryLater, CLOSE.goingAway);
    else this.early.push(message);
  }

  private sendToGame(message: Uint8Array): void {
    this.options.report('relay_bytes_to_game', { bytes: message.byteLength });
    this.game.send(message);
    if (this.game.pendingBytes() > GAME_QUEUE_BYTES) this.refuseGame();
  }

  private listenToGame(): GameSocketEvents {
    return {
      opened: () => {
        if (this.gameIs !== 'connecting') return;
        this.stopWaitingForGame();
        this.gameIs = 'open';
        const kept = this.early;
        this.early = [];
        for (const message of kept) if (this.gameIs === 'open') this.sendToGame(message);
      },
      together: (run) => {
        this.isTogether = true;
        this.options.browser.together(run);
        this.isTogether = false;
        this.deliveredAtMs = this.options.monotonicMs();
      },
      received: (message) => {
        if (this.gameIs !== 'open' || this.browserIs !== 'open' || !this.isCarried(message)) return;
        this.idle.touch();
        this.options.report('relay_bytes_to_browser', { bytes: message.byteLength });
        const outcome = this.options.browser.send(message);
        // Reads the clock once for messages that came together: a read for each takes 3 % of the time.
        if (!this.isTogether) this.deliveredAtMs = this.options.monotonicMs();
        if (outcome === 'lost') return this.shut(CLOSE.failed, CLOSE.goingAway);
        if (outcome === 'full' && !this.isStalled) this.stall();
      },
      pinged: () => {
        if (this.gameIs !== 'open') return;
        if (this.isGameFlooding() || this.game.pendingBytes() > GAME_QUEUE_BYTES) this.refuseGame();
      },
      receivedText: () => {
        if (this.gameIs === 'open') this.shut(CLOSE.notText);
      },
      closed: (code) => {
        if (this.gameIs === 'gone') return;
        this.stopWaitingForGame();
        const was = this.gameIs;
        this.gameIs = 'gone';
        this.early = [];
        if (was === 'connecting') this.closeBrowser(CLOSE.tryLater);
        else if (was === 'open') this.closeBrowserLater(passOn(code, CLOSE.failed));
        this.endIfBothGone();
      },
    };
  }

  browserSent(message: Uint8Array | string) {
    if (this.browserIs !== 'open') return;
    if (typeof message === 'string') return this.shut(CLOSE.notText); // C12.11
    if (!this.isCarried(message)) return;
    this.idle.touch();
    if (this.gameIs === 'connecting') this.keepForGame(message);
    else if (this.gameIs === 'open') this.sendToGame(message);
  }

  /** The browser sent a ping or a pong. The socket answers pings by itself. */
  browserPinged(): void {
    if (this.browserIs !== 'open') return;
    if (this.isBrowserFlooding()) this.dropBrowser();
    else if (!this.isStalled && this.options.browser.pendingBytes() > 0) this.stall();
  }

  browserDrained() {
    if (!this.isStalled) return;
    if (this.options.browser.pendingBytes() > 0) return this.watchStall();
    this.isStalled = false;
    this.stopWatchingStall();
    this.deliveredAtMs = this.options.monotonicMs();
    if (this.browserIs === 'flushing') {
      this.browserIs = 'open';
      this.closeBrowserLater(this.lastCode);
    } else if (this.gameIs === 'open') {
      this.idle.touch();
      this.game.resume();
    }
  }

  /** `code` as in RFC 6455: 1005 for none, 1006 for a lost side. */
  browserClosed(code: number): void {
    if (this.browserIs === 'gone') return;
    this.stopWaitingForBrowser();
    this.stopWatchingStall();
    // The relay may have started this close; then the game server already has its own code.
    const isTheirs = this.browserIs === 'open';
    this.browserIs = 'gone';
    if (isTheirs) this.closeGame(passOn(code, CLOSE.goingAway));
    this.endIfBothGone();
  }

  /** The bytes that wait for the browser or the game server to read them. */
  waitingBytes(): number {
    return (
      (this.browserIs === 'gone' ? 0 : this.options.browser.pendingBytes()) +
      (this.gameIs === 'open' ? this.game.pendingBytes() : 0)
    );
  }
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

/** Checks ten times within the timeout, so that `touch`, which runs for each message, only sets a number. */
function createIdleWatch(timers: Timers, timeoutMs: number, onIdle: () => void) {
  let quietLooks = 0;
  let cancel = (): void => {};

  function lookLater(): void {
    cancel = timers.after(timeoutMs / IDLE_LOOKS, () => {
      quietLooks += 1;
      // The first check after a touch may come at once, so it does not count.
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
