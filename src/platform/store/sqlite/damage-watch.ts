// Knows which tables of a running service's database are damaged, and what a service goes on without.

import { type Found, failed, WELL, warning } from '../../lib/finding.ts';
import type { Report } from '../../ops/events.ts';
import { wrapMethods } from '../stores.ts';
import { describeDamage, isDamage, isHistory } from './damage.ts';
import { createMaintenance } from './maintenance.ts';

/** Knows of none yet. Disposing it ends a check that is under way. */
export function createDamageWatch(path: string, report: Report) {
  const maintenance = createMaintenance();
  let damaged: readonly string[] | undefined;
  /** A call met damage, and no check has said yet where it is. */
  let isMet = false;

  function note(tables: readonly string[]): void {
    const isNew = damaged === undefined || tables.some((table) => !damaged?.includes(table));
    damaged = tables;
    if (isNew) report('tables_damaged', { tables, outcome: describeDamage(tables) });
  }

  async function check(): Promise<void> {
    try {
      const found = await maintenance.check(path);
      if (found !== undefined) note(found.tables);
      else if (!isMet) damaged = undefined;
      isMet = false;
    } catch {
      // The service stops, or the file is gone.
    }
  }

  return {
    note,
    /** Takes what a call threw: where that is damage, everything is read to find out which tables it is in. */
    meet(error: unknown): void {
      if (!isDamage(error) || isMet || damaged !== undefined) return;
      isMet = true;
      void check();
    },
    /** Reads every page and index in a thread of its own; resolves when what it found is known. Never throws. */
    check,
    state(): Found {
      if (damaged === undefined && !isMet) return WELL;
      const tables = damaged ?? [];
      return (isHistory(tables) ? warning : failed)(describeDamage(tables));
    },
    [Symbol.dispose]: () => maintenance[Symbol.dispose](),
  };
}

/** By store and method what a start goes on without where it is damaged, and what it takes instead. */
export type Dispensable = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function goOnWithout<Stores extends object>(
  stores: Stores,
  dispensable: Dispensable,
): Stores {
  return wrapMethods(stores, (method, store, name) => {
    const instead = dispensable[store];
    if (instead === undefined || !Object.hasOwn(instead, name)) return method;
    return (...args) =>
      method(...args).catch((error: unknown) => {
        if (isDamage(error)) return instead[name];
        throw error;
      });
  });
}
