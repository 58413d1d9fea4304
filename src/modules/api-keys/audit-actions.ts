// The names in the audit log for keys of staff, and for what programs do to the servers of their owners.

export const keyAuditActions = ['key made', 'key revoked', 'server texts changed'] as const;

export type KeyAuditAction = (typeof keyAuditActions)[number];
