// The hourly compaction of all series, a few at a time: it moves closed hours into chunks and thins old chunks.

import { type RecentMinutes, TOTAL_PLAYERS, TOTAL_SERVERS } from './history-recent.ts';
import {
  chunkAbove,
  chunkOf,
  emptyChunk,
  HOURS,
  lastDue,
  MINUTES,
  overlay,
  startOf,
  TENS,
  type Tier,
  thinInto,
} from './history-tiers.ts';
import type { HistoryChunk, HistoryPlace, HistoryStore } from './ports.ts';

/** Series read and chunks written in one step: together a few milliseconds. */
const SERIES_A_STEP = 20;
const CHUNKS_A_STEP = 40;
/** Hours that one job moves, so that a series fits into a step after a long failure too. The next job begins at once. */
const HOURS_A_JOB = 20;
/** Minutes removed in one step. One of 10,000 servers has 60 kB. */
const MINUTES_A_STEP = 6;

interface CompactionJob {
  /** In which it began. */
  hour: number;
  /** Hours that are not in chunks yet, oldest first. */
  closed: readonly number[];
  /** How many minutes of the first of them are removed from the store, after all series are done. */
  removed: number;
  /** The last series that is done. */
  done: number;
}

/** Creates the job. Each call of `step` does a part of it; after the last part nothing until the next hour. */
export function createHistoryCompaction(store: HistoryStore, recent: RecentMinutes) {
  let job: CompactionJob | undefined;
  let compactedHour: number | undefined;

  async function read(tier: Tier, series: number, first: number, last: number) {
    return store.readChunks({ series, step: tier.step, first, last });
  }

  async function readOne(tier: Tier, series: number, number: number): Promise<HistoryChunk> {
    const [found] = await read(tier, series, number, number);
    return found ?? emptyChunk(tier, series, number);
  }

  async function closeHours(series: number, closed: readonly number[]): Promise<HistoryChunk[]> {
    const saved: HistoryChunk[] = [];
    for (const hour of closed) {
      const slots = recent.find(hour, series);
      if (slots === undefined || slots.every((slot) => slot === 0)) continue;
      // A chunk may exist already: the clock was set back, or a crash interrupted the last compaction.
      saved.push(overlay(await readOne(MINUTES, series, hour), slots));
    }
    return saved;
  }

  /** Thins what is old enough in one tier into the next, without the chunks `taken`, which were just written. */
  async function thin(
    [from, to]: readonly [Tier, Tier],
    series: number,
    minute: number,
    taken: readonly HistoryChunk[],
  ): Promise<{ saved: HistoryChunk[]; removed: HistoryPlace[] }> {
    const last = lastDue(from, minute);
    const isTaken = (number: number) =>
      taken.some((chunk) => chunk.step === from.step && chunk.number === number);
    const due = (await read(from, series, 0, last)).filter(({ number }) => !isTaken(number));
    const targets = new Map<number, HistoryChunk>();
    for (const chunk of due) {
      const above = chunkAbove(to, from, chunk.number);
      const target = targets.get(above) ?? (await readOne(to, series, above));
      targets.set(above, thinInto(target, to, chunk, from));
    }
    const removed = due.map(({ number }) => place(from, series, number, number));
    return { saved: [...targets.values()], removed };
  }

  /** The changes of one series. */
  async function compact(series: number, minute: number, closed: readonly number[]) {
    const hours = await closeHours(series, closed);
    const tens = await thin([MINUTES, TENS], series, minute, hours);
    const days = await thin([TENS, HOURS], series, minute, tens.saved);
    const saved = [...hours, ...tens.saved, ...days.saved];
    const removed = [
      ...tens.removed,
      ...days.removed,
      place(HOURS, series, 0, lastDue(HOURS, minute)),
      // Chunks of the future: the clock was ahead when they were written.
      ...[MINUTES, TENS, HOURS].map((tier) =>
        place(tier, series, chunkOf(tier, minute) + 1, Number.MAX_SAFE_INTEGER),
      ),
    ].filter(({ step, first, last }) => !saved.some((it) => isInside(it, step, first, last)));
    const isEmpty = saved.length === 0 && recent.listOf(series).length === 0;
    return { saved, removed, isEmpty };
  }

  async function finish(current: CompactionJob): Promise<void> {
    const [hour, ...others] = current.closed;
    if (hour === undefined) {
      if (recent.hoursBefore(current.hour).length === 0) compactedHour = current.hour;
      job = undefined;
      return;
    }
    const start = startOf(MINUTES, hour);
    const first = start + current.removed;
    current.removed += MINUTES_A_STEP;
    await store.removeMinutes(first, start + current.removed - 1);
    if (current.removed < MINUTES.slots) return;
    recent.drop(hour);
    current.removed = 0;
    current.closed = others;
  }

  async function step(current: CompactionJob, minute: number): Promise<void> {
    const group =
      current.done < TOTAL_PLAYERS
        ? [TOTAL_SERVERS, TOTAL_PLAYERS].filter((series) => series > current.done)
        : await store.listSeries(Math.max(0, current.done), SERIES_A_STEP);
    if (group.length === 0) return finish(current);
    const saved: HistoryChunk[] = [];
    const removed: HistoryPlace[] = [];
    const emptied: number[] = [];
    let { done } = current;
    for (const series of group) {
      const change = await compact(series, minute, current.closed);
      saved.push(...change.saved);
      removed.push(...change.removed);
      if (change.isEmpty) emptied.push(series);
      done = series;
      // Writing takes most of the time, and after a failure each series has many hours to write.
      if (saved.length >= CHUNKS_A_STEP) break;
    }
    await store.saveCompaction({ saved, removed, emptied });
    current.done = done;
  }

  return {
    /** Does the next part. After a failure it waits for the next hour; nothing is lost. */
    async step(minute: number): Promise<void> {
      const hour = chunkOf(MINUTES, minute);
      if (job === undefined && hour === compactedHour) return;
      // When the clock was set back, a closed hour may be open again.
      if (job !== undefined && hour < job.hour) job = undefined;
      job ??= {
        ...{ hour, closed: recent.hoursBefore(hour).slice(0, HOURS_A_JOB) },
        ...{ removed: 0, done: TOTAL_SERVERS - 1 },
      };
      try {
        await step(job, minute);
      } catch (error) {
        compactedHour = hour;
        job = undefined;
        throw error;
      }
    },
  };
}

function place({ step }: Tier, series: number, first: number, last: number): HistoryPlace {
  return { series, step, first, last };
}

function isInside(chunk: HistoryChunk, step: number, first: number, last: number): boolean {
  return chunk.step === step && chunk.number >= first && chunk.number <= last;
}
