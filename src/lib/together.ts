// Several actions of the same kind: each runs as if it were alone, and a store makes all their changes in one transaction.

import { inputFailures } from '../messages/messages.ts';
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
const MOST_TOGETHER = 100;

/**
 * Runs the action on each item, with what it needs of stores passed through `collect`. Returns why each was refused;
 * `undefined` where it was done. Throws `invalid` for too many, and what is not for visitors.
 */
export async function runTogether<Item>(
  { changeEach }: StoreTogether,
  items: readonly Item[],
  prepare: (collect: Collect) => (item: Item) => Promise<unknown>,
): Promise<(Failure | undefined)[]> {
  if (items.length > MOST_TOGETHER) {
    throw new Failure('invalid', inputFailures.tooMany(items.length, MOST_TOGETHER));
  }
  let waiting: { call: StoreCall; settle: PromiseWithResolvers<unknown> }[] = [];
  /** Actions that have not come to their change yet. */
  let busy = items.length;

  async function changeOnceAllWait(): Promise<void> {
    if (busy > 0 || waiting.length === 0) return;
    const calls = waiting;
    waiting = [];
    busy = calls.length;
    try {
      const outcomes = await changeEach(calls.map(({ call }) => call));
      for (const [index, { settle }] of calls.entries()) {
        const outcome = outcomes[index] as CallOutcome;
        if ('result' in outcome) settle.resolve(outcome.result);
        else settle.reject(toFailure(outcome.refused));
      }
    } catch (error) {
      for (const { settle } of calls) settle.reject(error);
    }
  }

  const collect: Collect = (name, store, methods) => ({
    ...store,
    ...Object.fromEntries(
      methods.map((method) => [
        method,
        (...args: unknown[]) => {
          const settle = Promise.withResolvers<unknown>();
          waiting.push({ call: { store: name, method, args }, settle });
          busy -= 1;
          changeOnceAllWait();
          return settle.promise;
        },
      ]),
    ),
  });

  const act = prepare(collect);
  return Promise.all(
    items.map(async (item) => {
      try {
        await act(item);
        return undefined;
      } catch (error) {
        if (!isForVisitors(error)) throw error;
        return error;
      } finally {
        busy -= 1;
        changeOnceAllWait();
      }
    }),
  );
}

function toFailure({ kind, message, field }: Pick<Failure, 'kind' | 'message' | 'field'>) {
  return new Failure(kind, message, { field });
}
