// The face of the module: the parts that other modules may use.

export type { LiveOverview } from './live-overview.ts';
export type { ServerModeration } from './moderation.ts';
export {
  BAN_KINDS,
  type Ban,
  type BanKind,
  REPORT_KINDS,
  type Report,
} from './moderation-ports.ts';
export { REPORTS_PAGE } from './report-actions.ts';
export type { Rules } from './rules.ts';
export { SERVER_ACTION_NAMES, type ServerActionName, serverAction } from './server-actions.ts';
