// Ninety days of players for the servers of a test, written through the store as a running service leaves them.

import { fillHistory } from '../../scripts/example/history.ts';
import type { ListeningApp, TestApp } from './test-app.ts';

/** Fills the past of every server that was sampled, and of all together. */
export async function seedHistory(app: ListeningApp | TestApp): Promise<void> {
  await app.servers.history.sample();
  await fillHistory(app.store.history, app.now());
}
