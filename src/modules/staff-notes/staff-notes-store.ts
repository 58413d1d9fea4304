// The store of the notes that staff write about accounts and servers.

import { and, desc, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { countRows, removeRows } from '../../platform/store/queries.ts';
import { isAccountThere } from '../account/account-store.ts';
import { changeAndLog } from '../audit/audit-store.ts';
import type { NoteSubject, StaffNoteStore } from './staff-note-ports.ts';

export function createStaffNoteStore(db: Database): StaffNoteStore {
  const { accountNotes, serverNotes } = db.tables;
  /** The table, the key of its rows, and the condition for them. */
  const rowsOf = (subject: NoteSubject) =>
    typeof subject === 'number'
      ? { table: accountNotes, key: { subject }, isAbout: eq(accountNotes.subject, subject) }
      : {
          table: serverNotes as unknown as typeof accountNotes,
          key: { hash: subject },
          isAbout: eq(serverNotes.hash, subject),
        };
  const canHaveNotes = async (tx: Queries, subject: NoteSubject) =>
    typeof subject === 'string' || (await isAccountThere(tx, subject));

  return {
    async listNotes(subject) {
      const { table, isAbout } = rowsOf(subject);
      const { id, authorId, authorName, text, createdAt } = table;
      return db
        .select({ id, authorId, authorName, text, createdAt })
        .from(table)
        .where(isAbout)
        .orderBy(desc(id));
    },

    addNote: (subject, note, most, entry) =>
      changeAndLog(db, entry, async (tx) => {
        const { table, key, isAbout } = rowsOf(subject);
        if (!(await canHaveNotes(tx, subject))) return 0;
        if ((await countRows(tx, table, isAbout)) >= most) return 0;
        await tx.insert<PgTable>(table).values({ ...note, ...key });
        return 1;
      }),

    removeNote: (subject, id, entry) =>
      changeAndLog(db, entry, (tx) => {
        const { table, isAbout } = rowsOf(subject);
        return removeRows(tx, table, and(isAbout, eq(table.id, id)));
      }),
  };
}

/** Moves the notes about a server whose hash changed. Call it inside the transaction of the move. */
export async function moveNotes(tx: Queries, from: string, to: string): Promise<void> {
  const { serverNotes } = tx.tables;
  await tx.update(serverNotes).set({ hash: to }).where(eq(serverNotes.hash, from));
}
