// The face of the module: the exports that other modules may use.

export type { RawHeartbeat } from './heartbeat-fields.ts';
export { type RefusedHeartbeat, shownName } from './heartbeat-log.ts';
export type { OperatorReport, OperatorReports, ReportedHeartbeat } from './operator-report.ts';
export type { Reachability } from './reachability.ts';
