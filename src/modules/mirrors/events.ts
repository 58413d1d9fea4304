// The events of mirrors.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const mirrorsEvents = {
  mirror_failed: ['net', 'warning', 'A mirror cannot be read, trying again'],
  mirror_recovered: ['net', 'info', 'A mirror can be read again'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof mirrorsEvents>;
