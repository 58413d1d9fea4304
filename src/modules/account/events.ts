// The events of owners changing their accounts.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const accountEvents = {
  account_changed: ['accounts', 'info', 'Account changed'],
  account_deleted: ['accounts', 'info', 'Account deleted by its owner'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof accountEvents>;
