// The events of heartbeats.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const heartbeatEvents = {
  heartbeat_refused: ['servers', 'debug', 'Heartbeat refused'],
  server_unreachable: ['servers', 'info', 'Port of a public server is not open'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof heartbeatEvents>;
