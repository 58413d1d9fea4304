// Every sentence about staff notes.

import type { NoteAuditAction } from './audit-actions.ts';

export const noteMessages = {
  title: 'Staff notes',
  intro: 'Only staff can read these notes.',
  caption: 'Staff notes, newest first',
  none: 'There are no notes yet.',
  note: 'Note',
  noteHint: (most: number) => `At most ${most} characters.`,
  add: 'Write a note',
  save: 'Save note',
  remove: 'Remove note',
  done: { 'note-add': 'The note was saved.', 'note-remove': 'The note was removed.' },
};

export const noteAuditSentences: Readonly<Record<NoteAuditAction, string>> = {
  'note added': 'Wrote a note',
  'note removed': 'Removed a note',
};

export const noteFailures = {
  text: { label: 'The note', missing: 'Enter a note.' },
  unknown:
    'This site has never seen a server with this address, so you cannot write notes about it.',
  full: (most: number) => `There are ${most} notes here already. Remove one that is out of date.`,
  gone: 'This note no longer exists.',
  notYours: 'Only its author and administrators can remove a note.',
};
