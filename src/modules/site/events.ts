// The events of the site's files.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const siteEvents = {
  site_files_failed: ['net', 'error', 'A file of the site cannot be used'],
  site_files_read: ['net', 'info', 'Files of the site read'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof siteEvents>;
