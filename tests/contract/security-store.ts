// What every store of second factors must do.

import { describe, expect, test } from 'bun:test';
import type { AccountEvent } from '../../src/modules/account/account-log-ports.ts';
import type { MailBudget } from '../../src/modules/two-factor/security-ports.ts';
import { type OpenFresh, openWithTwo, sampleEmailJob, sampleTime } from './fresh-stores.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BUDGET: MailBudget = { apartMs: MINUTE, perHour: 3 };
const NEWEST = { newest: 2 };
const NOTHING = {
  totpSecret: null,
  totpStartedAt: null,
  totpSessionHash: null,
  totpConfirmedAt: null,
  totpLastStep: 0,
  mailCodesSince: null,
  passkeysSince: null,
  protectedUntil: 0,
};

const confirmed = (changes: object = {}) => ({
  ...{ secret: 'AAAA', step: 7, at: sampleTime, recoveryHashes: ['h1', 'h2'], ...changes },
});

const startOf = (secret: string, at = sampleTime) => ({ secret, at, sessionHash: 'ab12' });

const code = (codeHash: string, sentAt: number, accountId = 1) => ({
  ...{ accountId, codeHash, sentAt, validUntil: sentAt + 10 * MINUTE },
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeSecurityStore(openFresh: OpenFresh): void {
  test('an account that never set anything up has nothing', async () => {
    using stores = await openWithTwo(openFresh);
    expect(await stores.security.findSecurity(1)).toEqual(NOTHING);
    expect(await stores.security.findSecurity(99)).toEqual(NOTHING);
    expect(await stores.security.countRecoveryCodes(1)).toBe(0);
  });

  describe('an app', () => {
    test('counts once its own secret was confirmed, for its account alone', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      expect(await security.confirmTotp(1, confirmed())).toBe('refused');
      expect(await security.startTotp(1, startOf('OLD', sampleTime - 1))).toBe(true);
      expect(await security.startTotp(1, startOf('AAAA'))).toBe(true);
      expect((await security.findSecurity(1)).totpSessionHash).toBe('ab12');
      expect(await security.confirmTotp(1, confirmed({ secret: 'OLD' }))).toBe('refused');
      expect(await security.countRecoveryCodes(1)).toBe(0);
      expect(await security.confirmTotp(1, confirmed())).toBe('first');
      expect(await security.confirmTotp(1, confirmed())).toBe('refused');
      expect(await security.startTotp(1, startOf('BBBB'))).toBe(false);
      expect(await security.findSecurity(1)).toEqual({
        ...NOTHING,
        totpSecret: 'AAAA',
        totpStartedAt: sampleTime,
        totpConfirmedAt: sampleTime,
        totpLastStep: 7,
      });
      expect(await security.countRecoveryCodes(1)).toBe(2);
      expect(await security.findSecurity(2)).toEqual(NOTHING);
    });

    test('is replaced where one is on, by the secret and from the step that are given', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      const other = { secret: 'BBBB', step: 3, at: sampleTime + MINUTE };
      expect(await security.replaceTotp(1, other)).toBe(false);
      await security.startTotp(1, startOf('AAAA'));
      expect(await security.replaceTotp(1, other)).toBe(false);
      await security.confirmTotp(1, confirmed());
      expect(await security.replaceTotp(1, other)).toBe(true);
      expect(await security.findSecurity(1)).toMatchObject({
        ...{ totpSecret: 'BBBB', totpConfirmedAt: other.at, totpLastStep: 3 },
      });
      expect(await security.countRecoveryCodes(1)).toBe(2);
      expect(await security.findSecurity(2)).toEqual(NOTHING);
    });

    test('takes each step once, and only forwards', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      expect(await security.spendTotpStep(1, 9)).toBe(false);
      await security.startTotp(1, startOf('AAAA'));
      await security.confirmTotp(1, confirmed());
      const steps = [7, 6, 8, 8, 7, 10, 9, 11];
      const taken: boolean[] = [];
      for (const step of steps) taken.push(await security.spendTotpStep(1, step));
      expect(taken).toEqual([false, false, true, false, false, true, false, true]);
    });

    test('turned off leaves nothing, and recovery codes only beside mailed codes', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.startTotp(1, startOf('AAAA'));
      await security.confirmTotp(1, confirmed());
      expect(await security.turnOnMailCodes(1, sampleTime, ['h9'])).toBe('further');
      expect(await security.turnOffTotp(1)).toBe(true);
      expect(await security.turnOffTotp(1)).toBe(false);
      expect(await security.findSecurity(1)).toEqual({ ...NOTHING, mailCodesSince: sampleTime });
      expect(await security.countRecoveryCodes(1)).toBe(2);
      expect(await security.turnOffMailCodes(1)).toBe(true);
      expect(await security.turnOffMailCodes(1)).toBe(false);
      expect(await security.findSecurity(1)).toEqual(NOTHING);
      expect(await security.countRecoveryCodes(1)).toBe(0);
      expect(await security.turnOffTotp(2)).toBe(false);
      expect(await security.findSecurity(2)).toEqual(NOTHING);
    });

    test('is no app while it is being set up, and stays so', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.startTotp(1, startOf('AAAA'));
      expect(await security.turnOffTotp(1)).toBe(false);
      expect(await security.confirmTotp(1, confirmed())).toBe('first');
    });

    test('and mailed codes at once have one set of recovery codes, of whichever was first', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.startTotp(1, startOf('AAAA'));
      const outcomes = await Promise.all([
        security.turnOnMailCodes(1, sampleTime, ['mail']),
        security.confirmTotp(1, confirmed()),
        security.turnOnMailCodes(1, sampleTime, ['again']),
      ]);
      expect(outcomes).toEqual(['first', 'further', 'refused']);
      expect(await security.countRecoveryCodes(1)).toBe(1);
      expect(await security.spendRecoveryCode(1, 'mail')).toBe(true);
    });
  });

  test('each change of a factor comes with its notes, and none without one', async () => {
    using stores = await openWithTwo(openFresh);
    const { security } = stores;
    const notesOf = (event: AccountEvent) => ({
      entry: { at: sampleTime, event, device: 'Firefox', country: 'NL', detail: '' },
      bounds: { atMost: 50, sameWithinMs: 0 },
      emailJobs: [sampleEmailJob({ kind: 'second factor changed', detail: event, code: '' })],
    });
    const codes = ['h1', 'h2'];
    const changes: [AccountEvent, () => Promise<unknown>][] = [
      ['app turned on', () => security.confirmTotp(1, confirmed(), notesOf('app turned on'))],
      [
        'mailed codes turned on',
        () => security.turnOnMailCodes(1, 1, [], notesOf('mailed codes turned on')),
      ],
      [
        'recovery codes made',
        () => security.replaceRecoveryCodes(1, codes, 1, notesOf('recovery codes made')),
      ],
      [
        'recovery code used',
        () => security.spendRecoveryCode(1, 'h1', notesOf('recovery code used')),
      ],
      ['app turned off', () => security.turnOffTotp(1, notesOf('app turned off'))],
      [
        'mailed codes turned off',
        () => security.turnOffMailCodes(1, notesOf('mailed codes turned off')),
      ],
    ];
    await security.startTotp(1, startOf('AAAA'));
    const expected = changes.map(([event]) => event);
    for (const [, change] of changes) await change();
    const read = async () => ({
      log: (await stores.accountLog.listLogEntries(1)).map(({ event }) => event).toReversed(),
      emailJobs: (await stores.outbox.listEmailJobs(99)).map(({ detail }) => detail),
    });
    expect(await read()).toEqual({ log: expected, emailJobs: expected });
    const [, , made, ...again] = changes;
    for (const [, change] of again) await change();
    expect(await read()).toEqual({ log: expected, emailJobs: expected });
    await stores.accounts.deleteAccount(1);
    await made?.[1]();
    expect(await read()).toEqual({ log: [], emailJobs: [] });
  });

  describe('a recovery code', () => {
    test('is spent once, by its own account', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.turnOnMailCodes(1, sampleTime, ['h1', 'h2']);
      expect(await security.spendRecoveryCode(2, 'h1')).toBe(false);
      const spent = await Promise.all([1, 2, 3].map(() => security.spendRecoveryCode(1, 'h1')));
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await security.countRecoveryCodes(1)).toBe(1);
    });

    test('is replaced with all others, and may be the same for two accounts', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.replaceRecoveryCodes(1, ['h1', 'h2'], sampleTime);
      await security.replaceRecoveryCodes(2, ['h1'], sampleTime);
      await security.replaceRecoveryCodes(1, ['h3'], sampleTime);
      expect(await security.spendRecoveryCode(1, 'h1')).toBe(false);
      expect(await security.spendRecoveryCode(1, 'h3')).toBe(true);
      expect(await security.countRecoveryCodes(2)).toBe(1);
    });
  });

  describe('a mailed code', () => {
    test('is within its budget, or returns when the next may be sent', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      const add = (at: number, accountId = 1) =>
        security.addLoginCode(code(`c${at}`, at, accountId), BUDGET);
      expect(await add(0)).toBe('added');
      expect(await add(MINUTE - 1)).toEqual({ nextAt: MINUTE });
      expect(await add(MINUTE - 1, 2)).toBe('added');
      expect(await add(MINUTE)).toBe('added');
      expect(await add(2 * MINUTE)).toBe('added');
      expect(await add(30 * MINUTE)).toEqual({ nextAt: HOUR });
      expect(await security.describeLoginCodes(1, 30 * MINUTE, BUDGET)).toMatchObject({
        nextAt: HOUR,
      });
      expect(await add(HOUR)).toBe('added');
    });

    test('spends all others of its account when it is right', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.addLoginCode(code('a', 0), BUDGET);
      await security.addLoginCode(code('b', MINUTE), BUDGET);
      await security.addLoginCode(code('a', 0, 2), BUDGET);
      const spend = (hash: string, at: number, accountId = 1) =>
        security.spendLoginCode(accountId, hash, at, NEWEST);
      expect(await spend('c', MINUTE)).toBe(false);
      expect(await spend('b', MINUTE, 2)).toBe(false);
      const spent = await Promise.all([1, 2, 3].map(() => spend('a', MINUTE)));
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await spend('b', MINUTE)).toBe(false);
      expect(await spend('a', MINUTE, 2)).toBe(true);
    });

    test('to a mailbox of before is no proof, and still counts towards the budget', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      await security.addLoginCode(code('a', 0), BUDGET);
      await security.addLoginCode(code('a', 0, 2), BUDGET);
      await stores.accounts.updateAccount(1, { forumTitle: 'Sir' }, { endSessions: true });
      const describe = () => security.describeLoginCodes(1, 1, BUDGET);
      expect(await describe()).toEqual({ nextAt: MINUTE, hasValid: true });
      await stores.accounts.updateAccount(1, { email: 'new@b.example' }, { endSessions: false });
      expect(await describe()).toEqual({ nextAt: MINUTE, hasValid: false });
      expect(await security.spendLoginCode(1, 'a', 1, NEWEST)).toBe(false);
      expect(await security.spendLoginCode(2, 'a', 1, NEWEST)).toBe(true);
    });

    test('counts among the newest, until its time is over', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      for (const [hash, at] of [
        ['a', 0],
        ['b', MINUTE],
        ['c', 2 * MINUTE],
      ] as const) {
        await security.addLoginCode(code(hash, at), BUDGET);
      }
      expect(await security.spendLoginCode(1, 'a', 3 * MINUTE, NEWEST)).toBe(false);
      const { hasValid } = await security.describeLoginCodes(1, 12 * MINUTE - 1, BUDGET);
      expect(hasValid).toBe(true);
      expect(await security.spendLoginCode(1, 'b', 11 * MINUTE, NEWEST)).toBe(false);
      expect(await security.spendLoginCode(1, 'c', 12 * MINUTE, NEWEST)).toBe(false);
      expect(await security.spendLoginCode(1, 'c', 12 * MINUTE - 1, NEWEST)).toBe(true);
      expect((await security.describeLoginCodes(1, 12 * MINUTE - 1, BUDGET)).hasValid).toBe(false);
    });

    test('sent in the future of a clock that was turned back keeps none from being sent', async () => {
      using stores = await openWithTwo(openFresh);
      await stores.security.addLoginCode(code('a', 50 * HOUR), BUDGET);
      expect(await stores.security.addLoginCode(code('b', HOUR), BUDGET)).toBe('added');
    });

    test('is removed when it is old', async () => {
      using stores = await openWithTwo(openFresh);
      const { security } = stores;
      for (const at of [0, MINUTE, 2 * MINUTE]) {
        await security.addLoginCode(code(`${at}`, at), BUDGET);
      }
      await security.removeOldLoginCodes(MINUTE);
      expect(await security.spendLoginCode(1, '0', 2 * MINUTE, { newest: 9 })).toBe(false);
      expect(await security.spendLoginCode(1, `${MINUTE}`, 2 * MINUTE, { newest: 9 })).toBe(true);
    });
  });

  test('protecting an account returns the value before', async () => {
    using stores = await openWithTwo(openFresh);
    expect(await stores.security.protectUntil(1, 500)).toBe(0);
    expect(await stores.security.protectUntil(1, 900)).toBe(500);
    expect(await stores.security.findSecurity(1)).toEqual({ ...NOTHING, protectedUntil: 900 });
  });

  test('everything goes with its account', async () => {
    using stores = await openWithTwo(openFresh);
    const { security } = stores;
    await security.turnOnMailCodes(1, sampleTime, ['h1']);
    await security.addLoginCode(code('c', sampleTime), BUDGET);
    await stores.accounts.deleteAccount(1);
    expect(await security.findSecurity(1)).toEqual(NOTHING);
    expect(await security.countRecoveryCodes(1)).toBe(0);
    expect(await security.describeLoginCodes(1, sampleTime, BUDGET)).toEqual({
      nextAt: sampleTime,
      hasValid: false,
    });
  });

  test('nothing is written for an account that was deleted meanwhile, and nothing fails', async () => {
    using stores = await openWithTwo(openFresh);
    const { security } = stores;
    await stores.accounts.deleteAccount(1);
    await security.startTotp(1, startOf('AAAA'));
    await security.turnOnMailCodes(1, sampleTime, ['h1']);
    await security.replaceRecoveryCodes(1, ['h1'], sampleTime);
    expect(await security.protectUntil(1, sampleTime)).toBe(0);
    expect(await security.addLoginCode(code('c', sampleTime), BUDGET)).not.toBe('added');
    const entry = { at: 1, event: 'wrong code', device: '', country: '', detail: '' } as const;
    await stores.accountLog.addLogEntry(1, entry, { atMost: 5, sameWithinMs: 0 });
    expect(await security.findSecurity(1)).toEqual(NOTHING);
    expect(await security.countRecoveryCodes(1)).toBe(0);
    expect(await stores.accountLog.listLogEntries(1)).toEqual([]);
  });
}
