// The use cases of notes that staff write about accounts and servers, and who may read and remove them.

import { requireLines } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { type AccountStore, findRights, mayDo } from '../account/index.ts';
import { type AuditEntry, withServerName } from '../audit/index.ts';
import type { NoteAuditAction } from './audit-actions.ts';
import { noteFailures } from './messages.ts';
import type { NoteSubject, StaffNote, StaffNoteStore } from './staff-note-ports.ts';

export const MAX_NOTE_LENGTH = 2_000;
/** The most notes about one account or server. */
export const MAX_NOTES = 50;

export interface StaffNotePorts {
  clock: Clock;
  staffNotes: StaffNoteStore;
  accounts: Pick<AccountStore, 'findAccountById'>;
  servers: {
    findServer(hash: string): { listing: { name: string } } | undefined;
    claims: { findClaim(hash: string): object | undefined };
    history: { findSeriesOf(hashes: readonly string[]): Promise<ReadonlyMap<string, unknown>> };
    findBan(hash: string, past: undefined): object | undefined;
  };
}

type Author = Extract<Actor, { kind: 'account' }>;

export interface ShownNote extends StaffNote {
  isRemovable: boolean;
}

export type StaffNotes = ReturnType<typeof createStaffNotes>;

export function createStaffNotes(ports: StaffNotePorts) {
  const { clock, staffNotes: store, accounts, servers } = ports;
  /** Moderators write about players and servers, administrators about everybody. */
  async function admit(author: Author, subject: NoteSubject) {
    const rights = await findRights(author, accounts);
    const account =
      typeof subject === 'number' ? await accounts.findAccountById(subject) : undefined;
    return {
      rights,
      account,
      isAllowed: mayDo(rights.role, 'suspend', account?.role),
      canRemove: ({ authorId }: StaffNote) =>
        authorId === author.id || rights.role === 'administrator',
    };
  }

  /** Whether this site knows a server: anybody can make up hashes, so notes about all of them would have no end. */
  async function isKnown(hash: string): Promise<boolean> {
    const { findServer, claims, history, findBan } = servers;
    if (findServer(hash) ?? claims.findClaim(hash) ?? findBan(hash, undefined)) return true;
    if ((await history.findSeriesOf([hash])).size > 0) return true;
    // A private server leaves no history.
    return (await store.listNotes(hash)).length > 0;
  }

  async function begin(author: Author, subject: NoteSubject, action: NoteAuditAction) {
    const { rights, account, canRemove } = await admit(author, subject);
    rights.assertMay('suspend', account);
    const at = clock.now();
    const about =
      typeof subject === 'number'
        ? { subject: account?.name ?? '', detail: '' }
        : { subject, detail: withServerName('', servers.findServer(subject)?.listing.name ?? '') };
    const toEntry = (reason: string): AuditEntry => {
      return { at, actor: author, action, reason, ...about };
    };
    return { at, canRemove, toEntry };
  }

  return {
    /** Lists the notes, newest first; `undefined` if the reader may not read them. */
    async list(reader: Author, subject: NoteSubject): Promise<ShownNote[] | undefined> {
      const { isAllowed, canRemove } = await admit(reader, subject);
      if (!isAllowed) return undefined;
      const notes = await store.listNotes(subject);
      return notes.map((note) => ({ ...note, isRemovable: canRemove(note) }));
    },

    /** Throws `invalid` for an empty or long text, `conflict` for an unknown server or too many notes. */
    async add(author: Author, subject: NoteSubject, typed: string): Promise<void> {
      const { at, toEntry } = await begin(author, subject, 'note added');
      if (typeof subject === 'string' && !(await isKnown(subject))) {
        throw new Failure('conflict', noteFailures.unknown);
      }
      const { id: authorId, name: authorName } = author;
      const note = {
        authorId,
        authorName,
        text: requireLines(typed, { ...noteFailures.text, most: MAX_NOTE_LENGTH }),
        createdAt: at,
      };
      if (await store.addNote(subject, note, MAX_NOTES, toEntry(''))) return;
      throw new Failure('conflict', noteFailures.full(MAX_NOTES));
    },

    /** Throws `forbidden` for somebody else's note, unless an administrator removes it. */
    async remove(author: Author, subject: NoteSubject, id: number, reason: string): Promise<void> {
      const { canRemove, toEntry } = await begin(author, subject, 'note removed');
      const note = (await store.listNotes(subject)).find((each) => each.id === id);
      if (note !== undefined && !canRemove(note)) {
        throw new Failure('forbidden', noteFailures.notYours);
      }
      if (note !== undefined && (await store.removeNote(subject, id, toEntry(reason)))) return;
      throw new Failure('conflict', noteFailures.gone);
    },
  };
}
