// Only a file and a writing thread show that the contracts hold where arguments and results are copied.

import { afterAll } from 'bun:test';
import { openServiceStore } from '../../src/store/sqlite/open-service-store.ts';
import { describeEveryStore } from '../contract/every-store.ts';
import type { FreshStores } from '../contract/fresh-stores.ts';
import { UNHEARD } from '../support/store.ts';
import { makeFolder } from './folders.ts';

/** Threads and folders that the tests left; they take a moment to close. */
const closing: Promise<void>[] = [];
afterAll(() => Promise.all(closing));

function openWithWriter(): FreshStores {
  const folder = makeFolder();
  const store = openServiceStore(folder.path, { service: UNHEARD });
  return {
    ...store,
    [Symbol.dispose]() {
      const close = async () => {
        await store[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      };
      closing.push(close());
    },
  };
}

describeEveryStore('SQLite with a thread that writes', openWithWriter);
