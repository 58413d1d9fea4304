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
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { outbox } from '../../../drizzle/schema/outbox.ts';
import type { AuditEntry } from '../../accounts/audit-ports.ts';
import type { EmailJob, NewEmailJob } from '../../accounts/email-messages.ts';
import type { NewOutboxEntry, OutboxEntry, OutboxStore } from '../../email/ports.ts';
import { DEFAULT_LANGUAGE } from '../../messages/language.ts';
import { changeAndLog } from './audit.ts';
import type { Connection } from '../sqlite/connection.ts';
import { toEmailKey } from './email-keys.ts';
import { withStoreErrors } from '../errors.ts';

type Row = typeof outbox.$inferSelect;
type Transaction = Pick<Connection['orm'], 'select' | 'insert' | 'delete'>;
/** What the column `content` holds of a job. */
type JobContent = Pick<
  EmailJob,
  'accountName' | 'language' | 'token' | 'code' | 'detail' | 'until'
>;

const isToCompose = eq(outbox.state, 'to compose');
const isToSend = eq(outbox.state, 'to send');

/** Opens the repository over a connection. */
export function createOutboxStore({ orm }: Connection): OutboxStore {
  const immediately = { behavior: 'immediate' } as const;
  const isEmail = (id: number) => and(isToSend, eq(outbox.id, id));

  function makeDue(which: SQL | undefined, entry: AuditEntry): Promise<number> {
    const due = { attempts: 0, nextAttemptAt: entry.at, failedAt: null };
    return withStoreErrors(() =>
      changeAndLog({ orm }, entry, () =>
        orm.update(outbox).set(due).where(which).returning({ id: outbox.id }).all(),
      ),
    );
  }

  const remove = (id: number) =>
    orm.delete(outbox).where(isEmail(id)).returning({ id: outbox.id }).all();

  return {
    addEmailJob: (job) =>
      withStoreErrors(() => orm.transaction((tx) => addEmailJob(tx, job), immediately)),

    listEmailJobs: (limit) =>
      withStoreErrors(() =>
        orm
          .select()
          .from(outbox)
          .where(isToCompose)
          .orderBy(asc(outbox.id))
          .limit(limit)
          .all()
          .map(toEmailJob),
      ),

    replaceEmailJob: (id, emails) =>
      withStoreErrors(() =>
        orm.transaction((tx) => {
          const job = tx
            .delete(outbox)
            .where(and(isToCompose, eq(outbox.id, id)))
            .returning({ id: outbox.id })
            .get();
          if (job === undefined) return undefined;
          // The first email keeps the number of its job.
          let number: number | undefined = job.id;
          return emails.map(({ entry, most }) => {
            const isAdded = addEmail(tx, entry, most, number);
            if (isAdded) number = undefined;
            return isAdded;
          });
        }, immediately),
      ),

    addToOutbox: (entry, most) =>
      withStoreErrors(() => orm.transaction((tx) => addEmail(tx, entry, most), immediately)),

    listDue: (now, most) =>
      withStoreErrors(() =>
        orm
          .select()
          .from(outbox)
          .where(and(isToSend, isNull(outbox.failedAt), lte(outbox.nextAttemptAt, now)))
          .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
          .limit(most)
          .all()
          .map(toEntry),
      ),

    measureOutbox: () =>
      withStoreErrors(() => {
        const isFailed = isNotNull(outbox.failedAt);
        const { failed } = orm.select({ failed: count() }).from(outbox).where(isFailed).get() ?? {
          failed: 0,
        };
        const oldest = sql<number | null>`min(${outbox.createdAt})`;
        const waiting = orm
          .select({ count: count(), oldest })
          .from(outbox)
          .where(isNull(outbox.failedAt))
          .get();
        return { failed, waiting: waiting?.count ?? 0, oldestAt: waiting?.oldest ?? undefined };
      }),

    hasStuckEmail: (to, kinds, since) =>
      withStoreErrors(
        () =>
          orm
            .select({ id: outbox.id })
            .from(outbox)
            .where(
              and(
                isTo(to),
                inArray(outbox.kind, [...kinds]),
                gte(outbox.createdAt, since),
                or(gt(outbox.attempts, 0), isNotNull(outbox.failedAt)),
              ),
            )
            .limit(1)
            .get() !== undefined,
      ),

    listOutbox: () =>
      withStoreErrors(() =>
        orm.select().from(outbox).where(isToSend).orderBy(asc(outbox.id)).all().map(toEntry),
      ),

    findOutboxEntry: (id) =>
      withStoreErrors(() => {
        const row = orm.select().from(outbox).where(isEmail(id)).get();
        return row && toEntry(row);
      }),

    postponeEmail: (id, attempt) =>
      withStoreErrors(() => {
        orm.update(outbox).set(attempt).where(isEmail(id)).run();
      }),

    markFailed: (id, failure) =>
      withStoreErrors(() => {
        orm.update(outbox).set(failure).where(isEmail(id)).run();
      }),

    retryEmail: async (id, entry) => (await makeDue(isEmail(id), entry)) > 0,

    retryFailedEmails: (entry) => makeDue(isNotNull(outbox.failedAt), entry),

    removeFromOutbox: (id) => withStoreErrors(() => remove(id).length > 0),

    dropFromOutbox: (id, entry) =>
      withStoreErrors(() => changeAndLog({ orm }, entry, () => remove(id)) > 0),

    removeFailedEmails: (failedBefore) =>
      withStoreErrors(
        () =>
          orm
            .delete(outbox)
            .where(lt(outbox.failedAt, failedBefore))
            .returning({ id: outbox.id })
            .all().length,
      ),
  };
}

/**
 * Adds a job, inside the transaction of the change that it is about. A job with a code replaces an earlier
 * one of its kind and account that was not composed yet: the code of that one is no longer valid.
 */
export function addEmailJob(tx: Pick<Transaction, 'insert' | 'delete'>, job: NewEmailJob): void {
  const { kind, accountId, recipient, createdAt, validUntil, ...rest } = job;
  const { accountName, language, token, code, detail = '', until = null } = rest;
  if (accountId !== null && code !== '') {
    tx.delete(outbox)
      .where(and(isToCompose, eq(outbox.accountId, accountId), eq(outbox.kind, kind)))
      .run();
  }
  const content: JobContent = { accountName, language, token, code, detail, until };
  tx.insert(outbox)
    .values({
      ...{ state: 'to compose', kind, accountId, recipient, content: JSON.stringify(content) },
      ...{ createdAt, expiresAt: validUntil, attempts: 0, nextAttemptAt: createdAt, lastError: '' },
    })
    .run();
}

/** Emails about the account of a name. Some go to addresses that it had before, or is to have. */
export function isAbout(name: string): SQL | undefined {
  return and(isToSend, sql`json_extract(${outbox.content}, '$.accountName') = ${name}`);
}

/** Emails to an address. SQLite folds A to Z alone: other characters are compared as they are, too. */
export function isTo(email: string): SQL | undefined {
  const isSame = eq(outbox.recipient, email);
  return and(isToSend, or(isSame, eq(sql`lower(${outbox.recipient})`, toEmailKey(email))));
}

/** Jobs that are removed with an account. */
export function listJobsOf(orm: Pick<Transaction, 'select'>, accountId: number): EmailJob[] {
  return orm
    .select()
    .from(outbox)
    .where(and(isToCompose, eq(outbox.accountId, accountId)))
    .orderBy(asc(outbox.id))
    .all()
    .map(toEmailJob);
}

/** Adds an email unless `most` wait already; `id` is the number of the job that it was composed from. */
function addEmail(
  tx: Pick<Transaction, 'select' | 'insert'>,
  { email, createdAt, expiresAt }: NewOutboxEntry,
  most: number,
  id?: number,
): boolean {
  const waiting = tx
    .select({ count: count() })
    .from(outbox)
    .where(and(isToSend, isNull(outbox.failedAt)))
    .get();
  if (waiting !== undefined && waiting.count >= most) return false;
  tx.insert(outbox)
    .values({
      ...(id === undefined ? {} : { id }),
      ...{ state: 'to send', kind: email.kind, recipient: email.to },
      ...{ content: JSON.stringify(email), createdAt, expiresAt },
      ...{ attempts: 0, nextAttemptAt: createdAt, lastError: '' },
    })
    .run();
  return true;
}

function toEntry({ id, content, createdAt, expiresAt, ...row }: Row): OutboxEntry {
  const { attempts, nextAttemptAt, lastError, failedAt } = row;
  // What an earlier version queued has no language.
  const email = { language: DEFAULT_LANGUAGE, ...JSON.parse(content) };
  return { id, email, createdAt, expiresAt, attempts, nextAttemptAt, lastError, failedAt };
}

function toEmailJob({ id, kind, accountId, recipient, content, createdAt, ...row }: Row): EmailJob {
  const { accountName, token, code, detail, until, ...rest } = JSON.parse(content) as JobContent;
  const { language = DEFAULT_LANGUAGE } = rest as Partial<Pick<JobContent, 'language'>>;
  return {
    ...{ id, kind: kind as EmailJob['kind'], accountId, accountName, language, recipient },
    ...{ token, code, createdAt, validUntil: row.expiresAt ?? 0, detail, until },
  };
}
