// What administrators do to the site and its notice, by the names in the audit log.

export const siteAuditActions = [
  'site changed',
  'site reset',
  'notice set',
  'notice removed',
] as const;

export type SiteAuditAction = (typeof siteAuditActions)[number];
