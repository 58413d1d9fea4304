// What staff do to notes, by the names in the audit log.

export const noteAuditActions = ['note added', 'note removed'] as const;

export type NoteAuditAction = (typeof noteAuditActions)[number];
