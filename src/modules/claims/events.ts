// The events of claims.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';
import type { registryEvents } from '../registry/index.ts';

export const claimsEvents = {
  server_claimed: ['servers', 'info', 'Server claimed'],
  server_moved: ['servers', 'info', 'Server joined on a public address'],
} as const satisfies EventTable;

export type Report = ReportOf<
  typeof claimsEvents | Pick<typeof registryEvents, 'server_relocated'>
>;
