// The actions of moderators and administrators on accounts, named as in the audit log.

export const administrationAuditActions = [
  'account created',
  'account verified',
  'account suspended',
  'account restored',
  'account renamed',
  'account deleted',
  'account details changed',
  'role changed',
  'password changed',
  'second factor reset',
  'sessions ended',
] as const;

export type AdministrationAuditAction = (typeof administrationAuditActions)[number];
