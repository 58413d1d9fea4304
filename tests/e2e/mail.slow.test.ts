// Mail of the binary: only it shows what development writes to its log.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore } from '../../src/app/open-stores.ts';
import { startMuster } from '../support/binary.ts';
import { eventually } from './client.ts';

const CODE = '918273';
const TOKEN = 'TokenThatNobodyMaySee_0123456789';

test('in development emails are written to the log, loudly', async () => {
  await using muster = await startMuster({ env: { MUSTER_DEVELOPMENT: 'true' } });
  const until = (isSo: () => boolean) => eventually(async () => isSo(), Boolean);
  await until(() => muster.stdout.includes('Development: ON'));
  await until(() => muster.stderr.includes('DEVELOPMENT'));
  {
    // As the service does, from beside it.
    using store = openStore({ folder: join(muster.folder, 'muster-data') });
    const expiresAt = Date.now() + 600_000;
    const email = {
      ...({ kind: 'verify address', accountName: 'Alice', language: 'en' } as const),
      ...{ to: 'alice@example.org', code: CODE, token: TOKEN, validUntil: expiresAt },
    };
    await store.outbox.addToOutbox({ email, createdAt: Date.now(), expiresAt }, 100);
  }
  await until(() => muster.stderr.includes(`http://localhost:${muster.port}/acc/verify/${TOKEN}/`));
  expect(muster.stderr).toContain(CODE);
});
