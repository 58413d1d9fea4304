// The rules for moving a claimed server by its key: whether it may move, who is told, and which of two bans counts.

import { networksOfAddress } from '../../platform/lib/address.ts';
import { DAY_MS } from '../../platform/lib/clock.ts';
import type { FormerHash, HeartbeatKey, ServerMove } from './claim-ports.ts';

/** If a server returns this soon to a place that it left, two programs are using the key in turn. */
const CONTESTED_MS = 10 * 60_000;

/** A key that was never used in another place. */
export const NEVER_MOVED = { movedAt: null, notifiedAt: null, contestedAt: null };

/** Otherwise two programs with one key would move the server with each heartbeat. */
export function isTooSoon(
  { movedAt }: Pick<HeartbeatKey, 'movedAt'>,
  { now, apartMs }: Pick<ServerMove, 'now' | 'apartMs'>,
): boolean {
  return movedAt !== null && now - movedAt < apartMs;
}

/** Returns the key's new fields. The owner gets a notice if `notifiedAt` is one of them. */
export function describeMove(
  { notifiedAt }: { notifiedAt: number | null },
  formers: readonly FormerHash[],
  { ip, port, to, now }: Pick<ServerMove, 'ip' | 'port' | 'to' | 'now'>,
) {
  const former = formers.find(({ hash }) => hash === to);
  const isContested = former !== undefined && now - former.leftAt < CONTESTED_MS;
  const isDue = notifiedAt === null || now - notifiedAt >= DAY_MS;
  // A network that the server recently came from is no news.
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

/** Whether a ban ends later than the one that the server already has. */
export function endsLater(ban: Ban, known: Ban | undefined): boolean {
  const endOf = ({ expiresAt }: Ban) => expiresAt ?? Number.POSITIVE_INFINITY;
  return known === undefined || endOf(known) < endOf(ban);
}
