// Runs several actions of the same kind, each as if it were alone; a store makes all their changes in one transaction.

import { Failure, isForVisitors } from './failure.ts';

/** A call of a store method that changes data. */
export interface StoreCall {
  store: string;
  method: string;
  args: readonly unknown[];
}

export type CallOutcome =
  | { result: unknown }
  | { refused: Pick<Failure, 'kind' | 'message' | 'field'> };

/** Makes changes in one transaction, in their order. A refused change has no effect on the others. */
export interface StoreTogether {
  changeEach(calls: readonly StoreCall[]): Promise<CallOutcome[]>;
  /** Makes all changes or none. Returns their results; `undefined` if one returned false. Throws the first refusal. */
  changeAll(calls: readonly StoreCall[]): Promise<unknown[] | undefined>;
}

/** Wraps the store: calls of the wrapped methods wait for those of the other actions. */
export type Collect = <Store extends object>(
  name: string,
  store: Store,
  methods: readonly (keyof Store & string)[],
) => Store;

/** As many as a page shows. */
const MAX_BATCH = 100;

/**
 * Runs the action on each item. The action makes at most one change, in a store that it passes through `collect`.
 * Returns the reason of each refusal; `undefined` for each success. Throws `invalid` for too many items, and failures
 * that are not for visitors.
 */
export async function runTogether<Item>(
  { changeEach }: Pick<StoreTogether, 'changeEach'>,
  items: readonly Item[],
  act: (item: Item, collect: Collect) => Promise<unknown>,
  tooMany: (count: number, most: number) => string,
): Promise<(Failure | undefined)[]> {
  const { length } = items;
  if (length > MAX_BATCH) {
    throw new Failure('invalid', tooMany(length, MAX_BATCH));
  }
  const calls: StoreCall[] = [];
  const arrived = new Set<number>();
  const all = Promise.withResolvers<void>();
  const outcomes = all.promise.then(() => (calls.length === 0 ? [] : changeEach(calls)));
  /** Marks an item that has reached its change, or has ended without one. */
  const arrive = (item: number) => {
    if (arrived.add(item).size === length) all.resolve();
  };

  const settled = items.map(async (item, index) => {
    const call = async (name: string, method: string, args: readonly unknown[]) => {
      // The transaction may be over by now, so a further change would be lost.
      if (arrived.has(index)) throw new Error(`${name}.${method}: an action makes one change.`);
      const place = calls.push({ store: name, method, args }) - 1;
      arrive(index);
      const outcome = (await outcomes)[place] as CallOutcome;
      if ('result' in outcome) return outcome.result;
      const { kind, message, field } = outcome.refused;
      throw new Failure(kind, message, { field });
    };
    const collect: Collect = (name, store, methods) => {
      const own = (method: string) => [method, (...args: unknown[]) => call(name, method, args)];
      return { ...store, ...Object.fromEntries(methods.map(own)) };
    };
    try {
      await act(item, collect);
      return undefined;
    } catch (error) {
      if (!isForVisitors(error)) throw error;
      return error;
    } finally {
      arrive(index);
    }
  });
  return Promise.all(settled);
}
