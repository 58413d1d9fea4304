// The events of the registry of servers.

import { describeStoreFailure } from '../../platform/ops/describe-error.ts';
import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const registryEvents = {
  /** Reported once for consecutive failures. A later batch saves the changes. */
  batch_failed: {
    line: ['store', 'error', 'Servers could not be saved, trying again'],
    tell: ({ note }, { error }: { error: unknown }) => note(describeStoreFailure(error)),
  },
  /** The last batch could not be saved, which loses the changes of `count` servers. */
  batch_lost: {
    line: [
      'store',
      'error',
      'Servers could not be saved before the stop, and their last changes are lost',
    ],
    tell: ({ note }, { error, count }: { error: unknown; count: number }) =>
      note({ count, ...describeStoreFailure(error) }),
  },
  database_recovered: ['store', 'info', 'Servers are saved again'],
  server_appeared: ['servers', 'info', 'Server appeared'],
  server_left: ['servers', 'info', 'Server left'],
  server_relocated: ['servers', 'info', 'Server changed its address'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof registryEvents>;
