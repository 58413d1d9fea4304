// Accounts from before there was registration keep their addresses and get the skeletons of their names.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { skeletonOf } from '../../src/lib/name-skeleton.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { sampleTime } from '../contract/fresh-stores.ts';
import { rounds } from '../support/rounds.ts';
import { makeFolder } from './folders.ts';

const before = migrations.findIndex(({ tag }) => tag.endsWith('_registration'));

function nameOf(emails: string[]): string {
  return emails.join('');
}

test('verified ones own their address, and every name finds its lookalikes', async () => {
  using folder = makeFolder();
  const old = openDatabase({ folder: folder.path }, migrations.slice(0, before), {});
  const sampled = fc.sample(
    fc.array(fc.constantFrom(...'aAlLiI10oO_._zZ'), { minLength: 2, maxLength: 16 }).map(nameOf),
    rounds(200),
  );
  const names = ['Alice', 'A__________b', `${'_'.repeat(15)}x`, ...sampled].filter(
    (name, index, all) =>
      all.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase();
    const verifiedAt = index === 0 ? sampleTime : null;
    old.client.run(
      `INSERT INTO accounts (name, name_key, email, email_key, password_hash, verified_at,
        suspension_reason, is_admin, flags, forum_title, is_premium, registered_at)
        VALUES (?, ?, ?, ?, 'x', ?, '', 0, '', '', 0, ?)`,
      [name, key, `${index}@example.net`, `${index}@example.net`, verifiedAt, sampleTime],
    );
  }
  old.client.close(true);

  using store = openStore({ folder: folder.path });
  expect(await store.accounts.findAccountById(1)).toMatchObject({
    verifiedAt: sampleTime,
    emailConfirmedAt: sampleTime,
  });
  expect((await store.accounts.findAccountById(2))?.emailConfirmedAt).toBeNull();
  for (const name of names) {
    const skeleton = skeletonOf(name);
    // The skeleton as a name of its own is in the way of nobody but its lookalikes.
    const obstacle = await store.registration.findNameObstacle(skeleton, '', sampleTime);
    expect(obstacle?.kind, `${name} → ${skeleton}`).toMatch(/^(taken|confusable)$/);
  }
});
