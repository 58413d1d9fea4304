// What every store of administration must do: changes of accounts together with their entries.

import { describe, expect, test } from 'bun:test';
import type {
  AccountQuery,
  ChangeContext,
  NewAccount,
  StartNotes,
} from '../../src/modules/account/account-ports.ts';
import { isSuspended } from '../../src/platform/lib/suspension.ts';
import { entryOf, MODERATOR } from '../support/moderation-samples.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  refusalOf,
  sampleAccount,
  sampleEmailJob,
  sampleSession,
  sampleTime,
} from './fresh-stores.ts';

const ENTRY = entryOf({
  at: sampleTime,
  actor: MODERATOR,
  action: 'account suspended',
  reason: 'x',
});
const CONTEXT: ChangeContext = { entries: [ENTRY] };
const RESERVES = { skeletonHash: 'ab'.repeat(32), reservedUntil: sampleTime + 5 };
const BOUNDS = { atMost: 10, sameWithinMs: 1_000 };

async function fill(stores: FreshStores, accounts: readonly NewAccount[]): Promise<void> {
  for (const account of accounts) await stores.accounts.insertAccount(account);
}

/** The account of an id that was named `one`. */
const ONE = { id: 1, name: 'one', role: 'player' } as const;
const ADMIN = { ...ONE, role: 'administrator' } as const;

const admin = (name: string, changes: Partial<NewAccount> = {}) =>
  accountNamed(name, { role: 'administrator', ...changes });

async function readActions({ audit }: FreshStores): Promise<string[]> {
  return (await audit.listActions({ limit: 99 })).map(({ action }) => action).toReversed();
}

async function startSession(
  { accounts, sessions }: FreshStores,
  id: number,
  notes?: StartNotes,
): Promise<string> {
  const account = await accounts.findAccountById(id);
  const session = sampleSession({ accountId: id, valueHash: `${id}`.repeat(64).slice(0, 64) });
  const passwordHash = account?.passwordHash ?? '';
  const conditions = { passwordHash, endsValueHash: undefined, ...(notes && { notes }) };
  await sessions.startSession(session, conditions);
  return session.valueHash;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeAdministrationStore(openFresh: OpenFresh): void {
  test('a text with NUL, which PostgreSQL refuses, is looked for like any other', async () => {
    using stores = openFresh();
    await fill(stores, [accountNamed('Alice')]);
    const { administration, audit, outbox, registration } = stores;
    const query = { now: sampleTime, limit: 100 };
    expect(await administration.searchAccounts({ ...query, text: 'Ali\0' })).toEqual([]);
    expect(await administration.searchAccounts({ ...query, email: 'a\0@example.net' })).toEqual([]);
    const actor = { kind: 'account', name: 'Ali\0' } as const;
    expect(await audit.listActions({ actor, limit: 100 })).toEqual([]);
    expect(await audit.listActions({ subject: 'Ali\0', limit: 100 })).toEqual([]);
    expect(await outbox.hasStuckEmail('a\0@example.net', ['test'], 0)).toBe(false);
    expect(await registration.findAccountsByEmail('a\0@example.net')).toEqual([]);
    expect(await registration.findNameObstacle('Ali\0', 'ab', sampleTime)).toBeUndefined();
  });

  test('queries and the rule agree on who is suspended', async () => {
    using stores = openFresh();
    const ends = [null, sampleTime - 1, sampleTime, sampleTime + 1];
    const suspensions = [null, sampleTime - 10].flatMap((suspendedAt) =>
      ends.map((suspendedUntil) => ({ suspendedAt, suspendedUntil })),
    );
    await fill(
      stores,
      suspensions.map((suspension, index) => accountNamed(`player${index}`, suspension)),
    );
    const query = { standing: 'suspended', now: sampleTime, limit: 100 } as const;
    const found = await stores.administration.searchAccounts(query);
    const expected = suspensions.flatMap((suspension, index) =>
      isSuspended(suspension, sampleTime) ? [`player${index}`] : [],
    );
    expect(found.map(({ name }) => name).toSorted()).toEqual(expected);
    expect(expected).toHaveLength(2);
  });

  test('an account is added with its entry; a refused one leaves neither', async () => {
    using stores = openFresh();
    const { administration } = stores;
    const entry = entryOf({ action: 'account created', subject: 'Alice' });
    const added = await administration.addAccount(sampleAccount(), entry);
    expect(added).toEqual({ id: 1, ...sampleAccount() });
    expect(await stores.accounts.findAccountById(1)).toEqual(added);
    const refusal = await refusalOf(administration.addAccount(sampleAccount(), entry));
    expect(refusal).toMatchObject({
      kind: 'conflict',
      message: 'The name "Alice" is taken. Choose another one.',
    });
    const sameAddress = sampleAccount({ name: 'Bob', emailConfirmedAt: sampleTime });
    await stores.accounts.updateAccount(1, { emailConfirmedAt: 1 }, { endSessions: false });
    expect(await refusalOf(administration.addAccount(sameAddress, entry))).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('email address'),
    });
    expect(await readActions(stores)).toEqual(['account created']);
  });

  describe('a change', () => {
    test('comes with its log entries, the owner’s email, the end of sessions and the reserved name', async () => {
      using stores = openFresh();
      await fill(stores, [accountNamed('one'), accountNamed('two')]);
      const [first, second] = [await startSession(stores, 1), await startSession(stores, 2)];
      const line = { at: 5, event: 'suspended', device: '', country: '', detail: 'why' } as const;
      const emailJob = sampleEmailJob({ kind: 'account suspended', detail: 'why', until: 9 });
      const changed = await stores.administration.changeAccount(
        ONE,
        { suspendedAt: 5, suspensionReason: 'why', name: 'Uno' },
        {
          entries: [ENTRY, entryOf({ action: 'role changed' })],
          endSessions: true,
          note: { entry: line, bounds: BOUNDS },
          emailJobs: [emailJob],
          reserves: RESERVES,
        },
      );
      expect(changed).toMatchObject({ name: 'Uno', suspendedAt: 5, suspensionReason: 'why' });
      expect(await stores.accounts.findAccountByName('uno')).toEqual(changed);
      expect(await readActions(stores)).toEqual(['account suspended', 'role changed']);
      expect(await stores.accountLog.listLogEntries(1)).toEqual([{ ...line, count: 1 }]);
      expect(await stores.outbox.listEmailJobs(9)).toEqual([{ id: 1, ...emailJob }]);
      expect(await stores.sessions.findSession(first)).toBeUndefined();
      expect(await stores.sessions.findSession(second)).toBeDefined();
      const { skeletonHash, reservedUntil } = RESERVES;
      const { findNameObstacle } = stores.registration;
      expect(await findNameObstacle('free', skeletonHash, reservedUntil - 1)).toEqual({
        kind: 'released',
        until: reservedUntil,
      });
      expect(await findNameObstacle('free', skeletonHash, reservedUntil)).toBeUndefined();
    });

    test('leaves sessions where their end was not requested', async () => {
      using stores = openFresh();
      await fill(stores, [accountNamed('one')]);
      const session = await startSession(stores, 1);
      await stores.administration.changeAccount(ONE, { name: 'Uno' }, CONTEXT);
      expect((await stores.sessions.findSession(session))?.account.name).toBe('Uno');
    });

    test('of an account that is not there is none, and is not logged', async () => {
      using stores = openFresh();
      expect(
        await stores.administration.changeAccount({ ...ONE, id: 7 }, { flags: 'd' }, CONTEXT),
      ).toBeUndefined();
      expect(await readActions(stores)).toEqual([]);
    });

    test('to a name that looks like another’s is refused where that is requested', async () => {
      using stores = openFresh();
      await fill(stores, [accountNamed('one'), accountNamed('tool')]);
      const { administration } = stores;
      const action = { ...CONTEXT, refusesAlike: true };
      for (const attempt of [
        () => administration.changeAccount(ONE, { name: 'T00L' }, action),
        () => administration.addAccount(accountNamed('too1'), ENTRY, { refusesAlike: true }),
      ]) {
        expect(await refusalOf(attempt())).toMatchObject({
          kind: 'conflict',
          message: expect.stringContaining('is too similar to "tool"'),
        });
      }
      expect(await readActions(stores)).toEqual([]);
      expect(await administration.changeAccount(ONE, { name: '0NE' }, action)).toBeDefined();
      const renamed = { ...ONE, name: '0NE' };
      expect(await administration.changeAccount(renamed, { name: 'T00L' }, CONTEXT)).toBeDefined();
      expect((await administration.addAccount(accountNamed('too1'), ENTRY)).id).toBe(3);
    });

    test('to a taken name changes nothing, ends no session and is not logged', async () => {
      using stores = openFresh();
      await fill(stores, [accountNamed('one'), accountNamed('two')]);
      const session = await startSession(stores, 1);
      const change = { name: 'TWO', flags: 'd' };
      const action = {
        ...CONTEXT,
        endSessions: true,
        reserves: RESERVES,
        emailJobs: [sampleEmailJob()],
      };
      const refusal = await refusalOf(stores.administration.changeAccount(ONE, change, action));
      expect(refusal).toMatchObject({
        kind: 'conflict',
        message: 'The name "TWO" is taken. Choose another one.',
      });
      expect(await stores.accounts.findAccountById(1)).toMatchObject({ name: 'one', flags: '' });
      expect(await stores.outbox.listEmailJobs(9)).toEqual([]);
      expect(await stores.sessions.findSession(session)).toBeDefined();
      expect(await readActions(stores)).toEqual([]);
    });
  });

  test('a forgotten second factor leaves nothing of one account, and all of another', async () => {
    using stores = openFresh();
    await fill(stores, [accountNamed('one'), accountNamed('two')]);
    const { security, devices, sessions } = stores;
    const at = sampleTime;
    const code = { codeHash: 'c', sentAt: at, validUntil: at + 600_000 };
    for (const accountId of [1, 2]) {
      await security.startTotp(accountId, { secret: 'AAAA', at, sessionHash: 's' });
      const recoveryHashes = ['h1', 'h2'];
      await security.confirmTotp(accountId, { secret: 'AAAA', step: 1, at, recoveryHashes });
      await security.turnOnMailCodes(accountId, at, []);
      await security.addLoginCode({ ...code, accountId }, { apartMs: 1, perHour: 5 });
      await startSession(stores, accountId, {
        entry: { at, event: 'logged in', device: '', country: '', detail: '' },
        logBounds: BOUNDS,
        ...{ deviceKeyHashes: ['d'], devicesAtMost: 5, rotates: undefined },
      });
    }
    const action = { ...CONTEXT, endSessions: true, forgetsTwoFactor: true };
    await stores.administration.changeAccount(ONE, {}, action);
    const spend = (id: number) => security.spendLoginCode(id, 'c', at, { newest: 3 });
    expect(await security.findSecurity(1)).toMatchObject({
      ...{ totpSecret: null, totpConfirmedAt: null, mailCodesSince: null },
    });
    expect([await security.countRecoveryCodes(1), await spend(1)]).toEqual([0, false]);
    expect([await devices.listDevices(1), await sessions.listSessions(1)]).toEqual([[], []]);
    expect((await security.findSecurity(2)).totpSecret).toBe('AAAA');
    expect([await security.countRecoveryCodes(2), await spend(2)]).toEqual([2, true]);
    expect(await devices.listDevices(2)).toHaveLength(1);
    expect(await sessions.listSessions(2)).toHaveLength(1);
  });

  describe('an account that is not as it was judged', () => {
    const since: [string, object][] = [
      ['another name', { name: 'Uno' }],
      ['another role', { role: 'moderator' }],
    ];
    test.each(since)('since it has %s is left as it is', async (_what, changes) => {
      using stores = openFresh();
      await fill(stores, [accountNamed('one')]);
      const session = await startSession(stores, 1);
      await stores.accounts.updateAccount(1, changes, { endSessions: false });
      const before = await stores.accounts.findAccountById(1);
      const action = { ...CONTEXT, endSessions: true, reserves: RESERVES };
      for (const attempt of [
        () => stores.administration.changeAccount(ONE, { suspendedAt: 5 }, action),
        () => stores.administration.removeAccount(ONE, action),
      ]) {
        expect(await refusalOf(attempt())).toMatchObject({
          kind: 'conflict',
          message:
            'Somebody else changed the account "one" at the same time. Check it and try again.',
        });
      }
      expect(await stores.accounts.findAccountById(1)).toEqual(before);
      expect(await stores.sessions.findSession(session)).toBeDefined();
      expect(await readActions(stores)).toEqual([]);
    });
  });

  test('a removal takes sessions along, keeps the name and is logged; a second one is none', async () => {
    using stores = openFresh();
    await fill(stores, [accountNamed('one')]);
    const session = await startSession(stores, 1);
    const action = { entries: [entryOf({ action: 'account deleted' })], reserves: RESERVES };
    expect(await stores.administration.removeAccount(ONE, action)).toBe(true);
    expect(await stores.administration.removeAccount(ONE, action)).toBe(false);
    expect(await stores.accounts.findAccountById(1)).toBeUndefined();
    expect(await stores.sessions.findSession(session)).toBeUndefined();
    expect(await readActions(stores)).toEqual(['account deleted']);
    const found = await stores.registration.findNameObstacle('free', RESERVES.skeletonHash, 0);
    expect(found?.kind).toBe('released');
  });

  describe('the last administrator', () => {
    const keeps: ChangeContext = { ...CONTEXT, keepsAdministrator: true };
    const suspended = { suspendedAt: 1, suspendedUntil: null };
    const over = { suspendedAt: 1, suspendedUntil: sampleTime };
    const takes: [string, (stores: FreshStores, action: ChangeContext) => Promise<unknown>][] = [
      [
        'demoted',
        (it, action) => it.administration.changeAccount(ADMIN, { role: 'player' }, action),
      ],
      ['suspended', (it, action) => it.administration.changeAccount(ADMIN, suspended, action)],
      [
        'deleted',
        (it, action) => it.administration.removeAccount(ADMIN, { reserves: RESERVES, ...action }),
      ],
    ];

    test.each(takes)('is not %s where one has to be left', async (_what, take) => {
      using stores = openFresh();
      const others = [
        accountNamed('player'),
        accountNamed('moderator', { role: 'moderator' }),
        admin('gone', suspended),
      ];
      await fill(stores, [admin('one'), ...others]);
      expect(await refusalOf(take(stores, keeps))).toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('last administrator'),
      });
      expect(await stores.accounts.findAccountById(1)).toEqual({ id: 1, ...admin('one') });
      expect(await readActions(stores)).toEqual([]);
    });

    test.each(takes)('is %s where nobody asks for one, or another is left', async (_what, take) => {
      using alone = openFresh();
      await fill(alone, [admin('one')]);
      await take(alone, CONTEXT);
      expect(await readActions(alone)).toHaveLength(1);
      using stores = openFresh();
      await fill(stores, [admin('one'), admin('back', over)]);
      await take(stores, keeps);
      expect(await readActions(stores)).toHaveLength(1);
    });

    test('may change in other ways', async () => {
      using stores = openFresh();
      await fill(stores, [admin('one')]);
      await stores.administration.changeAccount(ADMIN, { flags: 'd' }, keeps);
      expect(await readActions(stores)).toHaveLength(1);
    });
  });

  describe('searching', () => {
    const people: NewAccount[] = [
      accountNamed('Alice'),
      accountNamed('alicia', { verifiedAt: null }),
      accountNamed('Bob_1', { suspendedAt: 1 }),
      accountNamed('Carol', { suspendedAt: 1, suspendedUntil: sampleTime + 1 }),
      accountNamed('Dave', { suspendedAt: 1, suspendedUntil: sampleTime, role: 'moderator' }),
      admin('Eve'),
    ];
    const cases: [string, Partial<AccountQuery>, number[]][] = [
      ['nothing', {}, [6, 5, 4, 3, 2, 1]],
      ['a page', { limit: 2 }, [6, 5]],
      ['the next page', { limit: 2, beforeId: 5 }, [4, 3]],
      ['a piece of names in any case', { text: 'LIC' }, [2, 1]],
      ['a whole name', { text: 'eve' }, [6]],
      ['an id, and a name with the same digit', { text: '1' }, [3, 1]],
      ['what no name has', { text: 'zz' }, []],
      ['a pattern, which stands for itself', { text: '%' }, []],
      ['another pattern', { text: 'B_b' }, []],
      ['a number beyond all ids', { text: '99999999999999999999' }, []],
      ['an address', { email: 'ALICE@example.net' }, [1]],
      ['a piece of an address', { email: 'alice@' }, []],
      ['the unverified', { standing: 'unverified' }, [2]],
      ['the suspended', { standing: 'suspended' }, [4, 3]],
      ['the staff', { standing: 'staff' }, [6, 5]],
      ['two at once', { standing: 'suspended', text: 'b' }, [3]],
    ];

    test.each(cases)('%s', async (_what, query, ids) => {
      using stores = openFresh();
      await fill(stores, people);
      const found = await stores.administration.searchAccounts({
        now: sampleTime,
        limit: 99,
        ...query,
      });
      expect(found.map(({ id }) => id)).toEqual(ids);
    });

    test('counts the unverified', async () => {
      using stores = openFresh();
      expect(await stores.administration.countUnverified()).toBe(0);
      await fill(stores, people);
      expect(await stores.administration.countUnverified()).toBe(1);
    });
  });
}
