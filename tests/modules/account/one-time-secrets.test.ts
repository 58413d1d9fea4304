// One-time links and codes: how they are made, read and told apart, and what spends them while somebody else changes
// their account.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { AccountChanges, SecretStore } from '../../../src/modules/account/account-ports.ts';
import { accountFailures } from '../../../src/modules/account/messages.ts';
import { nextSendAt } from '../../../src/modules/account/one-time-secret-limits.ts';
import {
  type ChangeOf,
  confirmWithCode,
  deriveToken,
  hashCode,
  hashToken,
  makeSecret,
  makeToken,
  spendToken,
} from '../../../src/modules/account/one-time-secrets.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { failureOf } from '../../support/failures.ts';
import { openTestStore } from '../../support/store.ts';
import { DAY_MS, MINUTE_MS } from '../../support/test-accounts.ts';

const NOW = Date.UTC(2026, 0, 1);
const facts = { purpose: 'verify address', email: 'a@example.net', now: NOW } as const;

describe('a secret', () => {
  test('is kept as hashes alone', () => {
    const { stored, token, code } = makeSecret(facts);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(code).toMatch(/^[0-9]{6}$/);
    expect(stored).toEqual({
      purpose: 'verify address',
      tokenHash: hashToken(token),
      codeHash: hashCode(code, hashToken(token)),
      email: 'a@example.net',
      createdAt: NOW,
      expiresAt: NOW + DAY_MS,
      sends: 1,
      wrongCodes: 0,
      waitUntil: null,
      next: '',
    });
    // Salted: the same code under another secret has another hash.
    expect(hashCode(code, hashToken(makeToken()))).not.toBe(stored.codeHash);
  });

  test.each([
    ['verify address', DAY_MS, true],
    ['new address', DAY_MS, true],
    ['reset password', 30 * MINUTE_MS, false],
    ['undo address', 7 * DAY_MS, false],
  ] as const)('to %s lives its own time, with a code or without', (purpose, lifeMs, hasCode) => {
    const { stored, code } = makeSecret({ ...facts, purpose });
    expect(stored.expiresAt - stored.createdAt).toBe(lifeMs);
    expect([code !== '', stored.codeHash !== null]).toEqual([hasCode, hasCode]);
  });

  test('in the place of another takes over what was guessed at that one', () => {
    const first = { ...makeSecret(facts).stored, accountId: 7, wrongCodes: 5, waitUntil: NOW + 9 };
    const { stored } = makeSecret(facts, first);
    expect(stored).toMatchObject({ sends: 2, wrongCodes: 5, waitUntil: NOW + 9 });
    expect(stored.tokenHash).not.toBe(first.tokenHash);
  });

  test('is sent again after a wait that grows, to a quarter of an hour', () => {
    const stored = { ...makeSecret(facts).stored, accountId: 7 };
    const waits = [1, 2, 3, 4, 5, 6, 100].map((sends) => nextSendAt({ ...stored, sends }) - NOW);
    expect(waits).toEqual([1, 2, 5, 10, 15, 15, 15].map((minutes) => minutes * MINUTE_MS));
  });
});

describe('a token', () => {
  test('that is none has no hash', () => {
    for (const text of ['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`]) {
      expect(hashToken(text)).toBe('');
    }
    fc.assert(fc.property(fc.string(), (text) => hashToken(text) === '' || text.length === 43));
  });

  test('of an account follows from the one it came from, and from nothing else', () => {
    const token = makeToken();
    const own = deriveToken(token, 1);
    expect(deriveToken(token, 1)).toBe(own);
    expect(deriveToken(token, 2)).not.toBe(own);
    expect(deriveToken(makeToken(), 1)).not.toBe(own);
    expect(hashToken(own)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('spending', () => {
  /** Shows which account the change was made from. */
  const changeOf: ChangeOf = ({ account }) => ({ changes: { forumTitle: account.passwordHash } });

  /** An account with a secret; it is changed before each spending of it, as often as `changes` says. */
  async function open(changes: readonly AccountChanges[] = []) {
    const store = openTestStore();
    const account = await store.accounts.insertAccount(accountNamed('Alice'));
    const { stored, code } = makeSecret(facts);
    const secret = { accountId: account.id, ...stored };
    await store.secrets.putSecret(secret);
    const pending = [...changes];
    const interfere = async () => {
      const next = pending.shift();
      if (next) await store.accounts.updateAccount(account.id, next, { endSessions: false });
    };
    const secrets: SecretStore = {
      ...store.secrets,
      async spendToken(...given) {
        await interfere();
        return store.secrets.spendToken(...given);
      },
      async spendCode(...given) {
        await interfere();
        return store.secrets.spendCode(...given);
      },
    };
    const requested = { account, purpose: facts.purpose, changeOf, onWrong: () => {} };
    return {
      secrets,
      found: { secret, account },
      confirm: (typed = code, now = NOW) =>
        confirmWithCode(secrets, now, { ...requested, code: typed }),
      wrong: code === '000000' ? '000001' : '000000',
      readTitle: async () => (await store.accounts.findAccountById(1))?.forumTitle,
      [Symbol.dispose]: () => store[Symbol.dispose](),
    };
  }

  test('a link does what follows from the account as it is then', async () => {
    using sample = await open([{ passwordHash: 'second' }, { passwordHash: 'third' }]);
    const { secrets, found } = sample;
    await spendToken(secrets, found, NOW, changeOf);
    expect(await sample.readTitle()).toBe('third');
    expect(await spendToken(secrets, found, NOW, changeOf)).toBeUndefined();
  });

  test('a code does so, too', async () => {
    using sample = await open([{ passwordHash: 'second' }]);
    expect(await sample.confirm()).toMatchObject({ forumTitle: 'second' });
  });

  test('a link that is not good for the account as it is by now does nothing', async () => {
    using sample = await open([{ email: 'other@example.net' }]);
    const { secrets, found } = sample;
    const whileAtHome: ChangeOf = (read) =>
      read.account.email === found.account.email ? changeOf(read) : undefined;
    expect(await spendToken(secrets, found, NOW, whileAtHome)).toBeUndefined();
    expect(await sample.readTitle()).toBe('');
    expect(await secrets.findSecret(1, 'verify address')).toEqual(found.secret);
  });

  test('fails where the account changes without an end', async () => {
    using sample = await open(
      Array.from({ length: 9 }, (_, index) => ({ passwordHash: `number ${index}` })),
    );
    const message = accountFailures.changedMeanwhile;
    expect(await failureOf(sample.confirm())).toMatchObject({ kind: 'conflict', message });
    expect(await sample.secrets.findSecret(1, 'verify address')).toEqual(sample.found.secret);
  });

  test('a code waits after every five wrong ones, twice as long as before, a day at most', async () => {
    const minutes: number[] = [];
    for (let fives = 0; fives < 9; fives += 1) {
      using sample = await open();
      await sample.secrets.putSecret({ ...sample.found.secret, wrongCodes: fives * 5 + 4 });
      await failureOf(sample.confirm(sample.wrong));
      minutes.push(((await failureOf(sample.confirm()))?.retryAfterSeconds ?? 0) / 60);
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
  });

  test.each(['12345', '1234567', '12345a', '', '一二三四五六', '1e5000', '9'.repeat(100_000)])(
    'the text %p is no code, and counts as no try',
    async (text) => {
      using sample = await open();
      const message = accountFailures.code.digits;
      expect(await failureOf(sample.confirm(text))).toMatchObject({ field: 'code', message });
      expect(await sample.secrets.findSecret(1, 'verify address')).toEqual(sample.found.secret);
    },
  );
});
