// The repository of the outbox: emails that are to be composed or sent, and those that could not be sent.

import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AuditEntry } from '../../accounts/audit-ports.ts';
import type { EmailJob, NewEmailJob } from '../../accounts/email-messages.ts';
import type { NewOutboxEntry, OutboxEntry, OutboxStore } from '../../email/ports.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import type { Database, Queries, Tables } from '../engine.ts';
import { changeAndLog } from './audit.ts';

type Row = Tables['outbox']['$inferSelect'];
type JobContent = Pick<
  EmailJob,
  'accountName' | 'language' | 'token' | 'code' | 'detail' | 'until'
>;

const isToCompose = ({ outbox }: Tables) => eq(outbox.state, 'to compose');
const isToSend = ({ outbox }: Tables) => eq(outbox.state, 'to send');

export function createOutboxStore(db: Database): OutboxStore {
  const { tables } = db;
  const { outbox } = tables;
  const isEmail = (id: number) => and(isToSend(tables), eq(outbox.id, id));

  function makeDue(which: SQL | undefined, entry: AuditEntry): Promise<number> {
    const due = { attempts: 0, nextAttemptAt: entry.at, failedAt: null };
    return changeAndLog(db, entry, (tx) =>
      tx.update(outbox).set(due).where(which).returning({ id: outbox.id }),
    );
  }

  const remove = async (from: Queries, id: number) =>
    from.delete(outbox).where(isEmail(id)).returning({ id: outbox.id });

  return {
    addEmailJob: (job) => db.transaction((tx) => addEmailJob(tx, job)),

    async listEmailJobs(limit) {
      const rows = await db
        .select()
        .from(outbox)
        .where(isToCompose(tables))
        .orderBy(asc(outbox.id))
        .limit(limit);
      return rows.map(toEmailJob);
    },

    replaceEmailJob: (id, emails) =>
      db.transaction(async (tx) => {
        const [job] = await tx
          .delete(outbox)
          .where(and(isToCompose(tables), eq(outbox.id, id)))
          .returning({ id: outbox.id });
        if (job === undefined) return undefined;
        // The first email keeps the number of its job.
        let number: number | undefined = job.id;
        const added: boolean[] = [];
        for (const { entry, most } of emails) {
          const isAdded = await addEmail(tx, entry, most, number);
          if (isAdded) number = undefined;
          added.push(isAdded);
        }
        return added;
      }),

    addToOutbox: (entry, most) => db.transaction((tx) => addEmail(tx, entry, most)),

    async listDue(now, most) {
      const rows = await db
        .select()
        .from(outbox)
        .where(and(isToSend(tables), isNull(outbox.failedAt), lte(outbox.nextAttemptAt, now)))
        .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
        .limit(most);
      return rows.map(toEntry);
    },

    async measureOutbox() {
      const [failed] = await db
        .select({ count: count() })
        .from(outbox)
        .where(isNotNull(outbox.failedAt));
      const [waiting] = await db
        .select({ count: count(), oldest: min(outbox.createdAt) })
        .from(outbox)
        .where(isNull(outbox.failedAt));
      return {
        failed: failed?.count ?? 0,
        waiting: waiting?.count ?? 0,
        oldestAt: waiting?.oldest ?? undefined,
      };
    },

    async hasStuckEmail(to, kinds, since) {
      const stuck = await db
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            isTo(db, to),
            inArray(outbox.kind, [...kinds]),
            gte(outbox.createdAt, since),
            or(gt(outbox.attempts, 0), isNotNull(outbox.failedAt)),
          ),
        )
        .limit(1);
      return stuck.length > 0;
    },

    async listOutbox() {
      const rows = await db.select().from(outbox).where(isToSend(tables)).orderBy(asc(outbox.id));
      return rows.map(toEntry);
    },

    async findOutboxEntry(id) {
      const [row] = await db.select().from(outbox).where(isEmail(id));
      return row && toEntry(row);
    },

    async postponeEmail(id, attempt) {
      await db.update(outbox).set(attempt).where(isEmail(id));
    },

    async markFailed(id, failure) {
      await db.update(outbox).set(failure).where(isEmail(id));
    },

    retryEmail: async (id, entry) => (await makeDue(isEmail(id), entry)) > 0,

    retryFailedEmails: (entry) => makeDue(isNotNull(outbox.failedAt), entry),

    removeFromOutbox: async (id) => (await remove(db, id)).length > 0,

    dropFromOutbox: async (id, entry) =>
      (await changeAndLog(db, entry, (tx) => remove(tx, id))) > 0,

    async removeFailedEmails(failedBefore) {
      const removed = await db
        .delete(outbox)
        .where(lt(outbox.failedAt, failedBefore))
        .returning({ id: outbox.id });
      return removed.length;
    },
  };
}

/**
 * Adds a job, inside the transaction of the change that it is about. A job with a code replaces an earlier
 * one of its kind and account that was not composed yet: the code of that one is no longer valid.
 */
export async function addEmailJob(tx: Queries, job: NewEmailJob): Promise<void> {
  const { outbox } = tx.tables;
  const { kind, accountId, recipient, createdAt, validUntil, ...rest } = job;
  const { accountName, language, token, code, detail = '', until = null } = rest;
  if (accountId !== null && code !== '') {
    await tx
      .delete(outbox)
      .where(and(isToCompose(tx.tables), eq(outbox.accountId, accountId), eq(outbox.kind, kind)));
  }
  const content: JobContent = { accountName, language, token, code, detail, until };
  await tx.insert(outbox).values({
    ...{ state: 'to compose', kind, accountId, recipient, content: JSON.stringify(content) },
    ...{ createdAt, expiresAt: validUntil, attempts: 0, nextAttemptAt: createdAt, lastError: '' },
  });
}

/** Emails about the account of a name. Some go to addresses that it had before, or is to have. */
export function isAbout({ tables, dialect }: Queries, name: string): SQL | undefined {
  const accountName = dialect.jsonText(tables.outbox.content, 'accountName');
  return and(isToSend(tables), eq(accountName, name));
}

/** Emails to an address. `lower` folds A to Z alone: other characters are compared as they are, too. */
export function isTo({ tables }: Queries, email: string): SQL | undefined {
  const { recipient } = tables.outbox;
  const isSame = or(eq(recipient, email), eq(sql`lower(${recipient})`, mailboxKey(email)));
  return and(isToSend(tables), isSame);
}

export async function listJobsOf(db: Queries, accountId: number): Promise<EmailJob[]> {
  const { outbox } = db.tables;
  const rows = await db
    .select()
    .from(outbox)
    .where(and(isToCompose(db.tables), eq(outbox.accountId, accountId)))
    .orderBy(asc(outbox.id));
  return rows.map(toEmailJob);
}

/** Adds an email unless `most` wait already; `id` is the number of the job that it was composed from. */
async function addEmail(
  tx: Queries,
  { email, createdAt, expiresAt }: NewOutboxEntry,
  most: number,
  id?: number,
): Promise<boolean> {
  const { outbox } = tx.tables;
  const [waiting] = await tx
    .select({ count: count() })
    .from(outbox)
    .where(and(isToSend(tx.tables), isNull(outbox.failedAt)));
  if (waiting !== undefined && waiting.count >= most) return false;
  await tx.insert(outbox).values({
    ...(id === undefined ? {} : { id }),
    ...{ state: 'to send', kind: email.kind, recipient: email.to },
    ...{ content: JSON.stringify(email), createdAt, expiresAt },
    ...{ attempts: 0, nextAttemptAt: createdAt, lastError: '' },
  });
  return true;
}

function toEntry({ id, content, createdAt, expiresAt, ...row }: Row): OutboxEntry {
  const { attempts, nextAttemptAt, lastError, failedAt } = row;
  return {
    id,
    email: JSON.parse(content),
    createdAt,
    expiresAt,
    attempts,
    nextAttemptAt,
    lastError,
    failedAt,
  };
}

function toEmailJob({ id, kind, accountId, recipient, content, createdAt, ...row }: Row): EmailJob {
  const job = JSON.parse(content) as JobContent;
  const validUntil = row.expiresAt ?? 0;
  return {
    id,
    kind: kind as EmailJob['kind'],
    accountId,
    recipient,
    createdAt,
    validUntil,
    ...job,
  };
}
