// The jobs of the servers module: what another process decided is reloaded once for each change.

import { expect, test } from 'bun:test';
import { openTestStore } from '../support/store.ts';
import { openTestServers } from '../support/test-servers.ts';

/** The job that reloads moderation, over a store that counts its reloads and may fail. */
async function openReload() {
  const state = { version: 1, reloads: 0, isFailing: false };
  const store = openTestStore();
  const { jobs } = await openTestServers({
    store: {
      ...store,
      changes: { version: () => state.version },
      moderation: {
        ...store.moderation,
        async listBans() {
          state.reloads += 1;
          if (state.isFailing) throw new Error('The database is locked.');
          return [];
        },
      },
    },
  });
  state.reloads = 0;
  const job = jobs.find(({ name }) => name === 'reload moderation');
  return { state, run: async () => job?.run() };
}

test('moderation is reloaded when another process changed the database, and only then', async () => {
  const { state, run } = await openReload();
  await run();
  expect(state.reloads).toBe(0);
  state.version = 2;
  await run();
  await run();
  expect(state.reloads).toBe(1);
});

test('a reload of moderation that failed is tried again', async () => {
  const { state, run } = await openReload();
  Object.assign(state, { version: 2, isFailing: true });
  await expect(run()).rejects.toThrow('locked');
  state.isFailing = false;
  await run();
  await run();
  expect(state.reloads).toBe(2);
});
