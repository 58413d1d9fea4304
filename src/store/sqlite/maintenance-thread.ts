// The thread in which a running service makes one backup, or checks its database once.

import { Database } from 'bun:sqlite';
import { setPriority } from 'node:os';
import { backUpDatabase } from './backups.ts';
import { findDamage } from './damage.ts';
import type { MaintenanceReport, MaintenanceRequest } from './maintenance.ts';
import { toErrorData } from './writer-messages.ts';

declare const self: Worker;

const LESS_URGENT = 10;

self.onmessage = ({ data }: MessageEvent<MaintenanceRequest>) => {
  lowerPriority();
  self.postMessage(work(data));
};

/** Linux counts priorities by thread, other systems by process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, LESS_URGENT);
  } catch {
    // A sandbox may forbid it.
  }
}

function work(request: MaintenanceRequest): MaintenanceReport {
  try {
    if (request.kind === 'copy') {
      return { kind: 'done', result: backUpDatabase(request.dataFolder, request.target) };
    }
    // Whoever closes a database last writes its log back; here that is the service.
    using client = new Database(request.path, { readonly: true });
    return { kind: 'done', result: findDamage(client, request.check) };
  } catch (error) {
    return { kind: 'failed', failure: toErrorData(error) };
  }
}
