// Shows servers of other sites beside our own: reads their lists at intervals and applies our moderators' rules.

import type { Clock } from '../../platform/lib/clock.ts';
import { reasonOf } from '../../platform/lib/failure.ts';
import type { PublicList } from '../list/index.ts';
import type { Rules } from '../moderation/index.ts';
import { computeServerHash, countPlayers, type Listing, type Registry } from '../registry/index.ts';
import type { Report } from './events.ts';
import type { MirroredServer, MirrorSource } from './mirror-ports.ts';

const EVERY_MS = 30_000;
/** The share of the interval that varies, so that many sites and replicas do not request at the same moment. */
const JITTER = 0.2;
/** How long the last good list stays visible while the site does not answer. */
const KEPT_MS = 5 * 60_000;
/** A start time may differ by this much between reads, because sites prepare their lists ahead. */
const SAME_START_MS = 90_000;

interface Mirror {
  readonly origin: NonNullable<Listing['origin']>;
  listings: readonly Listing[];
  etag: string | undefined;
  /** When the next read is due; never while one runs. */
  dueAt: number;
  /** When the site last answered; before the first answer, when it was added. */
  goodAt: number;
  isFailing: boolean;
}

interface MirrorOptions {
  clock: Clock;
  registry: Pick<Registry, 'findLive'>;
  rules(): Pick<Rules, 'keepsOut'>;
  mirrors?: MirrorSource | undefined;
  report: Report;
}

export function createMirrors(options: MirrorOptions) {
  const { clock, rules, mirrors: source, report } = options;
  /** The mirrors by host. */
  let mirrors = new Map<string, Mirror>();
  let followed = '';
  const stopping = new AbortController();
  /** A new object whenever the servers of any mirror changed. */
  let revision = {};
  const merge = createMerge(options);
  let merged: { of: readonly unknown[]; list: PublicList } | undefined;

  /** Follows the setting, which a reload may have changed. */
  function follow(now: number): void {
    const urls = source?.urls() ?? [];
    if (urls.join() === followed) return;
    followed = urls.join();
    const begin = (url: string): Mirror => {
      const origin = { host: new URL(url).host, url };
      const before = mirrors.get(origin.host);
      if (before?.origin.url === url) return before;
      return { origin, listings: [], etag: undefined, dueAt: now, goodAt: now, isFailing: false };
    };
    mirrors = new Map(urls.map(begin).map((mirror) => [mirror.origin.host, mirror]));
    revision = {};
  }

  function step(): void {
    const now = clock.now();
    follow(now);
    for (const mirror of mirrors.values()) {
      if (now - mirror.goodAt > KEPT_MS && mirror.listings.length > 0) take(mirror, []);
      if (now >= mirror.dueAt) void renew(mirror);
    }
  }

  async function renew(mirror: Mirror): Promise<void> {
    const { origin, etag } = mirror;
    mirror.dueAt = Number.POSITIVE_INFINITY;
    try {
      const list = await source?.read(origin.url, { etag, signal: stopping.signal });
      mirror.goodAt = clock.now();
      if (list !== undefined) take(mirror, list.servers, list.etag);
      if (mirror.isFailing) report('mirror_recovered', { origin: origin.host });
      mirror.isFailing = false;
    } catch (error) {
      const isNew = !mirror.isFailing && !stopping.signal.aborted;
      if (isNew) report('mirror_failed', { origin: origin.host, reason: reasonOf(error) });
      mirror.isFailing = true;
    }
    mirror.dueAt = clock.now() + EVERY_MS * (1 + JITTER * (Math.random() - 0.5));
  }

  function take(mirror: Mirror, servers: readonly MirroredServer[], etag?: string): void {
    mirror.listings = toListings(mirror, servers, clock.now());
    mirror.etag = etag;
    revision = {};
  }

  return {
    step,
    /** Adds the servers of other sites to a list. Returns the same object as long as nothing changed. */
    addTo(list: PublicList): PublicList {
      if (mirrors.size === 0) return list;
      const of = [list, revision, rules()];
      const isSame = of.every((one, index) => one === merged?.of[index]);
      if (merged === undefined || !isSame) {
        const others = [...mirrors.values()].flatMap(({ listings }) => listings);
        merged = { of, list: merge(list, others) };
      }
      return merged.list;
    },
    measure: () =>
      [...mirrors].map(([host, { listings, goodAt }]) => {
        const ageSeconds = Math.max(0, clock.now() - goodAt) / 1_000;
        return { host, servers: listings.length, ageSeconds };
      }),
    shift(steppedMs: number): void {
      for (const mirror of mirrors.values()) {
        mirror.dueAt += steppedMs;
        mirror.goodAt += steppedMs;
      }
    },
    stop: () => stopping.abort(),
  };
}

/** Creates the function that adds other sites' servers to a list, as far as our list and our rules leave room. */
function createMerge({ clock, registry, rules }: MirrorOptions) {
  let passed = { rules: {}, listings: new WeakSet<Listing>() };

  /** Whether our moderators' rules allow the server. A ban can end by itself, but none begins without new rules. */
  function isAllowed(listing: Listing, now: number): boolean {
    if (passed.listings.has(listing)) return true;
    if (rules().keepsOut(listing, now)) return false;
    passed.listings.add(listing);
    return true;
  }

  return function merge(list: PublicList, mirrored: readonly Listing[]): PublicList {
    const now = clock.now();
    if (passed.rules !== rules()) passed = { rules: rules(), listings: new WeakSet() };
    // Behind port mapping, another site may know a server by the place where players join it.
    const moved = list.listings.filter((it) => it.ip !== it.joinIp || it.port !== it.joinPort);
    const taken = new Set(moved.map((it) => computeServerHash(it.joinIp, it.joinPort)));
    const others: Listing[] = [];
    for (const listing of mirrored) {
      // A server that is also live here appears, or stays private, as our own registry has it.
      if (taken.has(listing.hash) || registry.findLive(listing.hash) !== undefined) continue;
      if (!isAllowed(listing, now)) continue;
      taken.add(listing.hash);
      others.push(listing);
    }
    return others.length === 0 ? list : { ...list, listings: [...list.listings, ...others] };
  };
}

/** Turns the servers of another list into listings. A start time that differs only by rounding stays as it was. */
function toListings(
  { origin, listings: before }: Mirror,
  servers: readonly MirroredServer[],
  now: number,
): Listing[] {
  const starts = new Map(before.map(({ hash, startedAt }) => [hash, startedAt]));
  return servers.map(({ uptimeSeconds, ...server }) => {
    const startedAt = now - uptimeSeconds * 1_000;
    const known = starts.get(server.hash) ?? Number.NEGATIVE_INFINITY;
    const counted = countPlayers(server, false);
    return {
      ...server,
      players: counted,
      counted,
      isFeatured: false,
      isClaimed: false,
      origin,
      startedAt: Math.abs(startedAt - known) <= SAME_START_MS ? known : startedAt,
      // Lists of other sites carry no addresses.
      ip: '',
      port: 0,
      joinIp: '',
      joinPort: 0,
    };
  });
}
