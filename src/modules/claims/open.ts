// Opens the claims of operators, which tell the modules above about changes.

import type { Clock } from '../../platform/lib/clock.ts';
import { RELOAD_EVERY_MS } from '../../platform/lib/reloaded.ts';
import { createJob } from '../../platform/lib/timers.ts';
import type { Reachability } from '../heartbeat/index.ts';
import type { Registry } from '../registry/index.ts';
import type { ClaimEditors, ClaimStore, ClaimsListener, ClaimsOf } from './claim-ports.ts';
import { createClaims } from './claims.ts';
import type { Report } from './events.ts';
import { createJoinPlaceRules } from './join-places.ts';
import { createPublicAddresses } from './public-address.ts';
import { createServerMoves } from './server-moves.ts';

/** There are no claims until a listener loads them. */
export function openClaims(ports: {
  clock: Clock;
  store: ClaimStore;
  registry: Pick<Registry, 'findLive' | 'isTaken'>;
  checkPort: Reachability['check'];
  managers?: ClaimEditors | undefined;
  report: Report;
}) {
  const { clock, store, registry, managers, report } = ports;
  const listeners: ClaimsListener[] = [];
  async function onChanged(of?: ClaimsOf): Promise<void> {
    for (const each of listeners) await each.changed?.(of);
  }
  const places = createJoinPlaceRules(clock, registry, ports.checkPort);
  const claims = createClaims({
    clock,
    store,
    registry,
    places,
    managers,
    onChanged,
    onMoved(hashes) {
      for (const each of listeners) each.rehashed?.(hashes);
    },
  });
  const moves = createServerMoves({
    clock,
    store,
    claims,
    report,
    async onMoved(of) {
      for (const each of listeners) await each.moved?.(of);
    },
  });
  const presentHash = (hash: string): string =>
    registry.findLive(hash) === undefined ? claims.presentHash(hash) : hash;
  const isBanned = (ip: string) => listeners.some((each) => each.isBanned?.(ip));
  return {
    claims,
    moves,
    publicAddresses: createPublicAddresses({
      clock,
      store,
      claims,
      places,
      isBanned,
      onChanged,
      report,
    }),
    subscribe: (listener: ClaimsListener) => void listeners.push(listener),
    /** The server's present hash. The hash of another server that is live there stays as it is. */
    presentHash,
    /** The former hashes that lead to a server. */
    formersOf(hash: string): string[] {
      const formers = claims.listFormers(hash).map((former) => former.hash);
      return formers.filter((former) => presentHash(former) === hash);
    },
    /** The answer to the heartbeat does not wait for this. If it fails, the next heartbeat carries the code again. */
    async showCodes(hash: string, codes: readonly string[]): Promise<void> {
      try {
        if (await claims.show(hash, codes)) report('server_claimed', { hash });
      } catch (error) {
        report('task_failed', { task: 'complete a claim', error });
      }
    },
    jobs: [createJob('reload claims', RELOAD_EVERY_MS, claims.reload)],
  };
}
