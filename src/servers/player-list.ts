// The list as a logged-in player gets it: the public one with the way into each server.

import type { Clock } from '../lib/clock.ts';
import { uptimeSeconds } from './live-server.ts';
import { computeMppass } from './mppass.ts';
import {
  createPlayerTemplate,
  fillPlayerTemplate,
  type PlayerTemplate,
} from './player-template.ts';
import type { ListFormat, ListSnapshot, ReadyList } from './ready-list.ts';
import type { Registry } from './registry.ts';

/** All lists that are kept ready for players together; the one asked for longest ago goes first. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** A list is not made again sooner than this when only a salt changed (C5.13). */
const REMAKE_AFTER_MS = 500;

/** Compatibility: older launchers index the key, and the native one starts single player on "" (C4.14). */
const NO_MPPASS = '';

/** Who asks: an unverified player gets empty mppasses. */
export interface Player {
  readonly id: number;
  readonly name: string;
  readonly isVerified: boolean;
}

/** The list as logged-in players get it, with an mppass for each server. */
export interface PlayerLists {
  /** The bytes of the whole list for this player. */
  listFor(player: Player): Uint8Array<ArrayBuffer>;
}

interface Kept {
  readonly name: string;
  readonly isVerified: boolean;
  readonly snapshot: ListSnapshot;
  readonly secret: number;
  readonly madeAt: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The mppass that a player gets for a server with this salt. */
export function mppassFor(salt: string, player: Player): string {
  return player.isVerified ? computeMppass(salt, player.name) : NO_MPPASS;
}

/** Makes the lists; each is kept while nothing in it changed. */
export function createPlayerLists(options: {
  clock: Clock;
  registry: Registry;
  readyList: Pick<ReadyList, 'snapshot'>;
  format: ListFormat;
}): PlayerLists {
  const { clock, registry, readyList, format } = options;
  const kept = new Map<number, Kept>();
  let keptBytes = 0;
  let template: PlayerTemplate | undefined;

  /** Names and verifications are compared too, so that a change of them shows at once (C5.13). */
  function isCurrent(list: Kept, player: Player): boolean {
    if (list.name !== player.name || list.isVerified !== player.isVerified) return false;
    if (list.snapshot !== readyList.snapshot) return false;
    if (list.secret === registry.revisions.secret) return true;
    const ageMs = clock.now() - list.madeAt;
    return ageMs >= 0 && ageMs < REMAKE_AFTER_MS;
  }

  function make(player: Player): Kept {
    const { snapshot } = readyList;
    return {
      name: player.name,
      isVerified: player.isVerified,
      snapshot,
      secret: registry.revisions.secret,
      madeAt: clock.now(),
      bytes: player.isVerified ? fillTemplate(snapshot, player) : writeWithoutMppasses(snapshot),
    };
  }

  function fillTemplate(snapshot: ListSnapshot, player: Player): Uint8Array<ArrayBuffer> {
    if (template?.snapshot !== snapshot) template = createPlayerTemplate(snapshot, format);
    return fillPlayerTemplate(template, player.name);
  }

  function writeWithoutMppasses({ servers, madeAt }: ListSnapshot): Uint8Array<ArrayBuffer> {
    const records = servers.map(({ listing }) =>
      format.describeFor(listing, uptimeSeconds(listing, madeAt), NO_MPPASS),
    );
    return new TextEncoder().encode(format.write(records));
  }

  function drop(id: number): void {
    keptBytes -= kept.get(id)?.bytes.length ?? 0;
    kept.delete(id);
  }

  return {
    listFor(player) {
      const known = kept.get(player.id);
      const isFresh = known !== undefined && isCurrent(known, player);
      drop(player.id);
      const list = isFresh ? known : make(player);
      // Put in anew it is the last to go.
      kept.set(player.id, list);
      keptBytes += list.bytes.length;
      for (const id of kept.keys()) {
        if (keptBytes <= KEPT_BYTES) break;
        drop(id);
      }
      return list.bytes;
    },
  };
}
