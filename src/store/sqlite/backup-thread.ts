// The thread in which a running service makes one backup.

import { setPriority } from 'node:os';
import { backUpDatabase } from './backups.ts';
import type { BackupReport, BackupRequest } from './threaded-backup.ts';
import { toErrorData } from './writer-messages.ts';

declare const self: Worker;

/** Requests come first where there is one core. */
const LESS_URGENT = 10;

self.onmessage = ({ data: { dataFolder, target } }: MessageEvent<BackupRequest>) => {
  lowerPriority();
  self.postMessage(makeBackup(dataFolder, target));
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

function makeBackup(dataFolder: string, target: string): BackupReport {
  try {
    return { kind: 'made', copy: backUpDatabase(dataFolder, target) };
  } catch (error) {
    return { kind: 'failed', failure: toErrorData(error) };
  }
}
