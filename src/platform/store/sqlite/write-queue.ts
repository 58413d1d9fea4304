// The calls that wait for the writer: first in, first out, each for a limited time.

import type { WriteCall } from '../write-calls.ts';

/** A call begins within this time after it was added; otherwise it is refused and never begins. */
export const WRITE_PATIENCE_MS = 5_000;
/** The shortest time that a call may wait, even when the service stops. */
const LEAST_PATIENCE_MS = 1_000;
const MAX_WAITING = 1_000;

export interface QueuedCall {
  call: WriteCall;
  requestedAt: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The calls that have not begun; `describeRefusal` makes the error for a call that never will. */
export function createWriteQueue(describeRefusal: () => Error) {
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

  /** Refuses only calls in this queue, so a refused call never runs. */
  function refuseOverdue(): void {
    expiry = undefined;
    while (waiting[0] !== undefined && isOverdue(waiting[0])) {
      waiting.shift()?.reject(describeRefusal());
    }
    expireLater();
  }

  /** Calls become overdue in the order in which they were added. */
  function expireLater(): void {
    const first = waiting[0];
    if (first === undefined || expiry !== undefined) return;
    const waitMs = Math.ceil(dueAt(first) - performance.now());
    expiry = setTimeout(refuseOverdue, Math.max(1, waitMs));
  }

  return {
    /** Settles like the call. Rejects when the call has waited too long, or at once when too many wait. */
    async add(call: WriteCall): Promise<unknown> {
      if (waiting.length >= MAX_WAITING) throw describeRefusal();
      return new Promise((resolve, reject) => {
        waiting.push({ call, requestedAt: performance.now(), resolve, reject });
        expireLater();
      });
    },
    /** Removes the next call from the queue; after that, it is no longer refused for its age. */
    take: () => waiting.shift(),
    count: () => waiting.length,
    isOverdue,
    /** For a service that stops: from now on, all calls together have the time of a single call. */
    startDeadline() {
      endAt = Math.min(endAt, performance.now() + WRITE_PATIENCE_MS);
      clearTimeout(expiry);
      expiry = undefined;
      expireLater();
    },
    refuseAll(error: Error) {
      clearTimeout(expiry);
      for (const { reject } of waiting.splice(0)) reject(error);
    },
  };
}
