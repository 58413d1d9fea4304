// The stores that a database opens: those of the modules, which the root lists for each engine, and the platform's own.

import type { DueTimes } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import type { CallOutcome, StoreTogether } from '../lib/together.ts';
import { createDueTimes, type DueTimeColumns } from './clock-leaps.ts';
import type { Database, Tables } from './engine.ts';
import type { HealthStore } from './store-ports.ts';

/** The root's list of stores. `Engine` is the engine's own connection or options, which only some stores get. */
export interface StoreList<Shared, Own, Engine> {
  tables: Tables;
  dueTimes: DueTimeColumns;
  createStores(db: Database): Shared;
  createOwnStores(db: Database, engine: Engine): Own;
}

interface PlatformStores {
  health: HealthStore;
  dueTimes: DueTimes;
  together: StoreTogether;
}

export type Opened<Stores> = Stores & PlatformStores;

type Method = (...args: unknown[]) => Promise<unknown>;
type Methods = Record<string, Record<string, Method>>;

export function createStores<Shared, Own, Engine>(
  db: Database,
  list: StoreList<Shared, Own, Engine>,
  engine: Engine,
  health: HealthStore,
): Opened<Shared & Own> {
  return {
    ...list.createStores(db),
    ...list.createOwnStores(db, engine),
    health,
    dueTimes: createDueTimes(db, list.dueTimes),
    together: createTogether(db, list.createStores),
  };
}

/** Calls many methods in one transaction. Each call is a nested transaction, which can be undone alone. */
function createTogether(db: Database, open: (tx: Database) => unknown): StoreTogether {
  return {
    changeEach: (calls) =>
      db.transaction(async (tx) => {
        const stores = open(tx);
        const outcomes: CallOutcome[] = [];
        for (const { store, method, args } of calls) {
          try {
            outcomes.push({ result: await callMethod(stores, store, method, args) });
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            const { kind, message, field } = error;
            outcomes.push({ refused: { kind, message, field } });
          }
        }
        return outcomes;
      }),

    async changeAll(calls) {
      try {
        return await db.transaction(async (tx) => {
          const stores = open(tx);
          const results: unknown[] = [];
          for (const { store, method, args } of calls) {
            const result = await callMethod(stores, store, method, args);
            if (result === false) throw new UnchangedError();
            results.push(result);
          }
          return results;
        });
      } catch (error) {
        if (error instanceof UnchangedError) return undefined;
        throw error;
      }
    },
  };
}

/** Undoes a transaction in which a change found nothing to change. */
class UnchangedError extends Error {}

/** The same stores with each method replaced by the result of `replace`. */
export function wrapMethods<Stores extends object>(
  stores: Stores,
  replace: (method: Method, store: string, name: string) => Method,
): Stores {
  const replaced = Object.entries(stores as unknown as Methods).map(([store, methods]) => [
    store,
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, replace(method, store, name)]),
    ),
  ]);
  return Object.fromEntries(replaced);
}

export function callMethod(
  stores: unknown,
  store: string,
  method: string,
  args: readonly unknown[],
): unknown {
  return (stores as Methods)[store]?.[method]?.(...args);
}
