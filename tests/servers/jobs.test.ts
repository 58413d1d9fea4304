// The jobs of the servers module: what another process decided is reloaded once for each change.

import { expect, test } from 'bun:test';
import { createServerJobs } from '../../src/servers/jobs.ts';

/** Jobs over a module whose reloads are counted and may fail. */
function openJobs() {
  const state = { version: 1, reloads: 0, isFailing: false };
  const jobs = createServerJobs(
    {
      flush: async () => {},
      sweep() {},
      reloadClaims: async () => {},
      async reloadModeration() {
        state.reloads += 1;
        if (state.isFailing) throw new Error('The database is locked.');
      },
      checkDuePorts() {},
      history: { sample: async () => {}, compact: async () => {}, follow: async () => {} },
    },
    { version: () => state.version },
  );
  const job = jobs.find(({ name }) => name === 'reload moderation');
  return { state, run: async () => job?.run() };
}

test('moderation is reloaded when another process changed the database, and only then', async () => {
  const { state, run } = openJobs();
  await run();
  expect(state.reloads).toBe(0);
  state.version = 2;
  await run();
  await run();
  expect(state.reloads).toBe(1);
});

test('a reload of moderation that failed is tried again', async () => {
  const { state, run } = openJobs();
  Object.assign(state, { version: 2, isFailing: true });
  await expect(run()).rejects.toThrow('locked');
  state.isFailing = false;
  await run();
  await run();
  expect(state.reloads).toBe(2);
});
