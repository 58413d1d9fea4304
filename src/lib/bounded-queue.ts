// Bounds how many expensive tasks run and wait at once, and serves networks in turns, so that none keeps others out.

import { BUSY_SECONDS, Failure } from './failure.ts';
import { systemTimers } from './timers.ts';

/** How many tasks may run at once, and how many more may wait for a place. */
export interface QueueBounds {
  atOnce: number;
  waiting: number;
  /**
   * How long a place rests before the next waiting task gets it, as a multiple of what the last one
   * took; 0 when left out. On few cores a queue that is never empty would take a whole one.
   */
  rest?: number;
}

/** Who has a task done. */
export interface QueueCaller {
  address: string;
  /** The network around the address. */
  site: string;
  /** Whether the caller may have one of the places that are kept from strangers. */
  isKnown: boolean;
}

/** Runs tasks within its bounds: sites take turns, within them addresses, and of one address the oldest task comes first. */
export interface BoundedQueue {
  /**
   * Settles as the task does; rejects at once with `unavailable`, and never runs it, when all places
   * are taken or the caller has its share of them. The service itself, without a caller, has no share.
   */
  run<Result>(task: () => Promise<Result>, caller?: QueueCaller): Promise<Result>;
}

/** Places of one address. */
const MOST_OF_ADDRESS = 3;
/** Of all places: from here on an address has one alone, and this is what one site has at most. */
const HALF = 1 / 2;
/** Of the places to wait: kept from strangers. */
const KEPT_FOR_KNOWN = 1 / 4;

const SERVICE: QueueCaller = { address: '', site: '', isKnown: true };

type Start = () => void;

/** Makes a queue; `atOnce` is at least 1, `waiting` at least 0. */
export function createBoundedQueue({ atOnce, waiting, rest = 0 }: QueueBounds): BoundedQueue {
  const most = atOnce + waiting;
  const mostOfStrangers = most - Math.floor(waiting * KEPT_FOR_KNOWN);
  const mostOfSite = Math.max(MOST_OF_ADDRESS, Math.floor(most * HALF));
  /** Places taken, waiting ones included. */
  const held = { all: 0, ofSite: new Map<string, number>(), ofAddress: new Map<string, number>() };
  /** Both maps in the order of the turns. */
  const queued = new Map<string, Map<string, Start[]>>();
  let running = 0;

  function hasPlace(caller: QueueCaller): boolean {
    if (held.all >= (caller.isKnown ? most : mostOfStrangers)) return false;
    if (caller === SERVICE) return true;
    const mostOfAddress = held.all > most * HALF ? 1 : MOST_OF_ADDRESS;
    return (
      (held.ofAddress.get(caller.address) ?? 0) < mostOfAddress &&
      (held.ofSite.get(caller.site) ?? 0) < mostOfSite
    );
  }

  function hold({ address, site }: QueueCaller, change: 1 | -1): void {
    held.all += change;
    addTo(held.ofAddress, address, change);
    addTo(held.ofSite, site, change);
  }

  function enqueue({ address, site }: QueueCaller, start: Start): void {
    const ofSite = queued.get(site) ?? new Map<string, Start[]>();
    queued.set(site, ofSite.set(address, [...(ofSite.get(address) ?? []), start]));
  }

  /** Takes out what comes next; whoever had a turn goes to the end. */
  function takeNext(): Start | undefined {
    for (const [site, ofSite] of queued) {
      queued.delete(site);
      for (const [address, [start, ...others]] of ofSite) {
        ofSite.delete(address);
        if (others.length > 0) ofSite.set(address, others);
        if (ofSite.size > 0) queued.set(site, ofSite);
        return start;
      }
    }
    return undefined;
  }

  function givePlace(): void {
    // A place goes straight to the next in line: were it freed first, a newcomer could slip in.
    const next = takeNext();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(task, caller = SERVICE) {
      if (!hasPlace(caller)) {
        throw new Failure('unavailable', 'The service is busy, try again in a moment.', {
          retryAfterSeconds: BUSY_SECONDS,
        });
      }
      hold(caller, 1);
      try {
        if (running < atOnce) running += 1;
        else await new Promise<void>((resolve) => enqueue(caller, resolve));
        const startedAt = performance.now();
        try {
          return await task();
        } finally {
          const restMs = rest * (performance.now() - startedAt);
          if (queued.size > 0 && restMs > 0) systemTimers.after(restMs, givePlace);
          else givePlace();
        }
      } finally {
        hold(caller, -1);
      }
    },
  };
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
