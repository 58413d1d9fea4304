// The log events of webhooks.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const webhooksEvents = {
  webhook_off: ['servers', 'warning', 'Webhook switched off: nothing was delivered for a day'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof webhooksEvents>;
