// The main thread's side of the writer, with a thread that answers what a test says.

import { expect, test } from 'bun:test';
import { batchPacking } from '../../../../src/modules/registry/packed-batch.ts';
import { createWriter } from '../../../../src/platform/store/sqlite/writer.ts';
import type {
  WriterReport,
  WriterRequest,
} from '../../../../src/platform/store/sqlite/writer-messages.ts';
import { createReporter } from '../../../support/reporter.ts';

/** A writer whose thread answers that it opened the database, or could not. */
function openWriter(answer: WriterReport) {
  const failures: unknown[] = [];
  const writer = createWriter({
    place: { path: 'muster.db', identity: '1 1' },
    report: createReporter({ writer_failed: ({ error }) => failures.push(error) }),
    hasChanged: () => true,
    packing: batchPacking,
    startThread() {
      const thread = Object.assign(new EventTarget(), {
        postMessage({ kind }: WriterRequest) {
          const data = kind === 'close' ? { kind: 'closed' } : answer;
          queueMicrotask(() => thread.dispatchEvent(new MessageEvent('message', { data })));
        },
        terminate() {},
      });
      return thread as unknown as Worker;
    },
  });
  return { writer, failures };
}

test('what others changed before the thread ran is known once it runs', async () => {
  const { writer } = openWriter({ kind: 'opened' });
  await using _writer = writer;
  expect(writer.version()).toBe(0);
  await writer.start();
  expect(writer.version()).toBe(1);
});

test('a start that fails where nobody waits for it is reported, and ends nothing else', async () => {
  const failure = { name: 'Error', message: 'no file', stack: undefined };
  const { writer, failures } = openWriter({ kind: 'unopened', failure });
  const refused = writer.write({
    ...{ store: 'sessions', method: 'endSession', args: [''], language: 'en' },
  });
  // Of a rejection that nobody handles this process would end.
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(failures).toMatchObject([{ message: 'no file' }]);
  await writer[Symbol.asyncDispose]();
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable' });
});
