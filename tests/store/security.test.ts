// A second factor, its entry in the log and the email about it are one transaction.

import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { createStore } from '../../src/store/sqlite/open-store.ts';
import { refusalOf, sampleAccount, sampleEmailJob, sampleTime } from '../contract/fresh-stores.ts';

test.each(['account_log', 'outbox'])(
  'where %s cannot be written, no factor changes and no code is spent',
  async (table) => {
    const connection = openDatabase({ memory: true }, migrations, {});
    using store = createStore(connection);
    const { security } = store;
    await store.accounts.insertAccount(sampleAccount());
    await security.turnOnMailCodes(1, sampleTime, ['h1']);
    await security.startTotp(1, { secret: 'AAAA', at: sampleTime, sessionHash: 's' });
    const before = await security.findSecurity(1);
    connection.client.run(
      `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    const notes = {
      entry: { at: 1, event: 'wrong code', device: '', country: '', detail: '' } as const,
      bounds: { atMost: 5, sameWithinMs: 0 },
      emailJobs: [sampleEmailJob()],
    };
    const app = { secret: 'AAAA', step: 1, at: sampleTime, recoveryHashes: [] };
    for (const attempt of [
      () => security.confirmTotp(1, app, notes),
      () => security.turnOffMailCodes(1, notes),
      () => security.replaceRecoveryCodes(1, ['h2'], 1, notes),
      () => security.spendRecoveryCode(1, 'h1', notes),
    ]) {
      await refusalOf(attempt());
      expect(await security.findSecurity(1)).toEqual(before);
    }
    expect(await security.spendRecoveryCode(1, 'h1')).toBe(true);
  },
);
