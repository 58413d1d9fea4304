// Calls that wait for the writer, in the order in which they were asked for, each for so long and no longer.

import type { WriteCall } from './write-calls.ts';

/** A call is made, or refused and never made, within this time of being asked for. */
export const WRITE_PATIENCE_MS = 5_000;
/** Every call has this much, however late it comes. */
const LEAST_PATIENCE_MS = 1_000;
/** Calls that may wait at once: a few hundred are done in a second. */
const MOST_WAITING = 1_000;

/** A call, and who waits for what becomes of it. */
export interface QueuedCall {
  call: WriteCall;
  requestedAt: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The queue. */
export interface WriteQueue {
  /** Settles as the call does; rejects once it has waited for too long, or at once where too many wait. */
  add(call: WriteCall): Promise<unknown>;
  /** The call whose turn it is; it is not refused for its age any more. */
  take(): QueuedCall | undefined;
  /** Whether a call has waited as long as one may. */
  isOverdue(call: QueuedCall): boolean;
  /** From now on all together are waited for as long as one is otherwise: the service stops. */
  hurry(): void;
  /** Refuses everything that waits. */
  refuseAll(error: Error): void;
}

/** An empty queue. `describeRefusal` makes what a call is refused with that was never begun. */
export function createWriteQueue(describeRefusal: () => Error): WriteQueue {
  const waiting: QueuedCall[] = [];
  let expiry: NodeJS.Timeout | undefined;
  let endAt = Number.POSITIVE_INFINITY;

  function dueAt({ requestedAt }: QueuedCall): number {
    return Math.min(
      requestedAt + WRITE_PATIENCE_MS,
      Math.max(endAt, requestedAt + LEAST_PATIENCE_MS),
    );
  }

  const isOverdue = (call: QueuedCall): boolean => performance.now() >= dueAt(call);

  /** Nobody else has them, so that nobody will do them. */
  function refuseOverdue(): void {
    expiry = undefined;
    while (waiting[0] !== undefined && isOverdue(waiting[0])) {
      waiting.shift()?.reject(describeRefusal());
    }
    expireLater();
  }

  /** They are overdue in the order in which they came. */
  function expireLater(): void {
    const first = waiting[0];
    if (first === undefined || expiry !== undefined) return;
    const waitMs = Math.ceil(dueAt(first) - performance.now());
    expiry = setTimeout(refuseOverdue, Math.max(1, waitMs));
  }

  return {
    async add(call) {
      if (waiting.length >= MOST_WAITING) throw describeRefusal();
      return new Promise((resolve, reject) => {
        waiting.push({ call, requestedAt: performance.now(), resolve, reject });
        expireLater();
      });
    },
    take: () => waiting.shift(),
    isOverdue,
    hurry() {
      endAt = Math.min(endAt, performance.now() + WRITE_PATIENCE_MS);
      clearTimeout(expiry);
      expiry = undefined;
      expireLater();
    },
    refuseAll(error) {
      clearTimeout(expiry);
      for (const { reject } of waiting.splice(0)) reject(error);
    },
  };
}
