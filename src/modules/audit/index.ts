// The face of the module: what other modules may use of it.

export type { AuditReader } from './audit.ts';
export {
  type AuditDetail,
  findServerName,
  readDetail,
  withServerName,
  writeDetail,
} from './audit-details.ts';
export type { AuditEntry, LoggedAction } from './audit-log.ts';
