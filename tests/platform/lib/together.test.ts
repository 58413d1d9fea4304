// Actions on several things: one transaction for all their changes, and one change for each.

import { expect, test } from 'bun:test';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { type Collect, runTogether, type StoreCall } from '../../../src/platform/lib/together.ts';

const store = { add: async (_name: string): Promise<unknown> => undefined };
const refused = { kind: 'conflict', message: 'It is there.', field: undefined } as const;

async function run(
  names: readonly string[],
  act: (name: string, add: typeof store.add) => unknown,
) {
  const transactions: (readonly StoreCall[])[] = [];
  const changeEach = async (calls: readonly StoreCall[]) => {
    transactions.push(calls);
    return calls.map(({ args: [name] }) => (name === 'there' ? { refused } : { result: name }));
  };
  const each = async (name: string, collect: Collect) =>
    act(name, collect('names', store, ['add']).add);
  const outcomes = await runTogether({ changeEach }, names, each, () => 'Too many.');
  return { outcomes, transactions };
}

test('all are made in one transaction, and one that is refused leaves the others', async () => {
  const { outcomes, transactions } = await run(['a', 'there', 'b'], (name, add) => add(name));
  expect(outcomes).toEqual([undefined, new Failure(refused.kind, refused.message), undefined]);
  const calls = ['a', 'there', 'b'].map((name) => ({
    store: 'names',
    method: 'add',
    args: [name],
  }));
  expect(transactions).toEqual([calls]);
});

test('an action that changes nothing keeps no other waiting', async () => {
  const { transactions } = await run(['a', 'b'], (name, add) => (name === 'a' ? add(name) : null));
  expect(transactions).toHaveLength(1);
});

test('a second change of an action is an error, since it would be lost', async () => {
  const twice = run(['a', 'b'], async (name, add) => {
    await add(name);
    await add(name);
  });
  await expect(twice).rejects.toThrow('names.add: an action makes one change.');
});
