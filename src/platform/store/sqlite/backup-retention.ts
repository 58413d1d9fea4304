// Which backups are removed: what a rule no longer keeps, but never the newest.

import { rm } from 'node:fs/promises';
import { LEAP_MS } from '../../lib/clock.ts';
import { readBesideWriter } from './applied.ts';
import { type CopyKind, listPastCopies } from './backup-files.ts';
import { databasePath, isNewDatabase } from './folder.ts';

export interface KeepRule {
  count: number;
  /** Older copies are removed; 0 keeps copies of any age. */
  maxAgeMs: number;
}

/**
 * Removes the copies that the rule does not keep, but never the newest, and none while the database in `dataFolder`
 * holds deletion back. Ignores copies from the future. Returns the paths of the removed copies.
 */
export async function pruneCopies(
  folder: string,
  kind: CopyKind,
  { count, maxAgeMs }: KeepRule,
  now: number,
  dataFolder: string,
): Promise<string[]> {
  const copies = await listPastCopies(folder, kind, now);
  const old = copies.filter(({ at }, index) => {
    const isTooOld = maxAgeMs > 0 && now - at > maxAgeMs;
    return index > 0 && (index >= count || isTooOld);
  });
  if (old.length === 0 || isDeletionHeldIn(dataFolder, now)) return [];
  for (const { path } of old) await rm(path, { force: true });
  return old.map(({ path }) => path);
}

/** True also when the database is unreadable: then older copies are worth more. */
function isDeletionHeldIn(dataFolder: string, now: number): boolean {
  const path = databasePath(dataFolder);
  try {
    if (isNewDatabase(path)) return false;
    return readBesideWriter(path, (client) => {
      const state = client.prepare<{ last: number; until: number }, []>(
        'SELECT last_alive_at AS last, deletion_held_until AS until FROM service_state',
      );
      return state.all().some(({ last, until }) => Math.abs(now - last) > LEAP_MS || now < until);
    });
  } catch {
    return true;
  }
}
