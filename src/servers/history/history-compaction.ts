// Walks through all series once an hour, a few at a time: sorts closed hours into chunks and thins old ones.

import { type RecentMinutes, TOTAL_PLAYERS, TOTAL_SERVERS } from './history-recent.ts';
import { chunkOf, HOURS, lastDue, MINUTES, startOf, TENS, type Tier } from './history-steps.ts';
import { chunkAbove, emptyChunk, overlay, thinInto } from './history-thinning.ts';
import type { HistoryChunk, HistoryPlace, HistoryStore } from './ports.ts';

/** Series looked at in one step, and chunks written in it: together a few milliseconds. */
const SERIES_A_STEP = 20;
const CHUNKS_A_STEP = 40;
/** Minutes removed in one step; at 10,000 servers each has 60 kB. */
const MINUTES_A_STEP = 6;

interface CompactionJob {
  /** The hour that it began in. */
  hour: number;
  /** Hours that are in no chunk yet. */
  closed: readonly number[];
  /** How many minutes of the first of them are removed from the store, now that all series are done. */
  removed: number;
  /** The last series that is done. */
  done: number;
}

/** What becomes of one series. */
interface Change {
  saved: HistoryChunk[];
  removed: HistoryPlace[];
  isEmpty: boolean;
}

/** Makes the walker; each call of `step` goes a little further, and does nothing between two walks. */
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
      // What is there already is from before the clock was set back, or from a walk that a crash ended.
      saved.push(overlay(await readOne(MINUTES, series, hour), slots));
    }
    return saved;
  }

  /** Thins what is old enough in one tier into the next; `taken` are chunks that others write. */
  async function thin(
    [from, to]: readonly [Tier, Tier],
    series: number,
    minute: number,
    taken: readonly HistoryChunk[],
  ): Promise<Pick<Change, 'saved' | 'removed'>> {
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

  async function compact(
    series: number,
    minute: number,
    closed: readonly number[],
  ): Promise<Change> {
    const hours = await closeHours(series, closed);
    const tens = await thin([MINUTES, TENS], series, minute, hours);
    const days = await thin([TENS, HOURS], series, minute, tens.saved);
    const saved = [...hours, ...tens.saved, ...days.saved];
    const removed = [
      ...tens.removed,
      ...days.removed,
      place(HOURS, series, 0, lastDue(HOURS, minute)),
      // A clock that ran ahead left these; nothing is known of a time that has not come.
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
      compactedHour = current.hour;
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
        ? [TOTAL_SERVERS, TOTAL_PLAYERS]
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
      // Writing is what takes its time, and after a long pause a series may have a whole day to write.
      if (saved.length >= CHUNKS_A_STEP) break;
    }
    await store.saveCompaction({ saved, removed, emptied });
    current.done = done;
  }

  return {
    /** Goes a little further. After a failure it waits for the next hour, and nothing is lost. */
    async step(minute: number): Promise<void> {
      const hour = chunkOf(MINUTES, minute);
      if (job === undefined && hour === compactedHour) return;
      // The clock was set back: an hour that was closed may be open again.
      if (job !== undefined && hour < job.hour) job = undefined;
      job ??= { hour, closed: recent.hoursBefore(hour), removed: 0, done: TOTAL_SERVERS - 1 };
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
