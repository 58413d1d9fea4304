// What staff decide about appeals, by the names in the audit log.

export const appealAuditActions = ['appeal accepted', 'appeal declined'] as const;

export type AppealAuditAction = (typeof appealAuditActions)[number];
