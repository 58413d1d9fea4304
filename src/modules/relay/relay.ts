// The public face of the module: admits browsers, runs a pump for each, and closes them at the end.

import { type Timers, within } from '../../platform/lib/timers.ts';
import { createAdmission, type RelayPlace, type RelayRequest } from './admission.ts';
import type { Report } from './events.ts';
import { CLOSE, Pump } from './pump.ts';
import type { BrowserSocket, ConnectGame, RefusalReason, RelayTarget } from './relay-ports.ts';
import type { RelayLimits } from './settings.ts';

/** How often open relays are checked for a banned game server and for a browser with too much data waiting. */
const LOOK_EVERY_MS = 250;
/** Average limit of waiting bytes per relay. For a slow browser, one read from the game server may fill it. */
const WAITING_BYTES = 128 * 1024;
/** Bytes that may wait in all relays together, even if there are few relays. */
const LEAST_WAITING_BYTES = 64 * 1024 * 1024;
/** A player who stays connected for this long has joined the server. */
const STAY_MS = 60_000;
const GRACE_MS = 5_000;
/** How long closing may take after the grace period: longer than either side may take to answer a close frame. */
const CLOSING_MS = 2_500;

export type Relay = ReturnType<typeof createRelay>;

export function createRelay(options: {
  /** Origin of the base URL, as browsers write it. */
  origin: string;
  limits: RelayLimits;
  findRelayTarget(ip: string, port: number): RelayTarget | undefined;
  connect: ConnectGame;
  timers: Timers;
  /** Monotonic time in milliseconds. */
  monotonicMs(): number;
  report: Report;
}) {
  const { report, limits, timers, origin, monotonicMs } = options;
  const takePlace = createAdmission(options);
  const pumps = new Map<Pump, RelayTarget>();
  let stopLooking: (() => void) | undefined;
  let isStopping = false;
  let onEmpty = (): void => {};

  function look(): void {
    stopLooking = pumps.size === 0 ? undefined : timers.after(LOOK_EVERY_MS, look);
    closeUnfit(pumps, Math.max(LEAST_WAITING_BYTES, limits.relayLimit * WAITING_BYTES));
  }

  /** Starts a relay. It does not check liveness again: an open relay stays when its server leaves the list (C12.12). */
  function start(place: RelayPlace, address: string, browser: BrowserSocket): Pump {
    const { target } = place;
    const messageLimit = limits.relayMessageLimit;
    const connection = { target, origin, address, messageLimit };
    let stopWaiting = (): void => {};
    const pump = new Pump({
      browser,
      limits,
      timers,
      monotonicMs,
      report,
      connect: (gameEvents) =>
        options.connect(connection, {
          ...gameEvents,
          opened() {
            stopWaiting = timers.after(STAY_MS, () => target.stayed?.());
            gameEvents.opened();
          },
        }),
      ended() {
        stopWaiting();
        pumps.delete(pump);
        place.release();
        report('relay_closed', { ip: target.ip, port: target.port });
        if (pumps.size > 0) return;
        stopLooking?.();
        stopLooking = undefined;
        onEmpty();
      },
    });
    pumps.set(pump, target);
    stopLooking ??= timers.after(LOOK_EVERY_MS, look);
    report('relay_opened', { ip: target.ip, port: target.port });
    return pump;
  }

  async function waitUntilEmpty(ms: number): Promise<void> {
    if (pumps.size === 0) return;
    const { promise: empty, resolve } = Promise.withResolvers<void>();
    onEmpty = resolve;
    await within(ms, empty, () => {}, timers);
  }

  function refuse(reason: RefusalReason, address: string): RefusalReason {
    report(`relay_refused_${reason}`, { reason, address });
    return reason;
  }

  return {
    /** Admits a browser, or returns the reason for refusing it and reports the refusal as an event. */
    admit(request: RelayRequest) {
      const place = isStopping ? 'stopping' : takePlace(request);
      // The relay lives for hours, so it keeps only the address of the request.
      const { address } = request;
      if (typeof place === 'string') return refuse(place, address);
      return {
        target: place.target,
        /** Starts the relay once the browser's connection is upgraded. */
        start: (browser: BrowserSocket): Pump => start(place, address, browser),
        giveUp(): void {
          place.release();
          refuse('handshake', address);
        },
      };
    },
    count: () => pumps.size,
    /** Refuses new relays and closes open ones after a grace period; resolves when none is left. */
    async stop(): Promise<void> {
      isStopping = true;
      await waitUntilEmpty(GRACE_MS);
      for (const pump of [...pumps.keys()]) pump.shut(CLOSE.goingAway);
      await waitUntilEmpty(CLOSING_MS);
    },
  };
}

/** Shuts relays to banned game servers. Drops browsers with much data waiting if too much waits in all relays. */
function closeUnfit(pumps: ReadonlyMap<Pump, RelayTarget>, mostWaiting: number): void {
  let waiting = 0;
  for (const [pump, target] of pumps) {
    if (target.isBanned?.()) pump.shut(CLOSE.refused);
    waiting += pump.waitingBytes();
  }
  if (waiting <= mostWaiting) return;
  for (const pump of pumps.keys()) if (pump.waitingBytes() > WAITING_BYTES) pump.dropBrowser();
}
