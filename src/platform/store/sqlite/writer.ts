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

interface WriterPorts {
  place: DatabasePlace;
  report: Report;
  hasChanged(): boolean;
  packing: Packing;
  startThread(): Worker;
}

/** Makes every change of the database in a thread of its own, in the order of the calls. */
export function createWriter(ports: WriterPorts) {
  const writing = new WriterCalls(ports);
  const { thread, queue, opened, closed, durations } = writing;

  return {
    /** Resolves when the thread has opened the database for the first time. Throws the reason when it cannot. */
    start() {
      thread.start();
      return opened.promise;
    },
    /** Resolves when durable. Throws `unavailable`, without a change, after five seconds or when too many wait. */
    async write(call: WriteCall): Promise<unknown> {
      if (writing.isClosing) throw new Failure('unavailable', STOPPING);
      const settled = queue.add(packCall(call, ports.packing));
      thread.start();
      writing.next();
      return settled;
    },
    startDeadline: queue.startDeadline,
    version: () => writing.version,
    check(): Found {
      const message = writing.explain();
      if (message === undefined) return WELL;
      return { ...failed(message), isStarting: writing.isStarting() };
    },
    durations,
    countWaiting: () => queue.count() + (writing.current === undefined ? 0 : 1),
    async [Symbol.asyncDispose]() {
      if (writing.isClosing) return closed.promise;
      writing.isClosing = true;
      thread.startNoMore();
      if (!thread.isRunning()) closed.resolve();
      writing.next();
      await within(CLOSE_MS, closed.promise, closed.resolve);
      thread.end();
      const stopped = new Failure('unavailable', STOPPING);
      writing.current?.reject(stopped);
      queue.refuseAll(stopped);
    },
  };
}

/** Passes the thread one call at a time, and follows what the thread answers. */
class WriterCalls {
  readonly queue = createWriteQueue(() => this.describeRefusal());
  readonly thread: ReturnType<typeof createThread>;
  /** Seconds from a call until its change was durable or failed. */
  readonly durations = createHistogram(SECONDS);
  readonly opened = Promise.withResolvers<void>();
  readonly closed = Promise.withResolvers<void>();
  current: (QueuedCall & { begunAt: number }) | undefined;
  isClosing = false;
  /** Grows with each change by another process. */
  version = 0;
  private isOpen = false;
  private isDown = false;
  private readonly trouble = createTrouble();
  private readonly ports: WriterPorts;

  constructor(ports: WriterPorts) {
    this.ports = ports;
    this.thread = createThread(ports.startThread, {
      place: ports.place,
      handle: (answer) => this.handle(answer),
      onLost: (error) => this.onLost(error),
    });
    // When no caller waits for a rejection, `events` and `trouble` report it.
    this.opened.promise.catch(() => {});
  }

  private handle(answer: WriterReport): void {
    const { trouble, current } = this;
    switch (answer.kind) {
      case 'opened':
        this.noteOpened();
        return;
      case 'unopened':
        this.thread.lose(toError(answer.failure));
        return;
      case 'done':
        this.thread.noteDone();
        trouble.noteDone(answer.hasChanged || current?.call.store === 'health');
        this.settle((call) => call.resolve(answer.result));
        return;
      case 'busy':
        trouble.noteLock(true, current?.begunAt);
        if (current !== undefined && !this.queue.isOverdue(current)) this.send(current);
        else this.settle((call) => call.reject(toError(answer.failure)));
        return;
      case 'failed': {
        const error = toError(answer.failure);
        trouble.noteFailure(error);
        this.settle((call) => call.reject(error));
        return;
      }
      case 'seen':
        if (answer.isChanged) this.version += 1;
        trouble.noteLock(answer.isLocked);
        return;
      case 'closed':
        this.closed.resolve();
    }
  }

  private noteOpened(): void {
    this.isOpen = true;
    this.opened.resolve();
    if (this.isDown) this.ports.report('writer_recovered');
    this.isDown = false;
    // Other processes may have changed data before the thread began to watch.
    if (!this.isClosing && this.ports.hasChanged()) this.version += 1;
    this.next();
  }

  /** The current call may or may not have run. */
  private onLost(error: unknown): void {
    this.isOpen = false;
    this.opened.reject(error);
    this.current?.reject(new Failure('unavailable', INTERRUPTED, { cause: error }));
    this.current = undefined;
    if (this.isClosing) {
      this.closed.resolve();
      return;
    }
    this.isDown = true;
    this.ports.report('writer_failed', { error });
  }

  private settle(finish: (call: QueuedCall) => void): void {
    const settled = this.current;
    this.current = undefined;
    if (settled !== undefined) {
      this.durations.observe((performance.now() - settled.requestedAt) / 1_000);
      finish(settled);
    }
    this.next();
  }

  /** Begins the next call unless one runs. When none is left and the writer closes, the thread closes too. */
  next(): void {
    if (!this.isOpen || this.current !== undefined) return;
    const call = this.queue.take();
    if (call !== undefined) {
      this.current = { ...call, begunAt: performance.now() };
      this.send(this.current);
    } else if (this.isClosing) this.thread.send({ kind: 'close' });
  }

  private send({ call }: QueuedCall): void {
    try {
      this.thread.send({ kind: 'write', call });
    } catch (error) {
      // An argument is not plain data, so it cannot be copied to the thread.
      this.settle((failed) => failed.reject(error));
    }
  }

  private describeRefusal(): Failure {
    const reason = this.explain() ?? 'Other changes took too long.';
    return new Failure('unavailable', BUSY, { cause: new Failure('unavailable', reason) });
  }

  isStarting(): boolean {
    return this.thread.isRunning() && !this.isOpen && !this.isDown;
  }

  /** Why nothing can be changed at the moment; `undefined` when it can. */
  explain(): string | undefined {
    if (this.isDown) return 'The thread that writes to the database ended and is being restarted.';
    if (this.isStarting()) return 'The thread that writes to the database is starting.';
    return this.trouble.describe(this.current?.begunAt);
  }
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
