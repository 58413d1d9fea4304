// Runs the contract suites on SQLite in memory, where every change is one transaction, and is copied as to a thread.

import { expect, test } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { createStore } from '../../../src/app/open-stores.ts';
import { batchPacking } from '../../../src/modules/registry/packed-batch.ts';
import { currentLanguage } from '../../../src/platform/messages/language.ts';
import { toError, toErrorData } from '../../../src/platform/store/sqlite/writer-messages.ts';
import { wrapMethods } from '../../../src/platform/store/stores.ts';
import {
  isWrite,
  packCall,
  runWriteCall,
  type WriteCall,
} from '../../../src/platform/store/write-calls.ts';
import type { FreshStores } from '../../contract/fresh-stores.ts';
import { describeEveryStore } from '../../contract/suites.ts';
import { openMigrated } from '../../support/store.ts';

/** Of each statement of a call its text, and the number of its transaction; 0 for one outside. */
const statements = new AsyncLocalStorage<{ text: string; transaction: number }[]>();
/** The writes that were called, and those that there are. */
const called = new Set<string>();
const writes = new Set<string>();

/**
 * A call whose statements are not all in one transaction fails: another process may change what it read, or this
 * one may end in between. So what several processes do at once is the same as one after another.
 */
function openTraced(): FreshStores {
  const { client } = openMigrated();
  let begun = 0;
  const run = client.run.bind(client);
  client.run = (text: string, ...bindings) => {
    if (text.startsWith('BEGIN')) begun += 1;
    return run(text, ...bindings);
  };
  const logQuery = (text: string) =>
    statements.getStore()?.push({ text, transaction: client.inTransaction ? begun : 0 });
  const {
    changes: _changes,
    checkIntegrity: _check,
    ...store
  } = createStore({ client, orm: drizzle({ client, logger: { logQuery } }) });
  const traced = wrapMethods(store, (method, repository, name) => {
    if (isWrite(name)) writes.add(`${repository}.${name}`);
    return async (...args) => {
      const made: { text: string; transaction: number }[] = [];
      if (!isWrite(name)) {
        const result = await statements.run(made, () => method(...args));
        const isRead = made.every(({ text, transaction }) => /^select/.test(text) && !transaction);
        if (isRead) return result;
        throw new Error(`${name} is a change`);
      }
      called.add(`${repository}.${name}`);
      const result = await statements.run(made, () =>
        runInThread({ store: repository, method: name, args }),
      );
      const transactions = made.map(({ transaction }) => transaction);
      const isOne = new Set(transactions).size === 1 && !transactions.includes(0);
      if (made.length < 2 || isOne) return result;
      throw new Error(`${repository}.${name} makes several changes: ${transactions}`);
    };
  });
  /** As a thread that writes gets the call and answers. */
  async function runInThread(request: Omit<WriteCall, 'language'>): Promise<unknown> {
    const call = packCall({ ...request, language: currentLanguage() }, batchPacking);
    try {
      return structuredClone(await runWriteCall(store, structuredClone(call), batchPacking));
    } catch (error) {
      throw toError(structuredClone(toErrorData(error)));
    }
  }
  return { ...store, ...traced };
}

describeEveryStore('SQLite in memory', openTraced);

test('every write was called by one of the suites, but the one that changes nothing', () => {
  expect([...writes.difference(called)]).toEqual(['health.checkWrite']);
});
