// The port of the store for notes of staff. Times are milliseconds since the Unix epoch.

import type { AuditEntry } from '../audit/index.ts';

/** What a note is about: the number of an account, or the hash of a server. */
export type NoteSubject = number | string;

export interface StaffNote {
  id: number;
  authorId: number;
  /** The author's name when the note was written. */
  authorName: string;
  text: string;
  createdAt: number;
}

/** Stores notes. Each change writes its audit entry with it. */
export interface StaffNoteStore {
  /** Lists the notes about one subject, newest first. */
  listNotes(subject: NoteSubject): Promise<StaffNote[]>;
  /** Returns false, and stores nothing, when the subject has `most` notes or its account is gone. */
  addNote(
    subject: NoteSubject,
    note: Omit<StaffNote, 'id'>,
    most: number,
    entry: AuditEntry,
  ): Promise<boolean>;
  /** Returns false when there is no such note about the subject. */
  removeNote(subject: NoteSubject, id: number, entry: AuditEntry): Promise<boolean>;
}
