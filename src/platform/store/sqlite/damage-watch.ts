// Tracks which tables of a running service's database are damaged, and lets a start continue without some of them.

import { type Found, failed, WELL, warning } from '../../lib/finding.ts';
import type { Report } from '../../ops/events.ts';
import { wrapMethods } from '../stores.ts';
import { describeDamage, isDamage, isHistory } from './damage.ts';
import { createMaintenance } from './maintenance.ts';

/** Creates a watch that knows of no damage yet. Disposing it ends a running check. */
export function createDamageWatch(path: string, report: Report) {
  const maintenance = createMaintenance();
  let damaged: readonly string[] | undefined;
  /** A call met damage, and no check has located it yet. */
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
      // The service is stopping, or the file is gone.
    }
  }

  return {
    note,
    /** Takes the error of a call. If the error is damage, a check reads everything to find the damaged tables. */
    meet(error: unknown): void {
      if (!isDamage(error) || isMet || damaged !== undefined) return;
      isMet = true;
      void check();
    },
    /** Reads every page and index in a thread of its own; resolves when the result is known. Never throws. */
    check,
    state(): Found {
      if (damaged === undefined && !isMet) return WELL;
      const tables = damaged ?? [];
      return (isHistory(tables) ? warning : failed)(describeDamage(tables));
    },
    [Symbol.dispose]: () => maintenance[Symbol.dispose](),
  };
}

/**
 * By store and call: the results that replace damaged data so that a start can continue. A call is a method, or a method
 * with its first argument.
 */
export type Dispensable = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function goOnWithout<Stores extends object>(
  stores: Stores,
  dispensable: Dispensable,
): Stores {
  return wrapMethods(stores, (method, store, name) => {
    const instead = dispensable[store];
    if (instead === undefined) return method;
    return (...args) =>
      method(...args).catch((error: unknown) => {
        const call = [name, `${name} ${args[0]}`].find((each) => Object.hasOwn(instead, each));
        if (call !== undefined && isDamage(error)) return instead[call];
        throw error;
      });
  });
}
