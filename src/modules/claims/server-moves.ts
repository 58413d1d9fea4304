// Moves a claimed server to the address that a heartbeat with its key comes from.

import type { Clock } from '../../platform/lib/clock.ts';
import { isSuspended } from '../../platform/lib/suspension.ts';
import { computeServerHash, type Place } from '../registry/index.ts';
import type { ClaimStore, ClaimsOf, HeartbeatKey } from './claim-ports.ts';
import type { Claims } from './claims.ts';
import type { Report } from './events.ts';
import { isTooSoon } from './key-moves.ts';

const APART_MS = 60_000;
const MAX_FORMERS = 20;

export function createServerMoves(ports: {
  clock: Clock;
  store: Pick<ClaimStore, 'moveServer'>;
  claims: Pick<Claims, 'findClaim' | 'findKey' | 'findKeyOf'>;
  /** Called after a claim of this account moved. It must load the account's claims and the moderators' decisions. */
  onMoved(of: ClaimsOf): Promise<void>;
  report: Report;
}) {
  const { clock, store, claims, onMoved, report } = ports;

  return {
    find: claims.findKey,
    hasKey: (hash: string): boolean => claims.findKeyOf(hash) !== undefined,
    /** Explains why heartbeats with this key are refused. */
    explain(key: HeartbeatKey | undefined): string | undefined {
      if (key === undefined) return moveRefusals.unknown;
      return isSuspended(key, clock.now()) ? moveRefusals.suspended : undefined;
    },
    /** Explains why the server may not move there now, as far as this process knows. */
    refuse(key: HeartbeatKey, to: Place): string | undefined {
      const claimed = claims.findClaim(computeServerHash(to.ip, to.port));
      if (claimed !== undefined && claimed.hash !== key.hash) return moveRefusals.taken(to);
      const isRefused = isTooSoon(key, { now: clock.now(), apartMs: APART_MS });
      return isRefused ? moveRefusals.tooSoon(key) : undefined;
    },
    /** Where players join after the move. */
    placeOf({ hash }: HeartbeatKey, { ip, port }: Place): Place {
      const { joinIp, joinPort } = claims.findClaim(hash) ?? {};
      return { ip: joinIp ?? ip, port: joinPort ?? port };
    },
    /** Moves everything that is stored. Returns the reason if the store refused. */
    async move(key: string, { ip, port, name }: Place & { name: string }) {
      const held = claims.findKey(key);
      if (held === undefined) return moveRefusals.unknown;
      const { keyHash, hash: from, ip: ipBefore } = held;
      const to = computeServerHash(ip, port);
      // Another heartbeat of the same program may have moved the server in the meantime.
      if (from === to) return undefined;
      const claim = claims.findClaim(from);
      const outcome = await store.moveServer({
        keyHash,
        from,
        to,
        ip,
        port,
        name,
        now: clock.now(),
        apartMs: APART_MS,
        mostFormers: MAX_FORMERS,
      });
      if (claim !== undefined) await onMoved({ accountId: claim.accountId });
      if (outcome === 'moved') {
        report('server_relocated', { hash: to, name, ip, port, hashBefore: from, ipBefore });
        return undefined;
      }
      const now = claims.findKey(key);
      if (now?.hash === to) return undefined;
      if (now === undefined) return moveRefusals.unknown;
      return outcome === 'taken' ? moveRefusals.taken({ ip, port }) : moveRefusals.tooSoon(now);
    },
  };
}

/** The answers to programs whose heartbeat was refused. None contains the key. */
export const moveRefusals = {
  unknown:
    'The key in this heartbeat URL is not valid: it is mistyped, or was replaced or revoked. Copy the URL again, or make a new one on the page of your server.',
  suspended:
    'The account that made this heartbeat URL is suspended, so the URL is not valid for now. Talk to the operator of this site.',
  taken: ({ ip, port }: Place) =>
    `Port ${port} on ${ip} belongs to another server that somebody has claimed, so your server cannot move there. Use another port, or claim that server and release it.`,
  tooSoon: ({ ip, port }: Place) =>
    `Heartbeats with this key also come from ${ip}, port ${port}, and a server moves at most once a minute. Use the URL for one server only. If the other one is not yours, make a new URL on the page of your server.`,
};
