// A queue of expensive tasks: it limits how many run and wait, and networks take turns, so that none blocks others.

import { inputFailures } from '../messages/messages.ts';
import { BUSY_SECONDS, Failure } from './failure.ts';
import { systemTimers } from './timers.ts';

/** How many tasks may run at once, and how many more may wait. */
export interface QueueBounds {
  atOnce: number;
  waiting: number;
  /**
   * Pause before the next waiting task starts, as a multiple of the time that the last one took; 0 when
   * left out. On few cores, a queue that is never empty would use a whole core.
   */
  rest?: number;
  /** A task whose turn comes later than this is refused: by then most clients have given up. 8,000 when left out. */
  longestWaitMs?: number;
}

/** The client for whom a task runs. */
export interface QueueCaller {
  address: string;
  /** The network around the address, as in `networksOfAddress`. */
  site: string;
  /** Whether the client may use the places that are reserved for known ones. */
  isKnown: boolean;
}

/** Sites take turns, and within a site its addresses do. Tasks of one address run in their order. */
export interface BoundedQueue {
  /**
   * Settles as the task does. When all places are taken, or the client has its share of them, it rejects
   * immediately with `unavailable` and does not run the task; also when its turn comes too late. Without
   * a caller the service itself is meant, which has no limit of its own.
   */
  run<Result>(task: () => Promise<Result>, caller?: QueueCaller): Promise<Result>;
}

/** Most places of one address. */
const MOST_OF_ADDRESS = 3;
/** Share of all places: when more are taken, an address may hold one only. Also the most of one site. */
const HALF = 1 / 2;
/** Share of the waiting places that is reserved for known clients. */
const KEPT_FOR_KNOWN = 1 / 4;

const LONGEST_WAIT_MS = 8_000;

const SERVICE: QueueCaller = { address: '', site: '', isKnown: true };

/** A task that waits, as its two outcomes. */
interface Waiting {
  start: () => void;
  refuse: (failure: Failure) => void;
  /** On the clock of `performance.now`. */
  until: number;
}

/** An empty queue; `atOnce` is at least 1, `waiting` at least 0. */
export function createBoundedQueue({
  atOnce,
  waiting,
  rest = 0,
  longestWaitMs = LONGEST_WAIT_MS,
}: QueueBounds): BoundedQueue {
  const most = atOnce + waiting;
  const mostOfStrangers = most - Math.floor(waiting * KEPT_FOR_KNOWN);
  const mostOfSite = Math.max(MOST_OF_ADDRESS, Math.floor(most * HALF));
  /** Taken places, those of waiting tasks included. */
  const held = { all: 0, ofSite: new Map<string, number>(), ofAddress: new Map<string, number>() };
  /** Waiting tasks by site and address; both maps are in the order of the turns. */
  const queued = new Map<string, Map<string, Waiting[]>>();
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

  function enqueue({ address, site }: QueueCaller, task: Waiting): void {
    const ofSite = queued.get(site) ?? new Map<string, Waiting[]>();
    queued.set(site, ofSite.set(address, [...(ofSite.get(address) ?? []), task]));
  }

  /** Removes and returns the next task; its site and address move to the end of the order. */
  function takeNext(): Waiting | undefined {
    for (const [site, ofSite] of queued) {
      queued.delete(site);
      for (const [address, [task, ...others]] of ofSite) {
        ofSite.delete(address);
        if (others.length > 0) ofSite.set(address, others);
        if (ofSite.size > 0) queued.set(site, ofSite);
        return task;
      }
    }
    return undefined;
  }

  function givePlace(): void {
    // The place goes directly to the next task. If it were freed first, a new task could take it.
    let next = takeNext();
    while (next !== undefined && performance.now() >= next.until) {
      next.refuse(busy());
      next = takeNext();
    }
    if (next) next.start();
    else running -= 1;
  }

  return {
    async run(task, caller = SERVICE) {
      if (!hasPlace(caller)) throw busy();
      hold(caller, 1);
      try {
        if (running < atOnce) running += 1;
        else {
          const until = caller === SERVICE ? Infinity : performance.now() + longestWaitMs;
          await new Promise<void>((start, refuse) => enqueue(caller, { start, refuse, until }));
        }
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

function busy(): Failure {
  return new Failure('unavailable', inputFailures.busy, { retryAfterSeconds: BUSY_SECONDS });
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
