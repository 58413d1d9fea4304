// The actions of moderation: what each stores, its entry in the audit log, and what it refuses.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { auditWords } from '../../../src/app/facts.ts';
import type { Store } from '../../../src/app/open-stores.ts';
import {
  createServerModeration,
  type ServerModeration,
} from '../../../src/modules/moderation/moderation.ts';
import { requireFilterWords } from '../../../src/modules/moderation/name-filter.ts';
import type { Actor } from '../../../src/platform/lib/actor.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { formatMoment } from '../../../src/platform/lib/moment.ts';
import { sampleServer } from '../../contract/fresh-stores.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { COMMAND, MODERATOR, rangeOf } from '../../support/moderation-samples.ts';
import { openTestStore } from '../../support/store.ts';

const START = 1_800_000_000_000;
const HASH = 'a'.repeat(32);

let store: Store;
let clock: FakeClock;
let moderation: ServerModeration;
let notified: number;

beforeEach(() => {
  store = openTestStore();
  clock = createFakeClock(START);
  notified = 0;
  moderation = createServerModeration({
    ...store,
    clock,
    staleAfterMs: 180_000,
    async onChanged() {
      notified += 1;
    },
  });
});
afterEach(() => store[Symbol.dispose]());

const logged = async () =>
  (await store.audit.listActions({ limit: 100 })).map((entry) => ({
    ...entry,
    detail: auditWords.describeDetail(entry.detail, formatMoment),
  }));

type ActionForm = (by: Actor) => Promise<unknown>;

/** Every action, as it is logged: kind, subject, reason, detail. */
const actions: [action: ActionForm, entry: [string, string, string, string]][] = [
  [
    (by) => moderation.actOnServer('feature', by, HASH, ' Nice '),
    ['server featured', HASH, 'Nice', ''],
  ],
  [(by) => moderation.actOnServer('unfeature', by, HASH), ['server unfeatured', HASH, '', '']],
  [
    (by) => moderation.addBan(by, { kind: 'name', subject: '&cSpam**' }, { reason: 'Spam' }),
    ['ban added', 'spam*', 'Spam', 'Name, permanent'],
  ],
  [
    (by) => moderation.removeBan(by, { kind: 'name', subject: 'SPAM*' }, 'Over'),
    ['ban removed', 'spam*', 'Over', 'Name'],
  ],
  [
    (by) =>
      moderation.addBan(by, { kind: 'server', subject: HASH }, { reason: 'x', lasts: ' 2W ' }),
    ['ban added', HASH, 'x', 'Server, until 2027-01-29 08:00 UTC'],
  ],
  [
    (by) => moderation.actOnServer('unlist', by, HASH, 'Rude'),
    ['server unlisted', HASH, 'Rude', ''],
  ],
  [
    (by) => moderation.actOnServer('relist', by, HASH, 'Sorry'),
    ['server relisted', HASH, 'Sorry', ''],
  ],
  [
    (by) => moderation.actOnServer('country', by, HASH, 'Moved', 'nz'),
    ['country set', HASH, 'Moved', 'NZ'],
  ],
  [(by) => moderation.actOnServer('country-reset', by, HASH), ['country reset', HASH, '', '']],
  [(by) => moderation.addFilterWord(by, 'B4dWord'), ['filter word added', 'B4dWord', '', '']],
  [(by) => moderation.removeFilterWord(by, 'badword'), ['filter word removed', 'badword', '', '']],
];

describe.each([
  ['the command line', COMMAND],
  ['a moderator', MODERATOR],
] as [string, Actor][])('by %s', (_who, by) => {
  test('every action has an entry in the audit log, and the service reloads', async () => {
    for (const [index, [action, [name, subject, reason, detail]]] of actions.entries()) {
      await action(by);
      expect(await logged()).toHaveLength(index + 1);
      expect((await logged())[0]).toEqual({
        ...{ id: index + 1, at: START, actor: by },
        ...{ action: name as 'ban added', subject, reason, detail },
      });
      expect(notified).toBe(index + 1);
    }
  });
});

test('a country may be written in the ways that people write it', async () => {
  expect(await moderation.actOnServer('country', COMMAND, HASH, '', ' uk ')).toBe(true);
  expect(await moderation.listMarks('country')).toEqual([{ hash: HASH, value: 'GB', setAt: 0 }]);
});

const refused: [what: string, attempt: () => Promise<unknown>, hint: string][] = [
  [
    'a ban until a day that there is not',
    () =>
      moderation.addBan(
        COMMAND,
        { kind: 'server', subject: HASH },
        { reason: 'x', lasts: '2026-02-30' },
      ),
    'not a valid end',
  ],
  [
    'a ban on every name',
    () => moderation.addBan(COMMAND, { kind: 'name', subject: '*' }, { reason: 'x' }),
    'match too much',
  ],
  [
    'a ban on no hash',
    () => moderation.addBan(COMMAND, { kind: 'server', subject: 'Lobby' }, { reason: 'x' }),
    '32 hex digits',
  ],
  [
    'unlisting without a reason',
    () => moderation.actOnServer('unlist', COMMAND, HASH, ' '),
    'reason',
  ],
  [
    'a reason of two lines',
    () => moderation.actOnServer('feature', COMMAND, HASH, 'a\nb'),
    'control',
  ],
  [
    'a reason that is too long',
    () => moderation.actOnServer('relist', COMMAND, HASH, 'x'.repeat(501)),
    'at most 500',
  ],
  [
    'a country of three letters',
    () => moderation.actOnServer('country', COMMAND, HASH, '', 'NZL'),
    'two letters',
  ],
  [
    'a country of digits',
    () => moderation.actOnServer('country', COMMAND, HASH, '', 'T1'),
    'two letters',
  ],
  ['a word of two', () => moderation.addFilterWord(COMMAND, 'two words'), 'not one word'],
  ['a word of stars', () => moderation.addFilterWord(COMMAND, '**a*'), 'match too much'],
];
test.each(refused)('%s is refused, and nothing is logged', async (_what, action, hint) => {
  const failure = await action().catch((error: unknown) => error);
  if (!(failure instanceof Failure)) throw new Error('It should have been refused.');
  expect(failure.kind).toBe('invalid');
  expect(failure.message).toContain(hint);
  expect(await logged()).toEqual([]);
  expect(notified).toBe(0);
});

describe('several things at once', () => {
  const OTHER = 'b'.repeat(32);
  const stored = (hash: string, ip: string, name: string) => sampleServer({ hash, ip, name });

  test('each is logged as if it were alone, and is noticed once', async () => {
    const before = notified;
    const refused = await moderation.forEach([HASH, OTHER], (each, hash) =>
      each.actOnServer('unlist', MODERATOR, hash, 'Spam'),
    );
    expect(refused).toEqual([undefined, undefined]);
    expect(notified - before).toBe(1);
    expect(
      (await logged()).map(({ action, subject, reason }) => [action, subject, reason]),
    ).toEqual([
      ['server unlisted', OTHER, 'Spam'],
      ['server unlisted', HASH, 'Spam'],
    ]);
  });

  test('what was done meanwhile or cannot be read is told, and the others are done', async () => {
    await moderation.addBan(COMMAND, rangeOf('203.0.113.7'), { reason: 'first' });
    const ranges = ['203.0.113.7', 'elsewhere', '203.0.113.8'];
    const refused = await moderation.forEach(ranges, (each, subject) =>
      each.addBan(MODERATOR, rangeOf(subject), { reason: 'Spam' }),
    );
    expect(refused.map((failure) => failure?.kind)).toEqual(['conflict', 'invalid', undefined]);
    expect((await moderation.listBans()).map(({ subject }) => subject)).toEqual([
      '203.0.113.7/32',
      '203.0.113.8/32',
    ]);
  });

  test('more than a page shows are refused before anything is done', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `${index}`.padStart(32, '0'));
    const act = moderation.forEach(many, (each, hash) =>
      each.actOnServer('unlist', COMMAND, hash, 'x'),
    );
    expect(act).rejects.toThrow('101 are too many at once. Choose at most 100.');
    expect(await moderation.listMarks('unlisted')).toEqual([]);
  });

  test('without any there is nothing to do', async () => {
    expect(await moderation.forEach([], () => Promise.reject())).toEqual([]);
  });

  test('a ban is noted in the history of each server that it hits, which is listed no more', async () => {
    const saved = [
      stored(HASH, '203.0.113.7', '&cSpam'),
      stored(OTHER, '203.0.113.9', 'More spam'),
      stored('c'.repeat(32), '198.51.100.1', 'Honest'),
    ].map((server) => ({ ...server, lastBeatAt: START }));
    await store.servers.saveBatch({ saved, removed: [], aliveAt: START });
    await moderation.addBan(MODERATOR, rangeOf('203.0.113.0/24'), { reason: 'Spam' });
    const [ban, first, second, ...more] = await logged();
    expect(more).toEqual([]);
    expect([first?.subject, second?.subject].toSorted()).toEqual([HASH, OTHER]);
    expect([first, second].find((entry) => entry?.subject === HASH)).toMatchObject({
      ...{ action: 'server banned', actor: MODERATOR, reason: 'Spam' },
      detail: 'Banned by 203.0.113.0/24: Spam',
    });
    expect(ban?.action).toBe('ban added');
    expect((await moderation.listServers()).map(({ name }) => name)).toEqual(['Honest']);
  });

  test('words are read with spaces or commas between them, each once, and not too many', () => {
    const read = (text: string) => requireFilterWords(text).map(({ word }) => word);
    expect(read(' bad,  w0rse;b4d\nfoul* ')).toEqual(['b4d', 'w0rse', 'foul*']);
    expect(() => read('  ')).toThrow();
    expect(() => read('bad a')).toThrow('"a"');
    expect(() => read('bad '.repeat(21))).toThrow('21 are too many at once. Choose at most 20.');
  });
});
