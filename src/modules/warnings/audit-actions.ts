// What staff do about warnings, by the names in the audit log.

export const warningAuditActions = ['account warned', 'warning withdrawn'] as const;

export type WarningAuditAction = (typeof warningAuditActions)[number];
