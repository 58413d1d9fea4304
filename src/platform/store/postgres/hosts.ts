// Finds the host of a PostgreSQL database that answers and accepts writes.

import { setTimeout as wait } from 'node:timers/promises';
import type { SQL } from 'bun';
import { splitDatabaseUrl } from '../../lib/database-url.ts';
import { AWAY_READ_ONLY, isDatabaseAway, isFull, isReadOnly } from './failures.ts';

const ANSWER_MS = 4_000;
/** How long a search still waits for earlier hosts in the list after a later one has answered. */
const EARLIER_MS = 500;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;

export interface Hosts {
  urls: readonly [string, ...string[]];
  /** Whether there are several hosts, so that another one may accept writes by now. */
  hasChoice: boolean;
  /** The first host that answers and accepts writes. Callers share a search, and its error until the next may begin. */
  find(): Promise<string>;
  choose(): Promise<string>;
}

export function createHosts(url: string, open: (url: string) => SQL): Hosts {
  const urls = splitDatabaseUrl(url) as [string, ...string[]];
  let searching: Promise<string> | undefined;
  let inVain = 0;
  let lastError: unknown;
  let refusedUntilMs = 0;

  async function examine(client: SQL): Promise<void> {
    const [row] = await client`SHOW transaction_read_only`;
    if (urls.length === 1 || row.transaction_read_only === 'off') return;
    throw Object.assign(new Error('The server accepts no writes.'), { code: AWAY_READ_ONLY });
  }

  async function search(): Promise<string> {
    const clients = urls.map(open);
    // Closing the clients ends every wait on them.
    const closeAll = () => {
      for (const client of clients) void client.close({ timeout: 0 });
    };
    const bound = setTimeout(closeAll, ANSWER_MS);
    const good: number[] = [];
    const examined = clients.map(async (client, place) => {
      await examine(client);
      good.push(place);
    });
    try {
      await Promise.any(examined);
      if (!good.includes(0)) {
        const earlier = examined.slice(0, Math.min(...good));
        await Promise.race([Promise.allSettled(earlier), wait(EARLIER_MS)]);
      }
      return urls[Math.min(...good)] ?? urls[0];
    } catch (error) {
      // The refusal of one host tells more than another host's silence.
      const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
      throw (
        errors.find((one) => !isDatabaseAway(one)) ??
        errors.find((one) => isReadOnly(one) || isFull(one)) ??
        errors[0]
      );
    } finally {
      clearTimeout(bound);
      closeAll();
    }
  }

  async function searchOnce(): Promise<string> {
    try {
      const found = await search();
      inVain = 0;
      return found;
    } catch (error) {
      lastError = error;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** inVain, MAX_WAIT_MS);
      // The wait is random, so that replicas that lost the servers together do not all come back at once.
      refusedUntilMs = performance.now() + waitMs * (0.5 + Math.random() / 2);
      inVain += 1;
      throw error;
    } finally {
      searching = undefined;
    }
  }

  async function find(): Promise<string> {
    if (searching === undefined && performance.now() < refusedUntilMs) throw lastError;
    searching ??= searchOnce();
    return searching;
  }

  const hasChoice = urls.length > 1;
  return { urls, hasChoice, find, choose: async () => (hasChoice ? find() : urls[0]) };
}
