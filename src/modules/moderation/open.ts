// Opens moderation: loads the rules, reloads them after each change, and applies them.

import type { Clock } from '../../platform/lib/clock.ts';
import { createJob } from '../../platform/lib/timers.ts';
import type { ChangeSignal } from '../../platform/store/change-signal.ts';
import type { ClaimsListener } from '../claims/index.ts';
import type { History, KnownServer } from '../history/index.ts';
import type { LiveServer, Registry } from '../registry/index.ts';
import type { Ban } from './moderation-ports.ts';
import { createOddServers } from './odd-servers.ts';
import { createModerationReload, type Rules } from './rules.ts';

const MINUTE_MS = 60_000;
/** How soon decisions of another process apply, for example bans by the command line. */
const RELOAD_EVERY_MS = 250;
/** How often the service looks for servers whose curves it has to read. */
const LOOK_EVERY_MS = 1_000;
/** How many curves a search for odd servers reads by itself. */
const CURVES_A_LOOK = 10;

type ReloadPorts = Parameters<typeof createModerationReload>[0];

export type OpenedModeration = Awaited<ReturnType<typeof openModeration>>;

/** Loads the rules and the claims. */
export async function openModeration(
  ports: ReloadPorts & { changes: ChangeSignal; onClaims(listener: ClaimsListener): void },
) {
  const { clock, registry, changes } = ports;
  const { rules, reload, reloadClaims } = createModerationReload(ports);
  const isBanned = (ip: string) => rules().findAddressBan(ip, clock.now()) !== undefined;
  const check = (server: Parameters<Rules['check']>[0], known?: LiveServer) =>
    rules().check(server, known, clock.now());
  ports.onClaims({ changed: reloadClaims, moved: reload, isBanned });
  await reload();

  let seenVersion = changes.version();
  async function reloadIfChanged(): Promise<void> {
    const version = changes.version();
    if (version === seenVersion) return;
    await reload();
    seenVersion = version;
  }

  const findBan = (hash: string, past: Pick<KnownServer, 'ip' | 'name'> | undefined) =>
    rules().findBan(hash, past, clock.now());
  return {
    rules,
    reload: () => reload(),
    isBanned,
    findBan,
    /** Whether everybody may see the past of a server. */
    isPastShown: (past: KnownServer): boolean =>
      findBan(past.hash, past) === undefined && check(past).hiding === undefined,
    isHidden: (server: LiveServer): boolean => check(server.listing, server).hiding !== undefined,
    /** The address of a live server that supports the web client, public or private, as relays may reach it (C12.2). */
    findRelayTarget(ip: string, port: number) {
      const server = registry.findByJoinPlace(ip, port);
      if (server === undefined || !registry.isLive(server)) return undefined;
      const { listing } = server;
      if (!listing.supportsWeb) return undefined;
      const isServerBanned = () => check(listing).banned !== undefined;
      return { ip, port, isBanned: () => isBanned(ip) || isServerBanned() };
    },
    jobs: [createJob('reload moderation', RELOAD_EVERY_MS, reloadIfChanged)],
  };
}

/** Finds the past of a server that is not live, if it may be shown, and the ban that keeps it away. */
export function createAbsentServers(
  history: Pick<History, 'findPast' | 'findLastSeen'>,
  { findBan, isPastShown }: Pick<OpenedModeration, 'findBan' | 'isPastShown'>,
) {
  return async (hash: string) => {
    const past = await history.findPast(hash);
    const seen = past && isPastShown(past) ? await history.findLastSeen(past.id) : undefined;
    const ban: Pick<Ban, 'reason' | 'expiresAt'> | undefined = findBan(hash, past);
    return { ban, past: past && seen && { name: past.name, ...seen } };
  };
}

/** Searches for odd live servers. Reads a few curves at a time, once the busy hours of servers are known. */
export function openOddServers(ports: {
  clock: Clock;
  registry: Pick<Registry, 'listLive'>;
  history: Pick<History, 'findCurve' | 'rhythms'>;
}) {
  const { clock, registry, history } = ports;
  const minute = () => Math.floor(clock.now() / MINUTE_MS);
  const odd = createOddServers({ readCurve: (hash) => history.findCurve(hash, '24h'), minute });
  async function step(): Promise<void> {
    await history.rhythms.step();
    await odd.step(registry.listLive());
  }

  let counted = { minute: 0, count: Promise.resolve(0) };
  const countNow = async () => (await odd.find(registry.listLive(), 0)).size;

  return {
    /** The odd servers, for moderators. */
    find: () => odd.find(registry.listLive(), CURVES_A_LOOK),
    /** How many there are, at most a minute old: every page of administration shows it. */
    count(): Promise<number> {
      if (counted.minute !== minute()) counted = { minute: minute(), count: countNow() };
      return counted.count;
    },
    jobs: [createJob('find when servers are busy', LOOK_EVERY_MS, step)],
  };
}
