// The repository of letters that wait to be sent, or could not be.

import { and, asc, count, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { letters } from '../../drizzle/schema/letters.ts';
import type { LetterStore, QueuedLetter } from '../mail/ports.ts';
import type { Connection } from './connection.ts';
import { guard } from './errors.ts';

type Row = typeof letters.$inferSelect;

function toQueued({ recipient: _recipient, kind: _kind, letter, ...row }: Row): QueuedLetter {
  return { ...row, letter: JSON.parse(letter) };
}

/** Opens the repository of letters over a connection. */
export function createLetterStore({ orm }: Connection): LetterStore {
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

    listLetters: () =>
      guard(() => orm.select().from(letters).orderBy(asc(letters.id)).all().map(toQueued)),

    postponeLetter: (id, attempt) =>
      guard(() => {
        orm.update(letters).set(attempt).where(eq(letters.id, id)).run();
      }),

    failLetter: (id, failure) =>
      guard(() => {
        orm.update(letters).set(failure).where(eq(letters.id, id)).run();
      }),

    retryLetter: (id, now) =>
      guard(
        () =>
          orm
            .update(letters)
            .set({ attempts: 0, nextAttemptAt: now, failedAt: null })
            .where(eq(letters.id, id))
            .returning({ id: letters.id })
            .all().length > 0,
      ),

    retryFailedLetters: (now) =>
      guard(
        () =>
          orm
            .update(letters)
            .set({ attempts: 0, nextAttemptAt: now, failedAt: null })
            .where(isNotNull(letters.failedAt))
            .returning({ id: letters.id })
            .all().length,
      ),

    removeLetter: (id) =>
      guard(
        () =>
          orm.delete(letters).where(eq(letters.id, id)).returning({ id: letters.id }).all().length >
          0,
      ),

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
