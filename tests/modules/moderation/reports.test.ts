// Reports of players about servers: what is stored, how often, and what moderators do with them.

import { beforeEach, describe, expect, test } from 'bun:test';
import { readDetail } from '../../../src/modules/audit/audit-details.ts';
import type { TypedReport } from '../../../src/modules/moderation/reports.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { failuresOf } from '../../support/failures.ts';
import { MODERATOR } from '../../support/moderation-samples.ts';
import { openedForEach } from '../../support/opened.ts';
import { hashOf, kindOf, MINUTE_MS, openTestServers, START } from '../../support/test-servers.ts';

const ADDRESS = '192.0.2.1';
const FINE = { kind: 'fake', text: 'It says 60 and has 0.' };

const service = openedForEach(() => openTestServers({ serversPerAddress: 100 }));
let hash: string;
beforeEach(async () => {
  for (let number = 1; number <= 4; number += 1) {
    await service.store.accounts.insertAccount(accountNamed(`Player${number}`));
  }
  hash = hashOf(await service.beat({ name: '&aAlpha <b>' }));
});

const report = (accountId = 1, typed = FINE, on = hash, address = ADDRESS) =>
  service.servers.reports.report({ accountId, address }, on, typed);

test('a report is kept for moderators, with the name as it was', async () => {
  expect(await service.servers.reports.hasOpenReport(1, hash)).toBe(false);
  await report(1, { kind: 'other', text: ' <script>\r\n\u202eyes\u0000 ' });
  hashOf(await service.beat({ name: 'Renamed' }));
  expect(await service.servers.reports.hasOpenReport(1, hash)).toBe(true);
  expect(await service.moderation.listReports()).toEqual([
    {
      ...{ id: 1, hash, serverName: '&aAlpha <b>', accountId: 1, accountName: 'Player1' },
      ...{ kind: 'other', text: '<script>\nyes', createdAt: START, closedAt: null },
      wantsEmail: false,
    },
  ]);
});

describe('problems are reported with their field', () => {
  const cases: [typed: TypedReport, fields: (keyof TypedReport)[]][] = [
    [{ kind: 'fake', text: '' }, []],
    [{ kind: 'fake', text: '🧱'.repeat(500) }, []],
    [{ kind: 'fake', text: 'x'.repeat(501) }, ['text']],
    [{ kind: '', text: '' }, ['kind']],
    [{ kind: 'Fake', text: 'x'.repeat(501) }, ['kind', 'text']],
    [{ kind: 'other', text: ' ' }, ['text']],
  ];
  test.each(cases)('%j: %j', async (typed, fields) => {
    if (fields.length === 0) await report(1, typed);
    else expect((await failuresOf(report(1, typed))).map(({ field }) => field)).toEqual(fields);
    expect(await service.moderation.listReports()).toHaveLength(fields.length === 0 ? 1 : 0);
  });
});

test('a server that is not live cannot be reported', async () => {
  expect(await kindOf(report(1, FINE, 'f'.repeat(32)))).toBe('not_found');
  expect(await kindOf(report(1, FINE, 'Alpha'))).toBe('invalid');
});

test('an account may send five reports, and then one every twelve minutes', async () => {
  for (let port = 1; port <= 5; port += 1) {
    await report(1, FINE, hashOf(await service.beat({ port: `${port}` })));
  }
  expect(await kindOf(report())).toBe('rate_limited');
  await report(2);
  service.clock.advance(12 * MINUTE_MS);
  hash = hashOf(await service.beat());
  await report();
});

test('an address may send ten reports with any number of accounts, and other addresses are not affected', async () => {
  for (let port = 1; port <= 5; port += 1) {
    const each = hashOf(await service.beat({ port: `${port}` }));
    await report(1, FINE, each);
    await report(2, FINE, each);
  }
  expect(await kindOf(report(3))).toBe('rate_limited');
  await report(4, FINE, hash, '192.0.2.2');
});

test('what is refused uses up nothing', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await kindOf(report(1, { kind: '', text: '' }))).toBe('invalid');
  }
  await report();
});

describe('closing', () => {
  test('is logged with the server, the report and the reason', async () => {
    await report();
    expect(await service.moderation.closeReport(MODERATOR, 1, 'Banned it')).toBe(true);
    expect(await service.store.audit.listActions({ limit: 9 })).toMatchObject([
      ...[{ action: 'report closed', actor: MODERATOR, subject: hash, reason: 'Banned it' }],
    ]);
    const [entry] = await service.store.audit.listActions({ limit: 9 });
    expect(readDetail(entry?.detail ?? '')).toEqual({ form: 'report', id: 1, about: 'fake' });
    expect(await service.moderation.closeReport(MODERATOR, 1, 'Again')).toBe(false);
    expect(await service.moderation.closeReport(MODERATOR, 9, 'Again')).toBe(false);
    expect(await service.store.audit.listActions({ limit: 9 })).toHaveLength(1);
  });

  test('wants a reason', async () => {
    await report();
    expect(await kindOf(service.moderation.closeReport(MODERATOR, 1, ' '))).toBe('invalid');
    expect(await service.moderation.listReports()).toHaveLength(1);
  });
});
