// A queue for expensive tasks, which limits how many run and wait. Known clients come first, and networks take turns,
// so that none blocks the others.

import { inputFailures } from '../messages/messages.ts';
import { BUSY_SECONDS, Failure } from './failure.ts';
import { systemTimers } from './timers.ts';

export interface QueueBounds {
  atOnce: number;
  waiting: number;
  /** Pause before the next task, as a multiple of the last task's time: on few cores, a queue would take a core. */
  rest?: number;
  /** A task that waited longer, in milliseconds, is refused: by then most clients have given up. */
  longestWaitMs?: number;
  now?: () => number;
}

export interface KnownAs {
  by: 'device' | 'network';
  /**
   * When the client was first seen, in milliseconds. Earlier clients go first, because a flood's own clients were first
   * seen when it began.
   */
  seenAt: number;
}

export interface QueueCaller {
  address: string;
  site: string;
  known?: KnownAs | undefined;
}

/** Every second turn goes to the best-known client, the others to the site and address with fewest recent turns. */
export interface BoundedQueue {
  /**
   * Settles as the task does. Rejects with `unavailable` when no place is free, or the turn comes too late. Without a
   * caller, the task belongs to the service itself and goes first.
   */
  run<Result>(task: () => Promise<Result>, caller?: QueueCaller): Promise<Result>;
}

const MAX_OF_ADDRESS = 3;
/**
 * Applies to three limits. When more than this share of all places is taken, an address may hold only one. A site may
 * hold at most this share of all places. A site with this share of the latest turns no longer goes first.
 */
const SITE_SHARE = 1 / 2;
const LATEST = 16;
const LATE_SHARE = 3 / 4;

const MAX_WAIT_MS = 8_000;

const SERVICE: QueueCaller = { address: '', site: '' };

interface Waiting {
  caller: QueueCaller;
  start: () => void;
  refuse: () => void;
  since: number;
}

export function createBoundedQueue({
  atOnce,
  waiting: mostWaiting,
  rest = 0,
  longestWaitMs = MAX_WAIT_MS,
  now = () => performance.now(),
}: QueueBounds): BoundedQueue {
  const own: Waiting[] = [];
  let waiting: Waiting[] = [];
  let latest: QueueCaller[] = [];
  let running = 0;
  let turn = 0;
  const takePlace = createPlaces(atOnce + mostWaiting, displace);

  /** Refuses a waiting task, of the same site if asked, in favour of a better-known caller. Returns whether it did. */
  function displace(by: QueueCaller, isOfSite: boolean): boolean {
    const rivals = isOfSite ? waiting.filter(({ caller }) => caller.site === by.site) : waiting;
    const displaced = findDisplaced(rivals, by);
    if (displaced === undefined) return false;
    waiting = waiting.filter((it) => it !== displaced);
    displaced.refuse();
    return true;
  }

  const turnsOf = (key: 'address' | 'site', { caller }: Waiting) =>
    latest.filter((it) => it[key] === caller[key]).length;

  const fairness = (task: Waiting) => [turnsOf('site', task), turnsOf('address', task)];

  function precedence(task: Waiting): number[] {
    const { caller } = task;
    const hadItsShare = turnsOf('site', task) >= LATEST * SITE_SHARE;
    return [rankOf(caller), Number(hadItsShare), caller.known?.seenAt ?? 0, ...fairness(task)];
  }

  function takeNext(): Waiting | undefined {
    const at = now();
    const late = waiting.filter(({ since }) => at - since >= longestWaitMs);
    waiting = waiting.filter((task) => !late.includes(task));
    for (const task of late) task.refuse();
    const ownTask = own.shift();
    if (ownTask !== undefined) return ownTask;
    const [oldest] = waiting;
    if (oldest === undefined) return undefined;
    turn = (turn + 1) % 4;
    const isLong = turn === 2 && at - oldest.since >= longestWaitMs * LATE_SHARE;
    const order = turn % 2 === 1 ? precedence : fairness;
    const next = isLong ? oldest : findFirst(waiting, order);
    waiting = waiting.filter((task) => task !== next);
    return next;
  }

  function givePlace(): void {
    // The place goes directly to the next task. If it were freed first, a new task could take it.
    const next = takeNext();
    if (next) next.start();
    else running -= 1;
  }

  return {
    async run(task, caller = SERVICE) {
      const freePlace = takePlace(caller);
      if (freePlace === undefined) throw busy();
      try {
        if (running < atOnce) running += 1;
        else {
          await new Promise<void>((start, reject) => {
            const refuse = () => {
              freePlace();
              reject(busy());
            };
            (caller === SERVICE ? own : waiting).push({ caller, start, refuse, since: now() });
          });
        }
        if (caller !== SERVICE) latest = [...latest, caller].slice(-LATEST);
        const startedAt = performance.now();
        try {
          return await task();
        } finally {
          const restMs = rest * (performance.now() - startedAt);
          const isEmpty = own.length + waiting.length === 0;
          if (!isEmpty && restMs > 0) systemTimers.after(restMs, givePlace);
          else givePlace();
        }
      } finally {
        freePlace();
      }
    },
  };
}

/** Counts the places that addresses and sites hold. `displace` tries to free a place for a better-known caller. */
function createPlaces(most: number, displace: (by: QueueCaller, isOfSite: boolean) => boolean) {
  const mostOfSite = Math.max(MAX_OF_ADDRESS, Math.floor(most * SITE_SHARE));
  const held = { all: 0, ofSite: new Map<string, number>(), ofAddress: new Map<string, number>() };

  /** Takes a place. Returns a function that frees the place once; `undefined` when none is free. */
  function takePlace(caller: QueueCaller): (() => void) | undefined {
    const mostOfAddress = held.all > most * SITE_SHARE ? 1 : MAX_OF_ADDRESS;
    const { address, site } = caller;
    const isOwn = caller === SERVICE;
    if (!isOwn && (held.ofAddress.get(address) ?? 0) >= mostOfAddress) return undefined;
    const isSiteFull = !isOwn && (held.ofSite.get(site) ?? 0) >= mostOfSite;
    if ((isSiteFull || held.all >= most) && !displace(caller, isSiteFull)) return undefined;
    hold(caller, 1);
    let isHeld = true;
    return () => {
      if (isHeld) hold(caller, -1);
      isHeld = false;
    };
  }

  function hold({ address, site }: QueueCaller, change: 1 | -1): void {
    held.all += change;
    addTo(held.ofAddress, address, change);
    addTo(held.ofSite, site, change);
  }

  return takePlace;
}

function rankOf(caller: QueueCaller): number {
  if (caller === SERVICE) return 0;
  if (caller.known === undefined) return 3;
  return caller.known.by === 'device' ? 1 : 2;
}

/** The task that loses its place to a better-known client: among the least-known clients, the newest task. */
function findDisplaced(tasks: readonly Waiting[], by: QueueCaller): Waiting | undefined {
  const standing = (caller: QueueCaller) => [rankOf(caller), caller.known?.seenAt ?? 0];
  const worse = tasks.filter(({ caller }) => compare(standing(caller), standing(by)) > 0);
  return findFirst(worse.toReversed(), ({ caller }) => [-rankOf(caller)]);
}

function findFirst(
  tasks: readonly Waiting[],
  numbersOf: (task: Waiting) => readonly number[],
): Waiting | undefined {
  const numbered = tasks.map((task) => ({ task, numbers: numbersOf(task) }));
  return numbered.sort((a, b) => compare(a.numbers, b.numbers))[0]?.task;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((number, index) => number !== b[index]);
  return place < 0 ? 0 : (a[place] as number) < (b[place] as number) ? -1 : 1;
}

function busy(): Failure {
  return new Failure('unavailable', inputFailures.busy, { retryAfterSeconds: BUSY_SECONDS });
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
