// The store of webhooks, of their waiting events, and of the server states that cause events.

import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, min, ne, or, sql } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  inParts,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { writeAuditEntry } from '../audit/audit-store.ts';
import { addNotice } from '../email/outbox-store.ts';
import {
  changeState,
  FORGOTTEN_MS,
  findEvent,
  MAX_AWAY,
  type ServerState,
} from './state-transitions.ts';
import { type ServerEvent, URGENT_EVENTS } from './webhook-events.ts';
import { addAnswer, MAX_WAITING_EVENTS, mayEmail } from './webhook-limits.ts';
import type { DueEvent, StateChange, Webhook, WebhookStore } from './webhook-ports.ts';
import { latestWait } from './webhook-retries.ts';

/** Whether an account may edit the server of another one. Default: no. */
interface WebhookHooks {
  isManager?(tx: Queries, accountId: number, hash: string): Promise<boolean>;
}

export function createWebhookStore(
  db: Database,
  { isManager = async () => false }: WebhookHooks = {},
): WebhookStore {
  const { claims, serverStates, webhookEvents, webhooks } = db.tables;
  const ofWhom = (hash: string | null) =>
    hash === null ? isNull(webhooks.hash) : eq(webhooks.hash, hash);

  return {
    async listWebhooks(hash) {
      const rows = db.select().from(webhooks).where(ofWhom(hash)).orderBy(asc(webhooks.id));
      return (await rows) as Webhook[];
    },

    addWebhook: (webhook, first, most, entry) =>
      db.transaction(async (tx) => {
        const { hash, accountId } = webhook;
        if ((await countRows(tx, webhooks, ofWhom(hash))) >= most) return 'full';
        if (hash !== null && accountId !== null) {
          const isOwn = await hasRow(tx, claims, matches(claims, { hash, accountId }));
          if (!isOwn && !(await isManager(tx, accountId, hash))) return 'not yours';
        }
        const row = { ...webhook, events: [...webhook.events], answers: [] };
        const added = await tx.insert(webhooks).values(row).returning();
        for (const one of added) await addFor(tx, one as Webhook, first);
        if (entry !== undefined) await writeAuditEntry(tx, entry);
        return 'added';
      }),

    removeWebhook: (id, hash, entry) =>
      db.transaction(async (tx) => {
        const removed = await removeRows(tx, webhooks, and(eq(webhooks.id, id), ofWhom(hash)));
        if (removed > 0 && entry !== undefined) await writeAuditEntry(tx, entry);
      }),

    async listHere() {
      const { hash, isListed, state } = serverStates;
      return db.select({ hash, isListed }).from(serverStates).where(eq(state, 'here'));
    },

    noteStates: (changes, now, mostAway = MAX_AWAY) =>
      db.transaction(async (tx) => {
        for (const some of inParts(changes)) await noteSome(tx, some, now);
        const { changedAt, state } = serverStates;
        const isAway = ne(state, 'here');
        const away = tx.select({ changedAt }).from(serverStates).where(isAway);
        const [excess] = await away.orderBy(desc(changedAt)).offset(mostAway).limit(1);
        const isOver = lte(changedAt, excess?.changedAt ?? 0);
        await removeRows(tx, serverStates, and(isAway, isOver));
        await removeAged(tx, serverStates, and(isAway, lt(changedAt, now - FORGOTTEN_MS)), now);
      }),

    async listDueEvents(now, most) {
      const { id, webhookId, event, type } = webhookEvents;
      const urgent = sql`min(case when ${inArray(type, [...URGENT_EVENTS])} then ${id} end)`;
      const first = db
        .select({ id: sql<number>`coalesce(${urgent}, ${min(id)})` })
        .from(webhookEvents)
        .groupBy(webhookId);
      const { disabledAt, nextAttemptAt } = webhooks;
      const isDue = or(lte(nextAttemptAt, now), gt(nextAttemptAt, latestWait(now)));
      const rows = await db
        .select({ id, event, webhook: webhooks })
        .from(webhookEvents)
        .innerJoin(webhooks, eq(webhooks.id, webhookId))
        .where(and(isNull(disabledAt), isDue, inArray(id, first)))
        .orderBy(desc(isNull(webhooks.hash)), asc(webhooks.attempts), asc(id))
        .limit(most);
      return rows as DueEvent[];
    },

    noteAnswer: ({ webhook, id }, answer, { attempts, waitMs }) =>
      db.transaction(async (tx) => {
        const isOff = waitMs === undefined;
        const when = isOff ? { disabledAt: answer.at } : { nextAttemptAt: answer.at + waitMs };
        const next = { attempts, answers: addAnswer(webhook, answer), ...when };
        const webhookId = webhook.id;
        const isThere = await updateRows(tx, webhooks, next, matches(webhooks, { id: webhookId }));
        const done = matches(webhookEvents, isOff ? { webhookId } : { id });
        if (isOff || attempts === 0) await removeRows(tx, webhookEvents, done);
        if (!isThere || !isOff) return;
        const { host } = new URL(webhook.urlSecret);
        const about = { at: answer.at, hash: webhook.hash ?? '', name: '', reason: host };
        await addEmail(tx, webhook, { type: 'off', ...about });
      }),
  };
}

/**
 * Stores the states of servers, and adds their events. After a start thousands of servers change; one query for each
 * would take ten times as long, and tens of megabytes.
 */
async function noteSome(tx: Queries, changes: readonly StateChange[], at: number): Promise<void> {
  const { historySeries, serverStates, webhooks } = tx.tables;
  const hashes = changes.map(({ hash }) => hash);
  const rows = await tx.select().from(serverStates).where(inArray(serverStates.hash, hashes));
  const states = new Map<string, ServerState>(rows.map((row) => [row.hash, row]));
  const { hash, firstAt } = historySeries;
  const series = await tx
    .select({ hash, firstAt })
    .from(historySeries)
    .where(inArray(hash, hashes));
  const firstAtOf = new Map(series.map((row) => [row.hash, row.firstAt]));
  const isAnyTold = await hasRow(tx, webhooks);
  const changed = new Map<string, ServerState>();
  for (const change of changes) {
    const before = states.get(change.hash);
    const next = changeState(before, change);
    if (next === undefined) continue;
    states.set(change.hash, next);
    changed.set(change.hash, next);
    const type = findEvent(before, next, firstAtOf.get(change.hash), at);
    if (type === undefined || !isAnyTold) continue;
    const event = { type, at, hash: change.hash, name: next.name, reason: change.reason };
    await addEvent(tx, event, next.isListed);
  }
  if (changed.size === 0) return;
  const changedRows = [...changed].map(([hash, state]) => ({ ...state, hash, changedAt: at }));
  await tx
    .insert(serverStates)
    .values(changedRows)
    .onConflictDoUpdate({
      target: serverStates.hash,
      set: {
        state: sql`excluded.state`,
        name: sql`excluded.name`,
        isListed: sql`excluded.is_listed`,
        wasListed: sql`excluded.was_listed`,
        changedAt: sql`excluded.changed_at`,
      },
    });
}

/** Adds an event to the webhooks that want it (the site's only if `isPublic`), in the caller's transaction. */
export async function addEvent(tx: Queries, event: ServerEvent, isPublic = true): Promise<void> {
  const { webhooks } = tx.tables;
  const isOfSite = isPublic ? isNull(webhooks.hash) : undefined;
  const isConcerned = or(isOfSite, eq(webhooks.hash, event.hash));
  const rows = tx
    .select()
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), isConcerned));
  for (const webhook of await rows) {
    if (webhook.events.includes(event.type)) await addFor(tx, webhook as Webhook, event);
  }
}

async function addFor(tx: Queries, webhook: Webhook, event: ServerEvent): Promise<void> {
  const { webhookEvents, webhooks } = tx.tables;
  if (webhook.format === 'email') {
    const { type, at } = event;
    if (!(await hasReader(tx, webhook))) {
      const isTheRow = matches(webhooks, { id: webhook.id });
      return void (await updateRows(tx, webhooks, { disabledAt: at }, isTheRow));
    }
    if (!mayEmail(webhook, event)) return;
    const answers = addAnswer(webhook, { at, event: type, status: 0 });
    await updateRows(tx, webhooks, { answers }, matches(webhooks, { id: webhook.id }));
    return addEmail(tx, webhook, event);
  }
  const { id, webhookId } = webhookEvents;
  const { type } = event;
  await tx.insert(webhookEvents).values({ webhookId: webhook.id, type, event });
  const isOfIt = and(eq(webhookId, webhook.id), eq(webhookEvents.type, type));
  const newest = tx.select({ id }).from(webhookEvents).where(isOfIt).orderBy(desc(id));
  const [last] = await newest.offset(MAX_WAITING_EVENTS).limit(1);
  if (last !== undefined) await tx.delete(webhookEvents).where(and(isOfIt, lte(id, last.id)));
}

/** Whether the account that added a webhook still exists and, if it is one of the site, is an administrator. */
async function hasReader(tx: Queries, { hash, accountId }: Webhook): Promise<boolean> {
  if (accountId === null) return false;
  const { accounts } = tx.tables;
  const account = await findRow(tx, accounts, matches(accounts, { id: accountId }));
  return hash !== null || account?.role === 'administrator';
}

async function addEmail(tx: Queries, webhook: Webhook, event: ServerEvent): Promise<void> {
  const { accountId, hash } = webhook;
  if (accountId === null) return;
  // The email links to the page where the webhook can be changed.
  const detail = JSON.stringify({ ...event, hash: hash ?? '' });
  await addNotice(tx, { accountId, kind: 'server event', detail, now: event.at });
}
