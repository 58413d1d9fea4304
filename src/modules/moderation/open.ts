// Opens moderation: loads the rules, reloads them after each change, and applies them.

import { createReloadJob } from '../../platform/lib/reloaded.ts';
import type { ChangeSignal } from '../../platform/store/change-signal.ts';
import type { ClaimsListener } from '../claims/index.ts';
import type { History, KnownServer } from '../history/index.ts';
import type { LiveServer } from '../registry/index.ts';
import type { Ban } from './moderation-ports.ts';
import { createModerationReload, type Rules } from './rules.ts';

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
    jobs: [createReloadJob('reload moderation', changes, reload)],
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
