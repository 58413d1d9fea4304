// Opens what moderators decided: the rules, which are reloaded when somebody changes them, and what follows from them.

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
/** How soon what another process decided counts, such as bans by the command line. */
const RELOAD_EVERY_MS = 250;
/** How often is looked for servers whose curves have to be read. */
const LOOK_EVERY_MS = 1_000;
/** What a look for odd servers reads of curves by itself. */
const CURVES_A_LOOK = 10;

type ReloadPorts = Parameters<typeof createModerationReload>[0];

export type OpenedModeration = Awaited<ReturnType<typeof openModeration>>;

/** Loads the rules, and the claims with them. */
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
    /** Whether everybody may see what a server was. */
    isPastShown: (past: KnownServer): boolean =>
      findBan(past.hash, past) === undefined && check(past).hiding === undefined,
    isHidden: (server: LiveServer): boolean => check(server.listing, server).hiding !== undefined,
    /** The address of a live server that supports the web client, public or private: what a relay may reach (C12.2). */
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

/** What is known of a server that is not live: its past, where it may be shown, and the ban that keeps it away. */
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

/** Looks for what is unlikely about live servers: a few curves at a time, once it is known when servers are busy. */
export function openOddServers(ports: {
  clock: Clock;
  registry: Pick<Registry, 'listLive'>;
  history: Pick<History, 'findCurve' | 'rhythms'>;
}) {
  const { clock, registry, history } = ports;
  const odd = createOddServers({
    readCurve: (hash) => history.findCurve(hash, '24h'),
    minute: () => Math.floor(clock.now() / MINUTE_MS),
  });
  async function step(): Promise<void> {
    await history.rhythms.step();
    await odd.step(registry.listLive());
  }

  return {
    /** For moderators. */
    find: () => odd.find(registry.listLive(), CURVES_A_LOOK),
    jobs: [createJob('find when servers are busy', LOOK_EVERY_MS, step)],
  };
}
