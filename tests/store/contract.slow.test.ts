// Only a file and a writing thread show that the contracts hold where arguments and results are copied.

import { afterAll } from 'bun:test';
import { openServiceStore } from '../../src/store/sqlite/open-service-store.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { describeEveryStore } from '../contract/every-store.ts';
import type { FreshStores, OpenFresh } from '../contract/fresh-stores.ts';
import { UNHEARD } from '../support/store.ts';
import { makeFolder } from './folders.ts';

function openInFile(): FreshStores {
  const folder = makeFolder();
  const store = openStore({ folder: folder.path });
  return {
    ...store,
    [Symbol.dispose]() {
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

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

const engines: [string, OpenFresh][] = [
  ['SQLite in a file', openInFile],
  ['SQLite with a thread that writes', openWithWriter],
];

for (const [engine, openFresh] of engines) describeEveryStore(engine, openFresh);
