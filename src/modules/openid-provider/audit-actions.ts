// What administrators do to the clients of single sign-on, by the names in the audit log.

export const openidAuditActions = [
  'client added',
  'client changed',
  'client trusted',
  'client not trusted',
  'client turned on',
  'client turned off',
  'client removed',
  'client secret renewed',
  'signing keys rotated',
] as const;

export type OpenidAuditAction = (typeof openidAuditActions)[number];
