// Wakes this process when another one changed the database, by LISTEN and NOTIFY of PostgreSQL.
//
// Nothing needs it: not every engine that speaks PostgreSQL has it, and what is sent while the connection is
// lost never arrives. Who listens also looks at intervals, and is only woken earlier.
//
// Bun's client subscribes again by itself, but writes to the console while it cannot, waits up to half a minute
// in between, and does not notice a connection on which nothing arrives any more. So a client here lives as
// long as its connection.

import { setTimeout as wait } from 'node:timers/promises';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import type { Orm } from './engine.ts';
import { findSqlState, isDatabaseAway } from './failures.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { openClient } from './pool.ts';

const CONNECT_SECONDS = 5;
const ANSWER_MS = 5_000;
const TRY_OUT_EVERY_MS = 5_000;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3_000;
const REFUSED_WAIT_MS = 60_000;

/** What happens to a subscription. Neither may throw. */
export interface ListenEvents {
  /** Called for each notification, those of this process included, with the text that it was sent with. */
  onNotified(payload: string): void;
  /** Called when the subscription begins, and when it does so again after a loss: some may have been missed. */
  onResumed(): void;
}

/**
 * Subscribes to a channel (63 bytes at most); throws nothing. After a loss it subscribes again within seconds of the
 * server's return; where the server has no LISTEN it tries each minute, and no event comes.
 */
export function listen(url: string, channel: string, events: ListenEvents): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hosts = createHosts(url, (single) => openClient(single, 1));

  async function keepListening(): Promise<void> {
    let losses = 0;
    while (!signal.aborted) {
      const begunAt = performance.now();
      const reason = await listenOnce(hosts, channel, events, signal).catch((error) => error);
      losses = performance.now() - begunAt > TRY_OUT_EVERY_MS ? 0 : losses + 1;
      const isRefused = findSqlState(reason) !== undefined && !isDatabaseAway(reason);
      const waitMs = isRefused
        ? REFUSED_WAIT_MS
        : Math.min(FIRST_WAIT_MS * 2 ** losses, LONGEST_WAIT_MS);
      // Replicas that lost the server together are not to come back together.
      await wait(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }

  const ended = keepListening();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

/** Subscribes; returns the reason when the subscription is lost. Throws when no host is found. */
async function listenOnce(
  hosts: Hosts,
  channel: string,
  { onNotified, onResumed }: ListenEvents,
  signal: AbortSignal,
): Promise<unknown> {
  const { promise: over, resolve: end } = Promise.withResolvers<unknown>();
  const client = new SQL(await hosts.choose(), {
    ...{ max: 1, connectionTimeout: CONNECT_SECONDS, idleTimeout: 0, maxLifetime: 0 },
    connection: { application_name: 'muster listen' },
    onclose: end,
  });
  const own = `muster_${crypto.randomUUID()}`;
  let isResumed = false;
  let timer: Timer | undefined;

  /** A connection on which nothing arrives looks like one on which nothing is sent. */
  async function tryOut(): Promise<void> {
    timer = setTimeout(end, ANSWER_MS);
    if (hosts.hasChoice) {
      // Who writes now writes to another host.
      const [row] = await client`SHOW transaction_read_only`;
      if (row.transaction_read_only !== 'off') end(undefined);
    }
    await client.notify(own);
  }

  function onOwnNotified(): void {
    clearTimeout(timer);
    timer = setTimeout(() => tryOut().catch(end), TRY_OUT_EVERY_MS);
    if (isResumed) return;
    isResumed = true;
    onResumed();
  }

  async function subscribe(): Promise<void> {
    timer = setTimeout(end, CONNECT_SECONDS * 1_000 + ANSWER_MS);
    await client.listen(own, onOwnNotified);
    await client.listen(channel, onNotified);
    clearTimeout(timer);
    await tryOut();
  }

  signal.addEventListener('abort', end);
  if (signal.aborted) end(undefined);
  subscribe().catch(end);
  try {
    return await over;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    void client.close({ timeout: 0 });
  }
}

/** Finds out whether the server has notifications, outside of a transaction, which it would otherwise break. */
export async function openNotify(
  orm: Orm,
): Promise<(tx: Orm, channel: string, revision: number) => Promise<void>> {
  try {
    await orm.execute(sql`SELECT pg_notify('muster_tried_out', '')`);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return async () => {};
  }
  return async (tx, channel, revision) => {
    await tx.execute(sql`SELECT pg_notify(${channel}, ${`${revision}`})`);
  };
}
