// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { noteAuditActions } from './audit-actions.ts';
import { noteAuditSentences } from './messages.ts';
import { staffNoteTables } from './staff-note-tables.ts';
import type { StaffNotePorts } from './staff-notes.ts';
import { createStaffNoteStore, moveNotes } from './staff-notes-store.ts';

export const staffNotes = {
  name: 'staff-notes',
  audit: { actions: noteAuditActions, sentences: noteAuditSentences },
  createTables: staffNoteTables,
  createStores: (db: Database) => ({ staffNotes: createStaffNoteStore(db) }),
  moveServer: moveNotes,
  async open(ports: StaffNotePorts) {
    const { createStaffNotes } = await import('./staff-notes.ts');
    const notes = createStaffNotes(ports);
    return { loadParts: async () => (await import('./staff-notes-page.tsx')).createParts(notes) };
  },
} satisfies OptionalModule;
