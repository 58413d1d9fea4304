// Closes finished hours, a few series at a time: turns their minutes into chunks of every tier and removes old chunks.

import type { HistoryChunk, HistoryStore } from './history-ports.ts';
import { type RecentMinutes, TOTAL_PLAYERS, TOTAL_SERVERS } from './history-recent.ts';
import {
  chunkOf,
  emptyChunk,
  lastDue,
  MINUTES,
  startOf,
  TIERS,
  thinInto,
} from './history-tiers.ts';

/** A step reads and writes one chunk of each tier for each series. Together this takes a few milliseconds. */
const SERIES_A_STEP = 13;

interface CompactionJob {
  /** The hour in which the job began. */
  hour: number;
  /** The oldest hour that is not in chunks yet. If there is none, the job only removes old chunks. */
  closed: number | undefined;
  done: number;
}

/** Creates the job. Each call of `step` does a part. After the last part, calls do nothing until the next hour. */
export function createHistoryCompaction(store: HistoryStore, recent: RecentMinutes) {
  let job: CompactionJob | undefined;
  let compactedHour: number | undefined;

  /** Builds the chunks of an hour's samples. After a crash it builds the same chunks again. */
  async function closeHour(series: readonly number[], hour: number): Promise<HistoryChunk[]> {
    const [first = 0, last = 0] = [series[0], series.at(-1)];
    const chunks: HistoryChunk[] = [];
    for (const tier of TIERS) {
      const number = chunkOf(tier, startOf(MINUTES, hour));
      const place = { series: first, lastSeries: last, step: tier.step };
      const stored = await store.readChunks({ ...place, first: number, last: number });
      for (const one of series) {
        const slots = recent.find(hour, one);
        if (slots === undefined || slots.every((slot) => slot === 0)) continue;
        // The chunks of minutes come first. They may exist already if the clock was set back.
        const minutes = chunks.find((chunk) => chunk.series === one && chunk.step === MINUTES.step);
        const source = minutes ?? { number: hour, means: slots, peaks: slots };
        const before = stored.find((chunk) => chunk.series === one);
        const chunk = thinInto(before ?? emptyChunk(tier, one, number), tier, source, MINUTES);
        // Later samples in the chunk were taken while the clock was ahead.
        const end = (startOf(MINUTES, hour + 1) - startOf(tier, number)) / tier.step;
        for (const plane of [chunk.means, chunk.peaks]) plane.fill(0, end);
        chunks.push(chunk);
      }
    }
    return chunks;
  }

  async function finish({ hour, closed }: CompactionJob): Promise<void> {
    if (closed !== undefined) {
      const start = startOf(MINUTES, closed);
      await store.removeMinutes(start, start + MINUTES.slots - 1);
      recent.drop(closed);
    }
    if (recent.hoursBefore(hour).length === 0) compactedHour = hour;
    job = undefined;
  }

  async function step(current: CompactionJob, minute: number): Promise<void> {
    const { closed, done } = current;
    const group =
      done < TOTAL_SERVERS
        ? [TOTAL_SERVERS, TOTAL_PLAYERS]
        : await store.listSeries(Math.max(0, done), SERIES_A_STEP);
    const [first, last = first] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return finish(current);
    const saved = closed === undefined ? [] : await closeHour(group, closed);
    const removed = TIERS.flatMap((tier) => {
      const place = { series: first, lastSeries: last, step: tier.step };
      return [
        { ...place, first: 0, last: lastDue(tier, minute) },
        // These chunks were written while the clock was ahead.
        { ...place, first: chunkOf(tier, minute) + 1, last: Number.MAX_SAFE_INTEGER },
      ];
    });
    const emptied = group.filter((series) => recent.listOf(series).length === 0);
    await store.saveCompaction({ saved, removed, emptied, now: minute * 60_000 });
    current.done = last;
  }

  return {
    /** Does the next part. After a failure it waits for the next hour; nothing is lost. */
    async step(minute: number): Promise<void> {
      const hour = chunkOf(MINUTES, minute);
      if (job === undefined && hour === compactedHour) return;
      // If the clock was set back, a closed hour may be open again.
      if (job !== undefined && hour < job.hour) job = undefined;
      job ??= { hour, closed: recent.hoursBefore(hour)[0], done: TOTAL_SERVERS - 1 };
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
