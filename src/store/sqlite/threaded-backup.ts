// Makes a backup in a thread of its own, so that no request waits for it.

import { dirname } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { removePartials, type VerifiedCopy } from './verified-copy.ts';
import { type ErrorData, toError } from './writer-messages.ts';

/** What the thread is to copy. */
export interface BackupRequest {
  dataFolder: string;
  target: string;
}

/** What became of it. */
export type BackupReport =
  | { kind: 'made'; copy: VerifiedCopy }
  | { kind: 'failed'; failure: ErrorData };

/** Copies the database of a running service to `target`. */
export interface BackupMaker extends Disposable {
  /** Throws what `backUpDatabase` throws. One at a time. */
  make(dataFolder: string, target: string): Promise<VerifiedCopy>;
}

/** Makes the maker; a copy that is being made when it is disposed is given up and removed. */
export function createBackupMaker(): BackupMaker {
  let giveUp = (): void => {};

  return {
    async make(dataFolder, target) {
      const thread = startBackupThread();
      const outcome = Promise.withResolvers<BackupReport>();
      const fail = (message: string) => outcome.reject(new Failure('unavailable', message));
      thread.addEventListener('message', ({ data }: MessageEvent<BackupReport>) =>
        outcome.resolve(data),
      );
      thread.addEventListener('error', ({ message }) => fail(message));
      thread.addEventListener('close', () => fail('The thread that made the backup ended.'));
      giveUp = () => {
        thread.terminate();
        removePartials(dirname(target));
        fail('The service is stopping.');
      };
      thread.postMessage({ dataFolder, target } satisfies BackupRequest);
      try {
        const report = await outcome.promise;
        if (report.kind === 'failed') throw toError(report.failure);
        return report.copy;
      } finally {
        giveUp = () => {};
        thread.terminate();
      }
    },
    [Symbol.dispose]: () => giveUp(),
  };
}

function startBackupThread(): Worker {
  const here = import.meta.url;
  // In the binary this file is part of a bundle, and the thread's file keeps its folder.
  const isSource = here.endsWith('/sqlite/threaded-backup.ts');
  const path = isSource ? './backup-thread.ts' : './store/sqlite/backup-thread.ts';
  return new Worker(new URL(path, here).href, { smol: true });
}
