// Runs the contract suites on SQLite in memory, where every change is one transaction, and is copied as to a thread.

import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { currentLanguage } from '../../src/messages/language.ts';
import { wrapMethods } from '../../src/store/repositories.ts';
import { createStore } from '../../src/store/sqlite/open-store.ts';
import { isWrite, packCall, runWriteCall } from '../../src/store/write-calls.ts';
import { describeEveryStore } from '../contract/every-store.ts';
import type { FreshStores } from '../contract/fresh-stores.ts';
import { openMigrated } from '../support/store.ts';

/** Of each statement of a call the number of its transaction; 0 for one outside. */
const statements = new AsyncLocalStorage<number[]>();

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
  const logQuery = () => statements.getStore()?.push(client.inTransaction ? begun : 0);
  const {
    changes: _changes,
    checkIntegrity: _check,
    schemaVersion: _version,
    ...store
  } = createStore({ client, orm: drizzle({ client, logger: { logQuery } }) });
  const traced = wrapMethods(store, (method, repository, name) => async (...args) => {
    const made: number[] = [];
    if (!isWrite(name)) {
      const result = await statements.run(made, () => method(...args));
      if (made.some((transaction) => transaction > 0)) throw new Error(`${name} is a change`);
      return result;
    }
    // As a thread that writes gets it and answers.
    const call = packCall({ repository, method: name, args, language: currentLanguage() });
    const result = await statements.run(made, () => runWriteCall(store, structuredClone(call)));
    const isOneChange = made.length < 2 || (new Set(made).size === 1 && !made.includes(0));
    if (isOneChange) return structuredClone(result);
    throw new Error(`${repository}.${name} makes several changes: ${made}`);
  });
  return { ...store, ...traced };
}

describeEveryStore('SQLite in memory', openTraced);
