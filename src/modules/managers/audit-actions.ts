// What happens to the managers of a claimed server, by the names in the audit log.

export const managerAuditActions = [
  'manager invited',
  'transfer offered',
  'invitation accepted',
  'invitation declined',
  'invitation withdrawn',
  'manager removed',
  'manager left',
  'server transferred',
] as const;

export type ManagerAuditAction = (typeof managerAuditActions)[number];
