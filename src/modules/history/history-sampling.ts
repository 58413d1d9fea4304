// Samples the player counts every minute, and follows the samples of another replica.

import type { Clock } from '../../platform/lib/clock.ts';
import type { Leadership } from '../../platform/lib/leadership.ts';
import { isListed, type LiveServer, type Registry } from '../registry/index.ts';
import { createHistoryCompaction } from './history-compaction.ts';
import type {
  HistoryMinute,
  HistoryRecord,
  HistoryRecords,
  HistorySeries,
  HistoryStore,
  NewHistoryMinute,
} from './history-ports.ts';
import { createRecentMinutes } from './history-recent.ts';
import { COUNT_LIMIT, chunkOf, MINUTES, minuteOf } from './history-tiers.ts';

/** How many new servers one minute saves. The others wait for the next minute, so that no minute takes long. */
const NEWCOMERS_A_MINUTE = 500;
/** How far the clocks of two replicas may differ. A new leader does not repeat minutes of the one before it. */
const CLOCKS_APART_MINUTES = 5;

type SeriesByHash = Map<string, Pick<HistorySeries, 'id' | 'name'>>;

interface SamplingPorts {
  clock: Clock;
  store: HistoryStore;
  registry: Pick<Registry, 'listLive' | 'findLive'>;
  leadership: Pick<Leadership, 'term'>;
}

type SamplingState = Awaited<ReturnType<typeof load>>;

export type Sampling = Awaited<ReturnType<typeof openSampling>>;

/** Opens the sampling with the stored minutes. Among replicas, the leader samples for all of them. */
export async function openSampling({ clock, store, registry, leadership }: SamplingPorts) {
  /** The leadership term in which this process last loaded the state; another leader may have changed it since. */
  let ownTerm = leadership.term();
  let state = await load(store);
  let sampledBefore: number | undefined;
  let changes = 0;

  async function reload(): Promise<void> {
    state = await load(store);
    changes += 1;
  }

  /** Continues with the data that the previous leader stored. */
  async function takeOver(term: number): Promise<void> {
    await reload();
    sampledBefore = state.sampledAt;
    ownTerm = term;
  }

  async function sample(): Promise<void> {
    const term = leadership.term();
    if (term === undefined) return;
    if (term !== ownTerm) await takeOver(term);
    const at = minuteOf(clock.now());
    if (at === state.sampledAt || isAheadOf(sampledBefore, at)) return;
    // Set before saving: a failure leaves a gap and is not retried within the minute.
    state.sampledAt = at;
    await saveSample({ store, registry }, state, at, registry.listLive().filter(isListed));
    changes += 1;
  }

  async function compact(): Promise<void> {
    // While the terms differ, the next sample loads the stored state first.
    const term = leadership.term();
    if (term !== undefined && term === ownTerm) await state.compaction.step(minuteOf(clock.now()));
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
    // The leader moved the other hours into chunks.
    const moved = state.recent.hours().filter((hour) => !hours.has(hour));
    if (stored.at(-1) === state.sampledAt && moved.length === 0) return;
    if (state.sampledAt === undefined || !stored.includes(state.sampledAt)) {
      await reload();
      return;
    }
    for (const minute of await store.loadMinutes(state.sampledAt)) {
      state.recent.add(minute);
      state.sampledAt = minute.at;
    }
    for (const hour of moved) state.recent.drop(hour);
    state.savedRecords = await store.loadRecords();
    state.records = state.savedRecords;
    changes += 1;
  }

  // One at a time: otherwise the compaction could remove a series as empty while it gets a sample.
  let lastTurn: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  return {
    /** Samples when a new minute has begun. Throws when the sample cannot be saved, at most once a minute. */
    sample: (): Promise<void> => inTurn(sample),
    compact: (): Promise<void> => inTurn(compact),
    /** Loads the samples and chunks that the leader stored. Throws what the store throws. */
    follow: (): Promise<void> => inTurn(follow),
    /** Makes the next sample look up the series of these servers again, because they moved. */
    forgetSeries: (hashes: readonly string[]): Promise<void> =>
      inTurn(async () => {
        for (const hash of hashes) state.seriesOf?.delete(hash);
      }),
    /** The series of a server in the last sample. */
    seriesOf: (hash: string) => state.seriesOf?.get(hash),
    recent: () => state.recent,
    sampledAt: () => state.sampledAt,
    /** Changes whenever a curve may have changed. */
    version: () => changes,
    /** The highest counts ever sampled; `undefined` before the first sample. */
    records: (): HistoryRecords | undefined => state.records,
  };
}

/** Saves a minute, and changes the state by it. */
async function saveSample(
  { store, registry }: Pick<SamplingPorts, 'store' | 'registry'>,
  state: SamplingState,
  at: number,
  listed: readonly LiveServer[],
): Promise<void> {
  // Without this, every server would be a newcomer after a start, and a minute saves only a few newcomers.
  state.seriesOf ??= await store.findSeriesOf(listed.map(({ listing }) => listing.hash));
  const { seriesOf } = state;
  const { newcomers, ...counted } = countPlayers(listed, seriesOf);
  const minute = { at, ...counted };
  const gone = listGone(seriesOf, listed, minute.series.length);
  // Nobody may find a server by its old name when it is now private or hidden, or has moved.
  const forgotten = gone.filter((hash) => registry.findLive(hash) !== undefined);
  state.records = raiseRecords(state.records, minute);
  const { records, savedRecords } = state;
  const unsaved = records === savedRecords ? undefined : records;
  const added = await store.saveMinute({ ...minute, newcomers, forgotten, records: unsaved });
  state.savedRecords = records;
  state.recent.add(
    added.length === 0
      ? minute
      : {
          ...minute,
          series: Uint32Array.of(...minute.series, ...added),
          counts: Uint16Array.of(...minute.counts, ...newcomers.map(({ players }) => players)),
        },
  );
  for (const hash of gone) seriesOf.delete(hash);
  for (const [index, { hash, name }] of newcomers.entries()) {
    seriesOf.set(hash, { id: added[index] ?? 0, name });
  }
}

async function load(store: HistoryStore) {
  const stored = await store.loadMinutes();
  const records = await store.loadRecords();
  const recent = createRecentMinutes(stored);
  return {
    recent,
    records,
    savedRecords: records,
    sampledAt: stored.at(-1)?.at,
    compaction: createHistoryCompaction(store, recent),
    /** Holds only servers of the last sample, so that the map stays small. */
    seriesOf: undefined as SeriesByHash | undefined,
  };
}

/** Counts the players of a minute. A server is a newcomer when it has no series, or its series has another name. */
function countPlayers(listed: readonly LiveServer[], seriesOf: SeriesByHash) {
  const series = new Uint32Array(listed.length);
  const counts = new Uint16Array(listed.length);
  const newcomers: NewHistoryMinute['newcomers'][number][] = [];
  let players = 0;
  let known = 0;
  for (const { listing } of listed) {
    const { hash, name, ip, port, counted } = listing;
    players += counted;
    const own = seriesOf.get(hash);
    const count = Math.min(counted, COUNT_LIMIT);
    const isFull = newcomers.length >= NEWCOMERS_A_MINUTE;
    if (own !== undefined && (own.name === name || isFull)) {
      series[known] = own.id;
      counts[known++] = count;
    } else if (!isFull) newcomers.push({ hash, name, ip, port, players: count });
  }
  return {
    players,
    servers: listed.length,
    series: series.subarray(0, known),
    counts: counts.subarray(0, known),
    newcomers,
  };
}

/** Lists the servers of the last sample that are no longer listed. */
function listGone(
  seriesOf: SeriesByHash,
  listed: readonly LiveServer[],
  knownCount: number,
): string[] {
  if (knownCount >= seriesOf.size) return [];
  const hashes = new Set(listed.map(({ listing }) => listing.hash));
  return [...seriesOf.keys()].filter((hash) => !hashes.has(hash));
}

/** Whether another replica sampled a minute slightly later than this one. */
function isAheadOf(before: number | undefined, at: number): boolean {
  return before !== undefined && at <= before && before - at <= CLOCKS_APART_MINUTES;
}

/** Raises the records to the counts of a minute; the same object when no count is higher. A tie keeps the first. */
function raiseRecords(records: HistoryRecords | undefined, minute: HistoryMinute): HistoryRecords {
  const raise = (known: HistoryRecord | undefined, count: number): HistoryRecord =>
    known !== undefined && known.count >= count ? known : { count, at: minute.at * 60_000 };
  const players = raise(records?.players, minute.players);
  const servers = raise(records?.servers, minute.servers);
  const isSame = players === records?.players && servers === records.servers;
  return isSame ? records : { players, servers };
}
