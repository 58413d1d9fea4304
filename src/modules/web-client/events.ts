// The events of the web client.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';
import { loggerOf } from '../../platform/ops/log.ts';

/** `missing` contains notes, and is usually empty. */
interface ReadFolder {
  folder: string;
  files: number;
  bytes: number;
  missing: readonly string[];
}

export const webClientEvents = {
  web_client_failed: ['net', 'error', 'Web client not usable'],
  web_client_read: {
    line: ['net', 'info', 'Web client read'],
    tell({ note }, { missing, ...facts }: ReadFolder) {
      note(facts);
      for (const each of missing) {
        const { folder } = facts;
        loggerOf('net').warning('The web client is incomplete', { folder, missing: each });
      }
    },
  },
} as const satisfies EventTable;

export type Report = ReportOf<typeof webClientEvents>;
