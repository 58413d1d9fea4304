// Finds servers that came, went, are refused or banned. None of this delays an accepted heartbeat.

import type { Clock } from '../../platform/lib/clock.ts';
import { alwaysLeading, type Leadership } from '../../platform/lib/leadership.ts';
import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import { type RefusedHeartbeat, shownName } from '../heartbeat/index.ts';
import {
  computeServerHash,
  isListed,
  MISSED_HEARTBEAT_MS,
  portNumberOf,
  type Registry,
} from '../registry/index.ts';
import { WENT_AFTER_SILENCE_MS } from './webhook-events.ts';
import type { StateChange, WebhookStore } from './webhook-ports.ts';

/** Maximum number of changes per look, and of refused servers that are remembered until then. */
const MAX_CHANGES = 500;

export function createServerMonitor(ports: {
  clock: Clock;
  store: Pick<WebhookStore, 'listHere' | 'noteStates'>;
  registry: Pick<Registry, 'listLive' | 'findLive' | 'allowedSilence'>;
  leadership?: Pick<Leadership, 'term'>;
  findBan(hash: string, server: { ip: string; name: string }): { reason: string } | undefined;
}) {
  const { clock, store, registry, leadership = alwaysLeading, findBan } = ports;
  let refusals = new Map<string, () => StateChange[]>();
  /** The last heartbeats of present servers, as the store has them. */
  let seen = new Map<string, { at: number; isListed: boolean }>();
  let ownTerm: number | undefined;

  function findChanges(now: number): StateChange[] {
    const changes: StateChange[] = [];
    for (const server of registry.listLive()) {
      const { lastBeatAt: at, listing } = server;
      const { hash, name } = listing;
      const last = seen.get(hash);
      const isShown = isListed(server);
      // After a pause, another replica may have stored that the server was refused.
      const isSame = last?.isListed === isShown && at - last.at <= MISSED_HEARTBEAT_MS;
      // A server that stopped sending is not present, even while lists still show it.
      if (last === undefined && now - at > MISSED_HEARTBEAT_MS) continue;
      if (!isSame && changes.length >= MAX_CHANGES) continue;
      if (!isSame) changes.push({ hash, state: 'here', name, isListed: isShown, reason: '' });
      seen.set(hash, { at, isListed: isShown });
    }
    const silenceMs = WENT_AFTER_SILENCE_MS + registry.allowedSilence();
    for (const [hash, { at }] of seen) {
      if (now - at <= silenceMs || changes.length >= MAX_CHANGES) continue;
      changes.push({ hash, state: 'went', reason: '' });
      seen.delete(hash);
    }
    return changes;
  }

  return {
    /** Moves the times of heartbeats as the registry does. */
    adjustClock({ steppedMs, sleptMs }: ClockChange): void {
      for (const last of seen.values()) last.at += steppedMs + sleptMs;
    },
    /** Remembers a refused heartbeat until the next look. */
    refused(ip: string, ...[{ name: claimed, port: text = '' }, [reason]]: RefusedHeartbeat) {
      const port = portNumberOf(text);
      // Any program at the address may send too many heartbeats, so that says nothing about an accepted server.
      if (port === undefined || reason === undefined || reason === 'too_many') return;
      if (refusals.size >= MAX_CHANGES) return;
      const name = shownName(claimed);
      refusals.set(`${ip}:${port}`, () => {
        const hash = computeServerHash(ip, port);
        const { lastBeatAt = 0 } = registry.findLive(hash) ?? {};
        // If two programs share a port, one of them is accepted.
        if (clock.now() - lastBeatAt <= MISSED_HEARTBEAT_MS) return [];
        if (reason !== 'banned') return [{ hash, state: 'refused', reason }];
        const ban = findBan(hash, { ip, name });
        // The ban may have ended meanwhile.
        return ban === undefined ? [] : [{ hash, state: 'banned', reason: ban.reason }];
      });
    },
    /** Runs on every replica: the leader looks at all servers, each replica at the heartbeats that it refused. */
    async look(): Promise<void> {
      const now = clock.now();
      const term = leadership.term();
      if (term !== undefined && term !== ownTerm) {
        // Nobody watched until now, so silence begins now.
        const here = await store.listHere();
        seen = new Map(here.map(({ hash, isListed }) => [hash, { at: now, isListed }]));
      }
      const changes = [...refusals.values()].flatMap((find) => find());
      refusals = new Map();
      if (term !== undefined) changes.push(...findChanges(now));
      // If storing fails, the next look finds the changes again.
      ownTerm = undefined;
      if (changes.length > 0) await store.noteStates(changes, now);
      ownTerm = term;
    },
  };
}
