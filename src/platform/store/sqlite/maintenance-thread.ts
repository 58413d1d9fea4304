// The thread that makes one backup, or checks the database once, for a running service.

import { Database } from 'bun:sqlite';
import { lowerPriority } from '../../lib/thread.ts';
import { backUpDatabase } from './backup-files.ts';
import { findDamage } from './damage.ts';
import type { MaintenanceReport, MaintenanceRequest } from './maintenance.ts';
import { toErrorData } from './writer-messages.ts';

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<MaintenanceRequest>) => {
  lowerPriority();
  self.postMessage(work(data));
};

function work(request: MaintenanceRequest): MaintenanceReport {
  try {
    if (request.kind === 'copy') {
      return { kind: 'done', result: backUpDatabase(request.dataFolder, request.target) };
    }
    // The last connection to close writes the WAL back. The service must be the last, so this one only reads.
    using client = new Database(request.path, { readonly: true });
    return { kind: 'done', result: findDamage(client) };
  } catch (error) {
    return { kind: 'failed', failure: toErrorData(error) };
  }
}
