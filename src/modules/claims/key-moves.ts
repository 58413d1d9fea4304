// What a move of a claimed server by its key means: whether it may be made, who is told, and which of two bans counts.

import { networksOfAddress } from '../../platform/lib/address.ts';
import type { FormerHash, HeartbeatKey, ServerMove } from './claim-ports.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Whoever comes back to a place that was left so lately is one of two that use the key in turn. */
const CONTESTED_MS = 10 * 60_000;

/** A key that was never used in another place. */
export const NEVER_MOVED = { movedAt: null, notifiedAt: null, contestedAt: null };

/** Two programs with one key would otherwise move the server with each heartbeat. */
export function isTooSoon(
  { movedAt }: Pick<HeartbeatKey, 'movedAt'>,
  { now, apartMs }: Pick<ServerMove, 'now' | 'apartMs'>,
): boolean {
  return movedAt !== null && now - movedAt < apartMs;
}

/** What is noted of the key. Its owner gets a notice where `notifiedAt` is among it. */
export function describeMove(
  { notifiedAt }: { notifiedAt: number | null },
  formers: readonly FormerHash[],
  { ip, port, to, now }: Pick<ServerMove, 'ip' | 'port' | 'to' | 'now'>,
) {
  const former = formers.find(({ hash }) => hash === to);
  const isContested = former !== undefined && now - former.leftAt < CONTESTED_MS;
  const isDue = notifiedAt === null || now - notifiedAt >= DAY_MS;
  // A network where it was within its known past is no news.
  const { site } = networksOfAddress(ip);
  const isNews = isDue && !formers.some((one) => networksOfAddress(one.ip).site === site);
  return {
    ip,
    port,
    movedAt: now,
    ...(isContested && { contestedAt: now }),
    ...(isNews && { notifiedAt: now }),
  };
}

interface Ban {
  expiresAt: number | null;
}

/** Whether a ban counts beside the one that a server has already. */
export function endsLater(ban: Ban, known: Ban | undefined): boolean {
  const endOf = ({ expiresAt }: Ban) => expiresAt ?? Number.POSITIVE_INFINITY;
  return known === undefined || endOf(known) < endOf(ban);
}
