// The audit log cannot be changed by any statement.

import { expect, test } from 'bun:test';
import { createStore } from '../../../src/app/open-stores.ts';
import { openDatabase } from '../../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';
import { sampleHash } from '../../contract/fresh-stores.ts';
import { entryOf } from '../../support/moderation-samples.ts';

const open = () => openDatabase({ memory: true }, migrations, {});

const statements: [what: string, sql: string][] = [
  ['a change', `UPDATE audit_entries SET reason = 'another'`],
  ['a change of nothing', 'UPDATE audit_entries SET id = id'],
  ['a removal', 'DELETE FROM audit_entries'],
  [
    'a replacement',
    `INSERT OR REPLACE INTO audit_entries VALUES (1, 2, NULL, '', 'ban added', 'x', 'y', '', '')`,
  ],
  [
    'a change by way of an insert',
    `INSERT INTO audit_entries VALUES (1, 2, NULL, '', 'ban added', 'x', 'y', '', '')
     ON CONFLICT (id) DO UPDATE SET reason = 'another'`,
  ],
];

test.each(statements)('%s is refused', async (_what, sql) => {
  const connection = open();
  using store = createStore(connection);
  await store.moderation.setMark('featured', sampleHash(1), entryOf({ reason: 'first' }));
  expect(() => connection.client.run(sql)).toThrow('the audit log is never changed');
  expect(await store.audit.listActions({ limit: 9 })).toEqual([
    { id: 1, ...entryOf({ reason: 'first' }) },
  ]);
});
