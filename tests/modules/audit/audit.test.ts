// Reading the audit log: what may be asked of it, and how it is read in pages.

import { afterEach, beforeEach, expect, test } from 'bun:test';
import { auditWords } from '../../../src/app/facts.ts';
import type { Store } from '../../../src/app/open-stores.ts';
import { type AuditReader, createAuditReader } from '../../../src/modules/audit/audit.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { sampleHash } from '../../contract/fresh-stores.ts';
import { COMMAND, entryOf, MODERATOR } from '../../support/moderation-samples.ts';
import { openTestStore } from '../../support/store.ts';

let store: Store;
let reader: AuditReader;
beforeEach(() => {
  store = openTestStore();
  reader = createAuditReader(store.audit, auditWords);
});
afterEach(() => store[Symbol.dispose]());

test('a log of more than a hundred actions is read in pages until it ends', async () => {
  for (let number = 1; number <= 201; number += 1) {
    await store.moderation.setMark('featured', sampleHash(number), entryOf());
  }
  const first = await reader.readPage({});
  expect(first.actions.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => 201 - n));
  const second = await reader.readPage({ beforeId: first.nextBeforeId });
  expect(second.actions.at(0)?.id).toBe(101);
  expect(second.nextBeforeId).toBe(2);
  const last = await reader.readPage({ beforeId: second.nextBeforeId });
  expect(last.actions.map(({ id }) => id)).toEqual([1]);
  expect(last.nextBeforeId).toBeUndefined();
});

test('a page that ends exactly with the log is the last', async () => {
  for (let number = 1; number <= 100; number += 1) {
    await store.moderation.setMark('featured', sampleHash(number), entryOf());
  }
  expect((await reader.readPage({})).nextBeforeId).toBeUndefined();
});

test('the command line and accounts are asked for by name', async () => {
  await store.moderation.setMark('featured', sampleHash(1), entryOf({ actor: COMMAND }));
  await store.moderation.setMark('featured', sampleHash(2), entryOf({ actor: MODERATOR }));
  const idsOf = async (actor: string) =>
    (await reader.readPage({ actor })).actions.map(({ id }) => id);
  expect(await idsOf('command line')).toEqual([1]);
  expect(await idsOf('mia')).toEqual([2]);
  expect(await idsOf('')).toEqual([2, 1]);
});

test('an unknown action is refused with those that there are', async () => {
  const failure = await reader
    .readPage({ action: 'server <eaten>' })
    .catch((error: unknown) => error);
  if (!(failure instanceof Failure)) throw new Error('It should have been refused.');
  expect(failure.kind).toBe('invalid');
  expect(failure.message).toContain('"server <eaten>"');
  expect(failure.message).toContain(auditWords.actions.join(', '));
});
