// Copies and checks the database in a thread of its own, so that no request waits.

import { dirname } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { startThread } from '../../lib/thread.ts';
import type { Damage } from './damage.ts';
import { removePartials, type VerifiedCopy } from './verified-copy.ts';
import { type ErrorData, toError } from './writer-messages.ts';

export type MaintenanceRequest =
  | { kind: 'copy'; dataFolder: string; target: string }
  | { kind: 'check'; path: string };

export type MaintenanceReport =
  | { kind: 'done'; result: VerifiedCopy | Damage | undefined }
  | { kind: 'failed'; failure: ErrorData };

/** Works on the database of a running service. Disposing abandons work in progress. */
export function createMaintenance() {
  const underWay = new Set<() => void>();

  async function run<Result>(request: MaintenanceRequest): Promise<Result> {
    const thread = startThread('platform/store/sqlite/maintenance');
    const outcome = Promise.withResolvers<MaintenanceReport>();
    const fail = (message: string) => outcome.reject(new Failure('unavailable', message));
    thread.addEventListener('message', ({ data }: MessageEvent<MaintenanceReport>) =>
      outcome.resolve(data),
    );
    thread.addEventListener('error', ({ message }) => fail(message));
    thread.addEventListener('close', () => fail('The thread ended.'));
    const giveUp = () => {
      thread.terminate();
      if (request.kind === 'copy') removePartials(dirname(request.target));
      fail('The service is stopping.');
    };
    underWay.add(giveUp);
    thread.postMessage(request);
    try {
      const report = await outcome.promise;
      if (report.kind === 'failed') throw toError(report.failure);
      return report.result as Result;
    } finally {
      underWay.delete(giveUp);
      thread.terminate();
    }
  }

  return {
    /** Throws the failures of `backUpDatabase`. */
    copy: (dataFolder: string, target: string) =>
      run<VerifiedCopy>({ kind: 'copy', dataFolder, target }),
    /** Reads every page and index of a database. */
    check: (path: string) => run<Damage | undefined>({ kind: 'check', path }),
    [Symbol.dispose]() {
      for (const giveUp of underWay) giveUp();
    },
  };
}
