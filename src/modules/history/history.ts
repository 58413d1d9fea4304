// The history of players: sampled every minute, thinned with age, and read as curves.

import type { Clock } from '../../platform/lib/clock.ts';
import { alwaysLeading, type Leadership } from '../../platform/lib/leadership.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { isListed, type Registry } from '../registry/index.ts';
import type { Curve } from './history-line.ts';
import type { HistoryRecords, HistorySeries, HistoryStore, KnownServer } from './history-ports.ts';
import { TOTAL_PLAYERS, TOTAL_SERVERS } from './history-recent.ts';
import { createRhythms } from './history-rhythm.ts';
import { openSampling, type Sampling } from './history-sampling.ts';
import {
  chunkOf,
  drawCurve,
  emptyChunk,
  type HistoryRange,
  MINUTES,
  minuteOf,
  RANGE_SHAPES,
  spanOf,
  startOf,
  thinInto,
} from './history-tiers.ts';
import { createPresence } from './presence.ts';

/** How often the history checks for a new minute and thins a few old samples. */
const SAMPLE_EVERY_MS = 1_000;
const FOLLOW_EVERY_MS = 5_000;
/** How many curves stay cached until the next sample: a few megabytes at most. */
const CURVES_KEPT = 128;
/** How long the list of new servers reaches back. An offline server has a page for as long. */
const NEWEST_MS = 90 * 24 * 60 * 60_000;
/** `listNewest` reads this many times the requested number, because banned servers may fill much of it. */
const HIDDEN_AMONG_NEWEST = 10;

export type History = Awaited<ReturnType<typeof openHistory>>;

/** Opens the history with the stored minutes. Among replicas, the leader samples for all of them. */
export async function openHistory(options: {
  clock: Clock;
  store: HistoryStore;
  registry: Pick<Registry, 'listLive' | 'findLive'>;
  leadership?: Pick<Leadership, 'term'>;
  /** Whether replicas share the store. */
  isShared?: boolean;
  /** Whether moderators allow everybody to see the past of a server. */
  isPastShown?(past: KnownServer): boolean;
}) {
  const { clock, store, registry, leadership = alwaysLeading } = options;
  const { isPastShown = () => true } = options;
  const sampling = await openSampling({ clock, store, registry, leadership });
  const { lastMinute, curveOf } = createCurves(clock, store, sampling);

  /** Finds a server that is offline now and was listed when it was last live. */
  async function findPast(hash: string): Promise<HistorySeries | undefined> {
    const known = registry.findLive(hash) === undefined ? await store.findSeries(hash) : undefined;
    return known?.name === '' ? undefined : known;
  }

  const jobs = [
    createJob('record players', SAMPLE_EVERY_MS, sampling.sample, 'leader'),
    createJob('thin the history', SAMPLE_EVERY_MS, sampling.compact, 'leader'),
  ];
  const follow = createJob('follow the history', FOLLOW_EVERY_MS, sampling.follow, 'followers');

  return {
    ...sampling,
    jobs: options.isShared ? [...jobs, follow] : jobs,
    /**
     * The curve of the server with this lower-case hash; `undefined` unless the server is public or its past may be
     * shown. Pass `found` from `findSeriesOf` to save the lookup of the series.
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
        past ?? sampling.seriesOf(hash) ?? (found ? found.get(hash) : await store.findSeries(hash));
      // A server that was never sampled gets a curve without samples.
      const curve =
        series === undefined ? drawCurve(range, lastMinute(), []) : await curveOf(series.id, range);
      return isShown() ? curve : undefined;
    },
    /** Finds the series of these servers in one query, for callers that draw many curves. */
    findSeriesOf: store.findSeriesOf,
    findPast,
    /** Lists the most recently added servers that everybody may see, newest first. */
    async listNewest(most: number): Promise<HistorySeries[]> {
      const since = clock.now() - NEWEST_MS;
      const found = await store.listNewest(since, most * HIDDEN_AMONG_NEWEST);
      const isShown = (known: HistorySeries) => {
        const live = registry.findLive(known.hash);
        return live === undefined ? isPastShown(known) : isListed(live);
      };
      return found.filter(isShown).slice(0, most);
    },
    ...createPresence(clock, store, curveOf),
    rhythms: createRhythms(clock, store, registry),
    async drawTotals(range: HistoryRange): Promise<Record<keyof HistoryRecords, Curve>> {
      const [players, servers] = await Promise.all([
        curveOf(TOTAL_PLAYERS, range),
        curveOf(TOTAL_SERVERS, range),
      ]);
      return { players, servers };
    },
  };
}

/** Reads curves, and keeps them until the next sample. */
function createCurves(clock: Clock, store: HistoryStore, sampling: Sampling) {
  let curves = new Map<string, Promise<Curve>>();
  let curvesOf = '';

  /** The last minute of a curve: the last sampled one, until the next sample is due. */
  function lastMinute(): number {
    const now = minuteOf(clock.now());
    return sampling.sampledAt() === now - 1 ? now - 1 : now;
  }

  async function readCurve(series: number, range: HistoryRange, minute: number): Promise<Curve> {
    // Read before the first await: the compaction may move an hour into chunks during the wait.
    const hours = sampling.recent().listOf(series);
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
    const state = `${minute} ${sampling.version()}`;
    if (curvesOf !== state) {
      curves = new Map();
      curvesOf = state;
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

  return { lastMinute, curveOf };
}
