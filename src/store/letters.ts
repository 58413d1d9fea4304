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
import { letters } from '../../drizzle/schema/letters.ts';
import type { AuditEntry } from '../accounts/audit-ports.ts';
import type { LetterStore, QueuedLetter } from '../mail/ports.ts';
import { changeAndLog } from './audit.ts';
import type { Connection } from './connection.ts';
import { toEmailKey } from './email-keys.ts';
import { guard } from './errors.ts';

type Row = typeof letters.$inferSelect;

function toQueued({ recipient: _recipient, kind: _kind, letter, ...row }: Row): QueuedLetter {
  return { ...row, letter: JSON.parse(letter) };
}

/** Letters about the account of a name, some of which go to addresses that it had, or is to have. */
export function isAbout(name: string): SQL {
  return sql`json_extract(${letters.letter}, '$.accountName') = ${name}`;
}

/** Letters to an address. SQLite folds A to Z alone: other letters are compared as they are, too. */
export function isTo(email: string): SQL | undefined {
  return or(eq(letters.recipient, email), eq(sql`lower(${letters.recipient})`, toEmailKey(email)));
}

/** Opens the repository of letters over a connection. */
export function createLetterStore({ orm }: Connection): LetterStore {
  function makeDue(which: SQL, entry: AuditEntry): Promise<number> {
    const due = { attempts: 0, nextAttemptAt: entry.at, failedAt: null };
    return guard(() =>
      changeAndLog({ orm }, entry, () =>
        orm.update(letters).set(due).where(which).returning({ id: letters.id }).all(),
      ),
    );
  }

  const remove = (id: number) =>
    orm.delete(letters).where(eq(letters.id, id)).returning({ id: letters.id }).all();

  return {
    addLetter: ({ letter, createdAt, expiresAt }, most) =>
      guard(() =>
        orm.transaction(
          (tx) => {
            const waiting = tx
              .select({ count: count() })
              .from(letters)
              .where(isNull(letters.failedAt))
              .get();
            if (waiting !== undefined && waiting.count >= most) return false;
            tx.insert(letters)
              .values({
                recipient: letter.to,
                kind: letter.kind,
                letter: JSON.stringify(letter),
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

    listDueLetters: (now, most) =>
      guard(() =>
        orm
          .select()
          .from(letters)
          .where(and(isNull(letters.failedAt), lte(letters.nextAttemptAt, now)))
          .orderBy(asc(letters.nextAttemptAt), asc(letters.id))
          .limit(most)
          .all()
          .map(toQueued),
      ),

    hasStuckLetter: (to, kinds, since) =>
      guard(
        () =>
          orm
            .select({ id: letters.id })
            .from(letters)
            .where(
              and(
                isTo(to),
                inArray(letters.kind, [...kinds]),
                gte(letters.createdAt, since),
                or(gt(letters.attempts, 0), isNotNull(letters.failedAt)),
              ),
            )
            .limit(1)
            .get() !== undefined,
      ),

    listLetters: () =>
      guard(() => orm.select().from(letters).orderBy(asc(letters.id)).all().map(toQueued)),

    findLetter: (id) =>
      guard(() => {
        const row = orm.select().from(letters).where(eq(letters.id, id)).get();
        return row && toQueued(row);
      }),

    postponeLetter: (id, attempt) =>
      guard(() => {
        orm.update(letters).set(attempt).where(eq(letters.id, id)).run();
      }),

    failLetter: (id, failure) =>
      guard(() => {
        orm.update(letters).set(failure).where(eq(letters.id, id)).run();
      }),

    retryLetter: async (id, entry) => (await makeDue(eq(letters.id, id), entry)) > 0,

    retryFailedLetters: (entry) => makeDue(isNotNull(letters.failedAt), entry),

    removeLetter: (id) => guard(() => remove(id).length > 0),

    dropLetter: (id, entry) => guard(() => changeAndLog({ orm }, entry, () => remove(id)) > 0),

    removeFailedLetters: (failedBefore) =>
      guard(
        () =>
          orm
            .delete(letters)
            .where(lt(letters.failedAt, failedBefore))
            .returning({ id: letters.id })
            .all().length,
      ),
  };
}
