// The main thread's side of the writer: starts the thread, passes it one call at a time, and supervises it.

import { Failure } from '../../lib/failure.ts';
import { type Found, failed, WELL } from '../../lib/finding.ts';
import { createHistogram, SECONDS } from '../../lib/histogram.ts';
import { within } from '../../lib/timers.ts';
import type { Report } from '../../ops/events.ts';
import { type Packing, packCall, type WriteCall } from '../write-calls.ts';
import { isDamage } from './damage.ts';
import { describeStorageFailure, findSqliteError } from './errors.ts';
import { createWriteQueue, type QueuedCall, WRITE_PATIENCE_MS } from './write-queue.ts';
import {
  type DatabasePlace,
  toError,
  type WriterReport,
  type WriterRequest,
} from './writer-messages.ts';

/** A lock or a call that takes longer is reported as trouble. */
const NOTICE_MS = 1_000;
const FIRST_RESTART_MS = 100;
const LAST_RESTART_MS = 30_000;
/** How long closing waits: the longest wait of a call, plus time for a slow disk. */
const CLOSE_MS = WRITE_PATIENCE_MS + 3_000;

/** Makes every change of the database in a thread of its own, in the order of the calls. */
export function createWriter(options: {
  place: DatabasePlace;
  report: Report;
  hasChanged(): boolean;
  packing: Packing;
  startThread(): Worker;
}) {
  const { place, report, hasChanged, packing, startThread } = options;
  const thread = createThread(startThread, { place, handle, onLost });
  const queue = createWriteQueue(describeRefusal);
  const durations = createHistogram(SECONDS);
  const closed = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  // When no caller waits for a rejection, `events` and `trouble` report it.
  opened.promise.catch(() => {});
  let isOpen = false;
  let isClosing = false;
  let isDown = false;
  let current: (QueuedCall & { begunAt: number }) | undefined;
  let version = 0;
  const trouble = createTrouble();

  function handle(answer: WriterReport): void {
    switch (answer.kind) {
      case 'opened':
        isOpen = true;
        opened.resolve();
        if (isDown) report('writer_recovered');
        isDown = false;
        // Other processes may have changed data before the thread began to watch.
        if (!isClosing && hasChanged()) version += 1;
        next();
        return;
      case 'unopened':
        thread.lose(toError(answer.failure));
        return;
      case 'done':
        thread.noteDone();
        trouble.noteDone(answer.hasChanged || current?.call.store === 'health');
        settle((call) => call.resolve(answer.result));
        return;
      case 'busy':
        trouble.noteLock(true, current?.begunAt);
        if (current !== undefined && !queue.isOverdue(current)) sendRequest(current);
        else settle((call) => call.reject(toError(answer.failure)));
        return;
      case 'failed': {
        const error = toError(answer.failure);
        trouble.noteFailure(error);
        settle((call) => call.reject(error));
        return;
      }
      case 'seen':
        if (answer.isChanged) version += 1;
        trouble.noteLock(answer.isLocked);
        return;
      case 'closed':
        closed.resolve();
    }
  }

  /** The current call may or may not have run. */
  function onLost(error: unknown): void {
    isOpen = false;
    opened.reject(error);
    current?.reject(new Failure('unavailable', INTERRUPTED, { cause: error }));
    current = undefined;
    if (isClosing) {
      closed.resolve();
      return;
    }
    isDown = true;
    report('writer_failed', { error });
  }

  function settle(finish: (call: QueuedCall) => void): void {
    const settled = current;
    current = undefined;
    if (settled !== undefined) {
      durations.observe((performance.now() - settled.requestedAt) / 1_000);
      finish(settled);
    }
    next();
  }

  function next(): void {
    if (!isOpen || current !== undefined) return;
    const call = queue.take();
    if (call !== undefined) {
      current = { ...call, begunAt: performance.now() };
      sendRequest(current);
    } else if (isClosing) thread.send({ kind: 'close' });
  }

  function sendRequest({ call }: QueuedCall): void {
    try {
      thread.send({ kind: 'write', call });
    } catch (error) {
      // An argument is not plain data, so it cannot be copied to the thread.
      settle((failed) => failed.reject(error));
    }
  }

  function describeRefusal(): Failure {
    const reason = explain() ?? 'Other changes took too long.';
    return new Failure('unavailable', BUSY, { cause: new Failure('unavailable', reason) });
  }

  const isStarting = () => thread.isRunning() && !isOpen && !isDown;

  function explain(): string | undefined {
    if (isDown) return 'The thread that writes to the database ended and is being restarted.';
    if (isStarting()) return 'The thread that writes to the database is starting.';
    return trouble.describe(current?.begunAt);
  }

  return {
    /** Resolves when the thread has opened the database for the first time. Throws the reason when it cannot. */
    start() {
      thread.start();
      return opened.promise;
    },
    /** Resolves when durable. Throws `unavailable`, without a change, after five seconds or when too many wait. */
    async write(call: WriteCall): Promise<unknown> {
      if (isClosing) throw new Failure('unavailable', STOPPING);
      const settled = queue.add(packCall(call, packing));
      thread.start();
      next();
      return settled;
    },
    startDeadline: queue.startDeadline,
    version: () => version,
    check(): Found {
      const message = explain();
      if (message === undefined) return WELL;
      return { ...failed(message), isStarting: isStarting() };
    },
    /** Seconds from a call until its change was durable or failed. */
    durations,
    countWaiting: () => queue.count() + (current === undefined ? 0 : 1),
    async [Symbol.asyncDispose]() {
      if (isClosing) return closed.promise;
      isClosing = true;
      thread.startNoMore();
      if (!thread.isRunning()) closed.resolve();
      next();
      await within(CLOSE_MS, closed.promise, closed.resolve);
      thread.end();
      const stopped = new Failure('unavailable', STOPPING);
      current?.reject(stopped);
      queue.refuseAll(stopped);
    },
  };
}

/** Tracks why changes are impossible at the moment. */
function createTrouble() {
  let lockedSince: number | undefined;
  let broken: string | undefined;
  return {
    /** A change was made; `isProof` when it reached the disk. */
    noteDone(isProof: boolean): void {
      lockedSince = undefined;
      if (isProof) broken = undefined;
    },
    noteLock(isLocked: boolean, since = performance.now()): void {
      lockedSince = isLocked ? (lockedSince ?? since) : undefined;
    },
    noteFailure(error: Error): void {
      lockedSince = undefined;
      // Damage may hinder no other change, and has a report of its own.
      if (isDamage(error)) return;
      broken = describeStorageFailure(findSqliteError(error)?.code) ?? broken;
    },
    /** A sentence without paths; `undefined` when changes work. `begunAt` is the start of the current change. */
    describe(begunAt: number | undefined): string | undefined {
      const now = performance.now();
      const since = lockedSince ?? begunAt ?? now;
      if (now - since < NOTICE_MS) return broken;
      const duration = `${Math.round((now - since) / 1_000)} s`;
      return lockedSince === undefined
        ? `The disk has been busy with one change for ${duration}.`
        : `Another program has locked the database for ${duration}, so nothing can be saved.`;
    },
  };
}

/** Starts the thread, and restarts it some time after it ends. */
function createThread(
  startThread: () => Worker,
  {
    place,
    handle,
    onLost,
  }: { place: DatabasePlace; handle(report: WriterReport): void; onLost(error: unknown): void },
) {
  let thread: Worker | undefined;
  let isLast = false;
  let restartMs = FIRST_RESTART_MS;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    // The timer restarts an ended thread; calls do not.
    if (thread !== undefined || isLast || restart !== undefined) return;
    const started = startThread();
    thread = started;
    started.addEventListener('message', ({ data }: MessageEvent<WriterReport>) => {
      if (thread === started) handle(data);
    });
    started.addEventListener('error', ({ error, message }) => {
      lose(started, error instanceof Error ? error : new Failure('unavailable', message));
    });
    started.addEventListener('close', () =>
      lose(started, new Failure('unavailable', 'The thread ended.')),
    );
    send({ kind: 'open', place });
  }

  function lose(lost: Worker, error: unknown): void {
    if (thread !== lost) return;
    end();
    onLost(error);
    if (isLast) return;
    restart = setTimeout(() => {
      restart = undefined;
      start();
    }, restartMs);
    restartMs = Math.min(restartMs * 2, LAST_RESTART_MS);
  }

  function end(): void {
    const ended = thread;
    thread = undefined;
    ended?.terminate();
  }

  function send(request: WriterRequest): void {
    thread?.postMessage(request);
  }

  return {
    start,
    send,
    end,
    isRunning: () => thread !== undefined,
    lose(error: unknown): void {
      if (thread !== undefined) lose(thread, error);
    },
    /** The thread works: if it ends, it restarts at once. */
    noteDone(): void {
      restartMs = FIRST_RESTART_MS;
    },
    startNoMore(): void {
      isLast = true;
      clearTimeout(restart);
    },
  };
}

const BUSY = describeStorageFailure('SQLITE_BUSY') ?? '';
const STOPPING = 'The service is stopping. Try again when it has started.';
const INTERRUPTED = 'Saving was interrupted. Check whether it was saved before you try again.';

export type Writer = ReturnType<typeof createWriter>;
