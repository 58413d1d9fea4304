// The actions of administrators on the outbox, named as in the audit log.

export const emailAuditActions = ['email retried', 'emails retried', 'email deleted'] as const;

export type EmailAuditAction = (typeof emailAuditActions)[number];
