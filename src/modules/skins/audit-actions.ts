// What moderators do to the skins of players, by the names in the audit log.

export const skinAuditActions = [
  'skin removed',
  'skins forbidden',
  'skins allowed',
  'skin reports closed',
] as const;

export type SkinAuditAction = (typeof skinAuditActions)[number];
