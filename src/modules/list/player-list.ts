// The list for logged-in players: the public list with an mppass for each server.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/lib/clock.ts';
import type { Visitor } from '../../platform/lib/visitor.ts';
import { type Registry, uptimeSeconds } from '../registry/index.ts';
import { computeMppass, NO_MPPASS } from './mppass.ts';
import type { ListFormat, ListSnapshot, ReadyList } from './ready-list.ts';

/** The size of all cached lists in bytes. The least recently requested list is removed first. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** When only a salt changed, a list is rebuilt no sooner than this (C5.13). */
const REMAKE_AFTER_MS = 500;

/** The placeholder for an mppass: of the same length, and random, so that no server's name contains it. */
const GAP = randomBytes(16).toString('hex');

/** A logged-in player. An unverified player gets empty mppasses. */
export interface Player {
  readonly id: number;
  readonly name: string;
  readonly isVerified: boolean;
}

/** The player behind a visitor; `undefined` without a login (C5.3). */
export function toPlayer(visitor: Visitor): Player | undefined {
  if (visitor.kind !== 'account') return undefined;
  const { id, name, verifiedAt } = visitor.account;
  return { id, name, isVerified: verifiedAt !== null };
}

interface Kept extends Omit<Player, 'id'> {
  readonly snapshot: ListSnapshot;
  readonly secret: number;
  readonly madeAt: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function createPlayerLists(options: {
  clock: Clock;
  registry: Registry;
  readyList: Pick<ReadyList, 'snapshot'>;
  format: ListFormat;
}) {
  const { clock, registry, readyList, format } = options;
  const kept = new Map<number, Kept>();
  let keptBytes = 0;
  let template: ReturnType<typeof createTemplate> | undefined;

  /** Compares name and verification too, so that a change of them shows at once (C5.13). */
  function isCurrent(list: Kept, player: Player): boolean {
    if (list.name !== player.name || list.isVerified !== player.isVerified) return false;
    if (list.snapshot !== readyList.snapshot) return false;
    if (list.secret === registry.revisions.secret) return true;
    const ageMs = clock.now() - list.madeAt;
    return ageMs >= 0 && ageMs < REMAKE_AFTER_MS;
  }

  function make({ name, isVerified }: Player): Kept {
    const { snapshot } = readyList;
    if (isVerified && template?.snapshot !== snapshot) template = createTemplate(snapshot, format);
    const bytes =
      isVerified && template !== undefined
        ? fillTemplate(template, name)
        : new TextEncoder().encode(writeList(snapshot, format, NO_MPPASS));
    const { secret } = registry.revisions;
    return { name, isVerified, snapshot, secret, madeAt: clock.now(), bytes };
  }

  function drop(id: number): void {
    keptBytes -= kept.get(id)?.bytes.length ?? 0;
    kept.delete(id);
  }

  return {
    listFor(player: Player): Uint8Array<ArrayBuffer> {
      const known = kept.get(player.id);
      const isFresh = known !== undefined && isCurrent(known, player);
      drop(player.id);
      const list = isFresh ? known : make(player);
      // Inserting it again makes it the last to be removed.
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

export type PlayerLists = ReturnType<typeof createPlayerLists>;

function writeList({ servers, madeAt }: ListSnapshot, format: ListFormat, mppass: string): string {
  return format.write(
    servers.map(({ listing }) =>
      format.describeFor(listing, uptimeSeconds(listing, madeAt), mppass),
    ),
  );
}

/**
 * The part that all verified players share, built once for a snapshot: the bytes of a whole list, and the offset of
 * each server's mppass. Lists are pure ASCII, so a text index equals a byte offset.
 */
function createTemplate(snapshot: ListSnapshot, format: ListFormat) {
  const text = writeList(snapshot, format, GAP);
  const gaps = new Uint32Array(snapshot.servers.length);
  let end = 0;
  for (let index = 0; index < gaps.length; index += 1) {
    gaps[index] = text.indexOf(GAP, end);
    end = (gaps[index] ?? 0) + GAP.length;
  }
  return { snapshot, bytes: new TextEncoder().encode(text), gaps };
}

/** Fills in the mppasses of an account, made from the current salts. */
function fillTemplate(
  { snapshot, bytes, gaps }: ReturnType<typeof createTemplate>,
  accountName: string,
): Uint8Array<ArrayBuffer> {
  const filled = bytes.slice();
  const writer = Buffer.from(filled.buffer);
  for (const [index, server] of snapshot.servers.entries()) {
    writer.write(computeMppass(server.salt, accountName), gaps[index] ?? 0, 'latin1');
  }
  return filled;
}
