// The face of the module: the exports that other modules may use.

export type { AuditReader } from './audit.ts';
export {
  type AuditDetail,
  findServerName,
  readDetail,
  withServerName,
  writeDetail,
} from './audit-details.ts';
export type { AuditEntry, LoggedAction } from './audit-log.ts';
