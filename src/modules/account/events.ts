// The events of accounts that their owners change.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const accountEvents = {
  account_changed: ['accounts', 'info', 'Account changed'],
  account_deleted: ['accounts', 'info', 'Account deleted by its owner'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof accountEvents>;
