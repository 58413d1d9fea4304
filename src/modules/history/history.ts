// The public face of the history: counts of players are sampled every minute, thinned with age, and read as curves.

import type { Clock } from '../../platform/lib/clock.ts';
import { alwaysLeading, type Leadership } from '../../platform/lib/leadership.ts';
import { isListed, type Registry } from '../registry/index.ts';
import { createHistoryCompaction } from './history-compaction.ts';
import type {
  HistoryMinute,
  HistoryRecord,
  HistoryRecords,
  HistorySeries,
  HistoryStore,
  KnownServer,
  NewHistoryMinute,
} from './history-ports.ts';
import { createRecentMinutes, TOTAL_PLAYERS, TOTAL_SERVERS } from './history-recent.ts';
import { createRhythms } from './history-rhythm.ts';
import {
  COUNT_LIMIT,
  type Curve,
  chunkOf,
  drawCurve,
  emptyChunk,
  HISTORY_RANGES,
  type HistoryRange,
  HOURS,
  MINUTES,
  minuteOf,
  RANGE_SHAPES,
  spanOf,
  startOf,
  thinInto,
} from './history-tiers.ts';

/** How many new servers one minute saves; the others wait for the next, so that no minute takes long. */
const NEWCOMERS_A_MINUTE = 500;
/** How far the clocks of two replicas may differ: a minute that the one before sampled is not sampled again. */
const CLOCKS_APART_MINUTES = 5;
/** Curves kept until the next sample: some megabytes at most. */
const CURVES_KEPT = 128;
/** As long as an offline server has a page. */
const NEWEST_MS = 90 * 24 * 60 * 60_000;
/** Of so many times as many the shown ones are taken: a flood of servers that were banned may be among them. */
const HIDDEN_AMONG_NEWEST = 10;
/** A server whose numbers are made up can have so many only where it stayed as long. */
const PLAYED_HOURS = 3;

export type History = Awaited<ReturnType<typeof openHistory>>;

/** Opens the history with the stored minutes. The leader of several replicas samples for all of them. */
export async function openHistory(options: {
  clock: Clock;
  store: HistoryStore;
  registry: Pick<Registry, 'listLive' | 'findLive'>;
  leadership?: Pick<Leadership, 'term'>;
  /** Whether moderators let everybody see what a server was. */
  isPastShown?(past: KnownServer): boolean;
}) {
  const { clock, store, registry, leadership = alwaysLeading } = options;
  const { isPastShown = () => true } = options;
  /** The term of this process in which the state is its own; `undefined` while another may have gone on. */
  let ownTerm = leadership.term();
  let { recent, savedRecords, sampledAt } = await load(store);
  /** The highest counts that there ever were. */
  let records = savedRecords;
  let compaction = createHistoryCompaction(store, recent);
  let sampledBefore: number | undefined;
  // Only servers of the last sample, so that the map stays small.
  let seriesOf: Map<string, Pick<HistorySeries, 'id' | 'name'>> | undefined;
  let curves = new Map<string, Promise<Curve>>();
  let curvesOf: number | undefined;

  async function reload(): Promise<void> {
    ({ recent, savedRecords, sampledAt } = await load(store));
    records = savedRecords;
    compaction = createHistoryCompaction(store, recent);
    seriesOf = undefined;
    curvesOf = undefined;
  }

  /** Goes on from what the leader before stored. */
  async function takeOver(term: number): Promise<void> {
    await reload();
    sampledBefore = sampledAt;
    ownTerm = term;
  }

  // One after the other: otherwise the compaction could remove a series as empty while it gets a sample.
  let lastTurn: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  async function sample(): Promise<void> {
    const term = leadership.term();
    if (term === undefined) return;
    if (term !== ownTerm) await takeOver(term);
    const at = minuteOf(clock.now());
    if (at === sampledAt || isAheadOf(sampledBefore, at)) return;
    // Set before saving: a failure leaves a gap and is not retried within the minute.
    sampledAt = at;
    const all = registry.listLive().filter(isListed);
    // Otherwise all would be newcomers again after a start, of which a minute takes a few only.
    seriesOf ??= await store.findSeriesOf(all.map(({ listing }) => listing.hash));
    const series = new Uint32Array(all.length);
    const counts = new Uint16Array(all.length);
    const newcomers: NewHistoryMinute['newcomers'][number][] = [];
    let players = 0;
    let known = 0;
    for (const { listing } of all) {
      players += listing.counted;
      const own = seriesOf.get(listing.hash);
      const count = Math.min(listing.counted, COUNT_LIMIT);
      const { hash, name, ip, port } = listing;
      const isFull = newcomers.length >= NEWCOMERS_A_MINUTE;
      if (own !== undefined && (own.name === name || isFull)) {
        series[known] = own.id;
        counts[known++] = count;
      } else if (!isFull) newcomers.push({ hash, name, ip, port, players: count });
    }
    const sampled = known < seriesOf.size && new Set(all.map(({ listing }) => listing.hash));
    const gone = sampled ? [...seriesOf.keys()].filter((hash) => !sampled.has(hash)) : [];
    // It is private now, or hidden, or has moved: it is not to be found by what it was called before.
    const forgotten = gone.filter((hash) => registry.findLive(hash) !== undefined);
    const minute = {
      at,
      players,
      servers: all.length,

      series: series.subarray(0, known),
      counts: counts.subarray(0, known),
    };
    records = raiseRecords(records, minute);
    const unsaved = records === savedRecords ? undefined : records;
    const added = await store.saveMinute({ ...minute, newcomers, forgotten, records: unsaved });
    savedRecords = records;
    const addedCounts = newcomers.map((newcomer) => newcomer.players);
    recent.add({
      ...minute,
      series: added.length === 0 ? minute.series : Uint32Array.of(...minute.series, ...added),
      counts: added.length === 0 ? minute.counts : Uint16Array.of(...minute.counts, ...addedCounts),
    });
    for (const hash of gone) seriesOf.delete(hash);
    for (const [index, { hash, name }] of newcomers.entries()) {
      seriesOf.set(hash, { id: added[index] ?? 0, name });
    }
    curvesOf = undefined;
  }

  async function compact(): Promise<void> {
    // The next sample takes over first.
    const term = leadership.term();
    if (term !== undefined && term === ownTerm) await compaction.step(minuteOf(clock.now()));
  }

  async function follow(): Promise<void> {
    if (leadership.term() !== undefined) return;
    if (ownTerm !== undefined) {
      await reload();
      ownTerm = undefined;
      return;
    }
    const stored = await store.listMinutes();
    const hours = new Set(stored.map((minute) => chunkOf(MINUTES, minute)));
    // The leader moved the others into chunks.
    const moved = recent.hours().filter((hour) => !hours.has(hour));
    if (stored.at(-1) === sampledAt && moved.length === 0) return;
    if (sampledAt === undefined || !stored.includes(sampledAt)) {
      await reload();
      return;
    }
    for (const minute of await store.loadMinutes(sampledAt)) {
      recent.add(minute);
      sampledAt = minute.at;
    }
    for (const hour of moved) recent.drop(hour);
    savedRecords = await store.loadRecords();
    records = savedRecords;
    curvesOf = undefined;
  }

  /** The last minute of a curve: the sampled one, until the next is due. */
  function lastMinute(): number {
    const now = minuteOf(clock.now());
    return sampledAt === now - 1 ? sampledAt : now;
  }

  async function readCurve(series: number, range: HistoryRange, minute: number): Promise<Curve> {
    // Read before the first await: the compaction may move an hour into chunks meanwhile.
    const hours = recent.listOf(series);
    const { tier } = RANGE_SHAPES[range];
    const { first, last } = spanOf(range, minute);
    const numbers = { first: chunkOf(tier, first), last: chunkOf(tier, last) };
    const stored = await store.readChunks({ series, step: tier.step, ...numbers });
    const chunks = new Map(stored.map((chunk) => [chunk.number, chunk]));
    for (const { hour, slots } of hours) {
      const number = chunkOf(tier, startOf(MINUTES, hour));
      const before = chunks.get(number) ?? emptyChunk(tier, series, number);
      const source = { number: hour, means: slots, peaks: slots };
      chunks.set(number, thinInto(before, tier, source, MINUTES));
    }
    return drawCurve(range, minute, [...chunks.values()]);
  }

  async function curveOf(series: number, range: HistoryRange): Promise<Curve> {
    const minute = lastMinute();
    if (curvesOf !== minute) {
      curves = new Map();
      curvesOf = minute;
    }
    const key = `${series} ${range}`;
    const kept = curves;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const [oldest] = kept.keys();
    if (kept.size >= CURVES_KEPT && oldest !== undefined) kept.delete(oldest);
    const drawn = readCurve(series, range, minute);
    kept.set(key, drawn);
    drawn.catch(() => kept.delete(key));
    return drawn;
  }

  /** A server that is not live, and was listed when it last was. */
  async function findPast(hash: string): Promise<HistorySeries | undefined> {
    const known = registry.findLive(hash) === undefined ? await store.findSeries(hash) : undefined;
    return known?.name === '' ? undefined : known;
  }

  return {
    /** Takes a sample when a new minute has begun. Throws when it cannot be saved, at most once a minute. */
    sample: (): Promise<void> => inTurn(sample),
    compact: (): Promise<void> => inTurn(compact),
    /** Takes over what the leader sampled and compacted, in place of both. Throws what the store throws. */
    follow: (): Promise<void> => inTurn(follow),
    /**
     * The curve of the server with this lower-case hash; `undefined` unless it is public, or its past may be shown.
     * With `found` from `findSeriesOf` nothing is looked up for it alone.
     */
    async findCurve(
      hash: string,
      range: HistoryRange,
      found?: ReadonlyMap<string, Pick<HistorySeries, 'id'>>,
    ): Promise<Curve | undefined> {
      const past = await findPast(hash);
      const isShown = () => registry.findLive(hash)?.isPublic ?? (past && isPastShown(past));
      if (isShown() !== true) return undefined;
      const series =
        past ?? seriesOf?.get(hash) ?? (found ? found.get(hash) : await store.findSeries(hash));
      // A server that was never sampled gets a curve without samples.
      const curve =
        series === undefined ? drawCurve(range, lastMinute(), []) : await curveOf(series.id, range);
      return isShown() ? curve : undefined;
    },
    /** The next sample looks up whose series these are: their servers moved. */
    forgetSeries: (hashes: readonly string[]): Promise<void> =>
      inTurn(async () => {
        for (const hash of hashes) seriesOf?.delete(hash);
      }),
    /** What was ever sampled of these servers: for many curves, in place of a query for each. */
    findSeriesOf: store.findSeriesOf,
    findPast,
    /** The servers that were listed for the first time last, newest first: those that everybody may see. */
    async listNewest(most: number): Promise<HistorySeries[]> {
      const since = clock.now() - NEWEST_MS;
      const found = await store.listNewest(since, most * HIDDEN_AMONG_NEWEST);
      const isShown = (known: HistorySeries) => {
        const live = registry.findLive(known.hash);
        return live === undefined ? isPastShown(known) : isListed(live);
      };
      return found.filter(isShown).slice(0, most);
    },
    /** When a server was last in the list, and the shortest range that has samples of then. */
    async findLastSeen(series: number): Promise<{ range: HistoryRange; at: number } | undefined> {
      for (const range of HISTORY_RANGES) {
        const { startAt, stepMs, means } = await curveOf(series, range);
        const last = means.findLastIndex((mean) => mean !== null);
        if (last !== -1) return { range, at: Math.min(startAt + (last + 1) * stepMs, clock.now()) };
      }
      return undefined;
    },
    /** Whether players were on it in several hours of earlier days. */
    async wasPlayedOn(hash: string): Promise<boolean> {
      const series = await store.findSeries(hash);
      if (series === undefined) return false;
      const today = chunkOf(HOURS, minuteOf(clock.now()));
      const place = { series: series.id, step: HOURS.step, first: 0, last: today - 1 };
      const days = await store.readChunks(place);
      const played = days.flatMap(({ peaks }) => [...peaks.filter((peak) => peak > 1)]);
      return played.length >= PLAYED_HOURS;
    },
    rhythms: createRhythms(clock, store, registry),
    async drawTotals(range: HistoryRange): Promise<Record<keyof HistoryRecords, Curve>> {
      const [players, servers] = await Promise.all([
        curveOf(TOTAL_PLAYERS, range),
        curveOf(TOTAL_SERVERS, range),
      ]);
      return { players, servers };
    },
    /** The highest counts that there ever were; `undefined` before the first sample. */
    records: (): HistoryRecords | undefined => records,
  };
}

async function load(store: HistoryStore) {
  const stored = await store.loadMinutes();
  return {
    recent: createRecentMinutes(stored),
    savedRecords: await store.loadRecords(),
    sampledAt: stored.at(-1)?.at,
  };
}

/** Whether a minute that another replica sampled is a little later than this one. */
function isAheadOf(before: number | undefined, at: number): boolean {
  return before !== undefined && at <= before && before - at <= CLOCKS_APART_MINUTES;
}

/** The records with the counts of a minute; the same object where none is higher. Of equal counts the first stays. */
function raiseRecords(records: HistoryRecords | undefined, minute: HistoryMinute): HistoryRecords {
  const raise = (known: HistoryRecord | undefined, count: number): HistoryRecord =>
    known !== undefined && known.count >= count ? known : { count, at: minute.at * 60_000 };
  const players = raise(records?.players, minute.players);
  const servers = raise(records?.servers, minute.servers);
  const isSame = players === records?.players && servers === records.servers;
  return isSame ? records : { players, servers };
}
