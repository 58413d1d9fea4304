// The repository of letters that wait to be sent, or could not be.

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
import { outbox } from '../../drizzle/schema/outbox.ts';
import type { AuditEntry } from '../accounts/audit-ports.ts';
import type { OutboxEntry, OutboxStore } from '../email/ports.ts';
import { changeAndLog } from './audit.ts';
import type { Connection } from './connection.ts';
import { toEmailKey } from './email-keys.ts';
import { withStoreErrors } from './errors.ts';

type Row = typeof outbox.$inferSelect;

function toQueued({ recipient: _recipient, kind: _kind, email, ...row }: Row): OutboxEntry {
  return { ...row, email: JSON.parse(email) };
}

/** Letters about the account of a name, some of which go to addresses that it had, or is to have. */
export function isAbout(name: string): SQL {
  return sql`json_extract(${outbox.email}, '$.accountName') = ${name}`;
}

/** Letters to an address. SQLite folds A to Z alone: other letters are compared as they are, too. */
export function isTo(email: string): SQL | undefined {
  return or(eq(outbox.recipient, email), eq(sql`lower(${outbox.recipient})`, toEmailKey(email)));
}

/** Opens the repository of letters over a connection. */
export function createOutboxStore({ orm }: Connection): OutboxStore {
  function makeDue(which: SQL, entry: AuditEntry): Promise<number> {
    const due = { attempts: 0, nextAttemptAt: entry.at, failedAt: null };
    return withStoreErrors(() =>
      changeAndLog({ orm }, entry, () =>
        orm.update(outbox).set(due).where(which).returning({ id: outbox.id }).all(),
      ),
    );
  }

  const remove = (id: number) =>
    orm.delete(outbox).where(eq(outbox.id, id)).returning({ id: outbox.id }).all();

  return {
    addToOutbox: ({ email, createdAt, expiresAt }, most) =>
      withStoreErrors(() =>
        orm.transaction(
          (tx) => {
            const waiting = tx
              .select({ count: count() })
              .from(outbox)
              .where(isNull(outbox.failedAt))
              .get();
            if (waiting !== undefined && waiting.count >= most) return false;
            tx.insert(outbox)
              .values({
                recipient: email.to,
                kind: email.kind,
                email: JSON.stringify(email),
                createdAt,
                expiresAt,
                attempts: 0,
                nextAttemptAt: createdAt,
                lastError: '',
                failedAt: null,
              })
              .run();
            return true;
          },
          { behavior: 'immediate' },
        ),
      ),

    listDue: (now, most) =>
      withStoreErrors(() =>
        orm
          .select()
          .from(outbox)
          .where(and(isNull(outbox.failedAt), lte(outbox.nextAttemptAt, now)))
          .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
          .limit(most)
          .all()
          .map(toQueued),
      ),

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
      withStoreErrors(() => orm.select().from(outbox).orderBy(asc(outbox.id)).all().map(toQueued)),

    findOutboxEntry: (id) =>
      withStoreErrors(() => {
        const row = orm.select().from(outbox).where(eq(outbox.id, id)).get();
        return row && toQueued(row);
      }),

    postponeEmail: (id, attempt) =>
      withStoreErrors(() => {
        orm.update(outbox).set(attempt).where(eq(outbox.id, id)).run();
      }),

    markFailed: (id, failure) =>
      withStoreErrors(() => {
        orm.update(outbox).set(failure).where(eq(outbox.id, id)).run();
      }),

    retryEmail: async (id, entry) => (await makeDue(eq(outbox.id, id), entry)) > 0,

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
