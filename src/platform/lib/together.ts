// Several actions of the same kind: each runs as if it were alone, and a store makes all their changes in one transaction.

import { Failure, isForVisitors } from './failure.ts';

/** A call of a method of a store that changes something. */
export interface StoreCall {
  store: string;
  method: string;
  args: readonly unknown[];
}

export type CallOutcome =
  | { result: unknown }
  | { refused: Pick<Failure, 'kind' | 'message' | 'field'> };

/** Makes changes in one transaction, in their order; one that is refused changes nothing, and leaves the others. */
export interface StoreTogether {
  changeEach(calls: readonly StoreCall[]): Promise<CallOutcome[]>;
}

/** The store, with methods whose calls wait for those of the other actions. */
export type Collect = <Store extends object>(
  name: string,
  store: Store,
  methods: readonly (keyof Store & string)[],
) => Store;

/** As many as a page shows. */
const MAX_BATCH = 100;

/**
 * Runs the action on each item, which makes at most one change of a store that is passed through `collect`. Returns why
 * each was refused; `undefined` where it was done. Throws `invalid` with the sentence for too many, and what is not
 * for visitors.
 */
export async function runTogether<Item>(
  { changeEach }: StoreTogether,
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
  /** An item has come to its change, or to its end without any. */
  const arrive = (item: number) => {
    if (arrived.add(item).size === length) all.resolve();
  };

  const settled = items.map(async (item, index) => {
    const call = async (name: string, method: string, args: readonly unknown[]) => {
      // By now the transaction may be over, so a further change would be lost.
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
