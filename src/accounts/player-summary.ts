// The count of players and the newest of them, read from the store at most once a second.

import type { Clock } from '../lib/clock.ts';
import type { AccountStore } from './ports.ts';

/** Verified accounts that are not suspended: how many, and the newest names, newest first (C10.5). */
export interface PlayerSummary {
  playerCount: number;
  lastFive: string[];
}

const KEPT_MS = 1_000;
const NEWEST = 5;

/** Creates a reader of the summary whose answer is never older than a second. */
export function createPlayerSummary(ports: {
  accounts: AccountStore;
  clock: Clock;
}): () => Promise<PlayerSummary> {
  let kept: { readAt: number; summary: Promise<PlayerSummary> } | undefined;

  async function read(): Promise<PlayerSummary> {
    const { count, newest } = await ports.accounts.summariseAccounts(NEWEST, ports.clock.now());
    return { playerCount: count, lastFive: newest };
  }

  return async () => {
    const ageMs = kept ? ports.clock.now() - kept.readAt : KEPT_MS;
    if (!kept || ageMs >= KEPT_MS || ageMs < 0) {
      kept = { readAt: ports.clock.now(), summary: read() };
    }
    const requested = kept;
    try {
      const { playerCount, lastFive } = await requested.summary;
      return { playerCount, lastFive: [...lastFive] };
    } catch (error) {
      if (kept === requested) kept = undefined;
      throw error;
    }
  };
}
