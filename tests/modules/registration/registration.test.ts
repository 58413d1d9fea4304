// Registration: modes, refusals, what is made, and that an address in use shows nowhere but in its mailbox.

import { describe, expect, test } from 'bun:test';
import { describeObstacle } from '../../../src/modules/account/account-names.ts';
import { accountFailures } from '../../../src/modules/account/messages.ts';
import { refuseUnproven } from '../../../src/modules/account/proof-of-work.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { detailsOf, failuresOf, outcomeOf, sentencesOf } from '../../support/failures.ts';
import { ADDRESS, DAY_MS, MINUTE_MS } from '../../support/test-accounts.ts';
import { NEW_PASSWORD, openRegistrationFixture, SESSION } from './registration-fixture.ts';

describe('registering', () => {
  test('makes an unverified account and sends its address an email', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.signUp({ name: ' Alice ', email: ' alice@example.net ' });
    expect(account).toMatchObject({
      id: 1,
      name: 'Alice',
      email: 'alice@example.net',
      emailConfirmedAt: null,
      verifiedAt: null,
      suspendedUntil: null,
      role: 'player',
      registeredAt: fixture.clock.now(),
    });
    expect(account.passwordHash).not.toBe(NEW_PASSWORD);
    expect(fixture.mailer.emails).toEqual([]);
    expect(await fixture.composeEmails()).toBe(1);
    expect(fixture.mailer.takeOne('verify address')).toEqual({
      kind: 'verify address',
      to: 'alice@example.net',
      accountName: 'Alice',
      language: 'en',
      code: expect.stringMatching(/^[0-9]{6}$/),
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      validUntil: fixture.clock.now() + DAY_MS,
    });
    expect(await fixture.composeEmails()).toBe(0);
    expect(await fixture.store.outbox.listEmailJobs(9)).toEqual([]);
  });

  test('tells everything that is wrong with the form at once', async () => {
    using fixture = openRegistrationFixture({ registration: 'invite' });
    const signingUp = fixture.signUp({ name: 'a b', email: 'nowhere', password: 'short' });
    expect((await failuresOf(signingUp)).map(({ field }) => field)).toEqual([
      'name',
      'email',
      'password',
      'invite',
    ]);
  });

  test('looks nothing up for a program', async () => {
    using fixture = openRegistrationFixture();
    await fixture.mustSignUp();
    const signingUp = fixture.signUp({ trap: 'filled', name: 'Alice', email: 'x' });
    expect(await sentencesOf(signingUp)).toEqual([
      expect.stringMatching(/^: A hidden field was filled in/),
    ]);
  });

  test('twice with one challenge makes one account', async () => {
    using fixture = openRegistrationFixture();
    const { challenge } = fixture.registration.openForm(SESSION);
    fixture.clock.advance(5_000);
    const send = (name: string) =>
      outcomeOf(
        fixture.registration.signUp.register(
          {
            ...{ name, email: `${name}@example.net`, password: NEW_PASSWORD },
            ...{ invite: '', challenge, proof: '', trap: '', agreedRules: '' },
          },
          { sessionValue: SESSION, address: ADDRESS },
        ),
      );
    const outcomes = await Promise.all([send('One'), send('Two')]);
    expect(outcomes.filter((outcome) => outcome instanceof Failure)).toHaveLength(1);
    expect((await fixture.administration.searchAccounts({})).accounts).toHaveLength(1);
  });
});

describe('one mailbox', () => {
  const SPELLINGS = [
    'joe@bücher.example',
    'joe@BÜCHER.example',
    'joe@ｂücher.example',
    'joe@xn--bcher-kva.example',
    'JOE@XN--bcher-kva.example',
    'joe@bu\u0308cher.example',
  ];

  test('in many spellings is notified that it has an account, a few times', async () => {
    using fixture = openRegistrationFixture();
    const owner = await fixture.mustSignUp({ name: 'Josephine', email: 'joe@bücher.example' });
    expect(owner.email).toBe('joe@xn--bcher-kva.example');
    const { code } = fixture.mailer.takeOne('verify address');
    await fixture.address.confirmByCode(owner, code);
    expect(await fixture.now(owner)).toMatchObject({ emailConfirmedAt: fixture.clock.now() });
    for (const [number, email] of SPELLINGS.entries()) {
      await fixture.mustSignUp({ name: `Other_${number}`, email });
    }
    const emails = fixture.mailer.take();
    expect(emails.map(({ kind }) => kind)).toEqual(SPELLINGS.map(() => 'address in use'));
    expect(new Set(emails.map(({ to }) => to))).toEqual(new Set([owner.email]));
  });

  test('in many spellings gets as few links for a new password as in one', async () => {
    using fixture = openRegistrationFixture();
    await fixture.mustSignUp({ name: 'Josephine', email: 'joe@bücher.example' });
    fixture.mailer.take();
    const { recovery, composeEmails } = fixture;
    for (const [number, email] of [...SPELLINGS, ...SPELLINGS].entries()) {
      await recovery.request(email, `198.${number}.7.7`);
      await composeEmails();
      fixture.clock.advance(61_000);
    }
    // Three at once, and one in ten minutes.
    expect(fixture.mailer.take()).toHaveLength(4);
  });

  test('cannot be typed in letters of a special form before the @', async () => {
    using fixture = openRegistrationFixture();
    expect(await sentencesOf(fixture.signUp({ email: 'ｊoe@example.net' }))).toEqual([
      expect.stringMatching(/^email: .* special variants /),
    ]);
  });
});

describe('a password that others know', () => {
  const PROBLEM = expect.stringMatching(
    /^password: Your password cannot be your name or your email address/,
  );

  test('is refused in another spelling of the address', async () => {
    using fixture = openRegistrationFixture();
    const form = { email: 'joe@bücher.example', password: 'joe@xn--bcher-kva.example' };
    expect(await sentencesOf(fixture.signUp(form))).toEqual([PROBLEM]);
  });
});

describe('who may register', () => {
  test('nobody where registration is closed', async () => {
    using fixture = openRegistrationFixture({ registration: 'closed' });
    expect(await sentencesOf(fixture.signUp())).toEqual([
      `: ${accountFailures.registration.closed}`,
    ]);
  });

  test('those with an invite, as often as it says, and until it expires', async () => {
    using fixture = openRegistrationFixture({ registration: 'invite' });
    const { code } = await fixture.invites.createInvite({ uses: 2, validMs: DAY_MS });
    expect(await sentencesOf(fixture.signUp({ invite: 'guess' }))).toEqual([
      expect.stringMatching(/^invite: This invite code is wrong/),
    ]);
    await fixture.signUp({ name: 'One', invite: code });
    // As people type it, or paste it.
    await fixture.signUp({ name: 'Two', invite: ` ${code.toUpperCase().replaceAll('-', ' ')} ` });
    expect(await failuresOf(fixture.signUp({ name: 'Three', invite: code }))).toHaveLength(1);
    const late = await fixture.invites.createInvite({ uses: 1, validMs: DAY_MS });
    fixture.clock.advance(DAY_MS);
    expect(await failuresOf(fixture.signUp({ name: 'Three', invite: late.code }))).toHaveLength(1);
  });
});

describe('verification', () => {
  test('without mail is an administrator’s, and nothing is sent', async () => {
    using fixture = openRegistrationFixture({ verification: 'administrator' });
    fixture.mailer.isOpen = false;
    const account = await fixture.mustSignUp();
    expect(account.verifiedAt).toBeNull();
    expect(fixture.mailer.emails).toEqual([]);
    expect((await fixture.administration.verifyAccount('Alice')).verifiedAt).toBe(
      fixture.clock.now(),
    );
  });

  test('can be automatic, and the address is still to be confirmed', async () => {
    using fixture = openRegistrationFixture({ verification: 'automatic' });
    const account = await fixture.mustSignUp();
    expect(account.verifiedAt).not.toBeNull();
    expect(account.emailConfirmedAt).toBeNull();
    expect(fixture.mailer.takeOne('verify address').to).toBe('alice@example.net');
  });
});

describe('an address that has an account', () => {
  test('is answered like any other; its owner gets the email', async () => {
    using fixture = openRegistrationFixture();
    await fixture.register('Owner');
    const used = await fixture.mustSignUp({ name: 'Mallory', email: 'OWNER@example.net' });
    expect(fixture.mailer.takeOne('address in use')).toEqual({
      kind: 'address in use',
      to: 'Owner@example.net',
      accountName: 'Owner',
      language: 'en',
    });
    const fresh = await fixture.mustSignUp({ name: 'Newcomer', email: 'newcomer@example.net' });
    fixture.mailer.takeOne('verify address');

    const { id: _1, name: _2, email: _3, passwordHash: _4, registeredAt: _5, ...ofUsed } = used;
    const { id: _6, name: _7, email: _8, passwordHash: _9, registeredAt: _0, ...ofFresh } = fresh;
    expect(ofUsed).toEqual(ofFresh);
    for (const [name, account] of [
      ['Mallory', used],
      ['Newcomer', fresh],
    ] as const) {
      expect(await sentencesOf(fixture.signUp({ name, email: 'x@example.net' }))).toEqual([
        `name: ${describeObstacle(name, { kind: 'taken' }, 0)}`,
      ]);
      const browser = fixture.openBrowser();
      const state = await browser.logIn({ username: name, password: NEW_PASSWORD });
      expect(state.errors).toEqual(['verification']);
      const { nextSendAt, ...shown } = await fixture.address.describe(account);
      expect(shown).toEqual({
        email: account.email,
        isConfirmed: false,
        pending: undefined,
        codesWaitUntil: undefined,
        isStuck: false,
        next: '',
      });
      expect(nextSendAt).toBe(account.registeredAt + 60_000);
    }
  });

  test('takes as many wrong codes, with the same words, as one that has none', async () => {
    using fixture = openRegistrationFixture();
    await fixture.register('Owner');
    const used = await fixture.mustSignUp({ name: 'Mallory', email: 'owner@example.net' });
    const fresh = await fixture.mustSignUp({ name: 'Newcomer', email: 'newcomer@example.net' });
    const answers = async (account: typeof used) => {
      const { code } = fixture.mailer.emails.find(({ kind }) => kind === 'verify address') as {
        code: string;
      };
      const sentences: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        const wrong = `${(Number(code) + 1 + count) % 1_000_000}`.padStart(6, '0');
        const confirming = fixture.address.confirmByCode(account, wrong);
        sentences.push(...(await sentencesOf(confirming)));
      }
      return sentences;
    };
    const ofUsed = await answers(used);
    expect(ofUsed).toEqual(await answers(fresh));
    expect(new Set(ofUsed.slice(0, 5))).toEqual(
      new Set([`code: ${accountFailures.code.notLatest}`]),
    );
    expect(ofUsed[6]).toMatch(/^code: .* in 15 minutes\./);
    const codesWaitUntil = fixture.clock.now() + 15 * MINUTE_MS;
    expect(await fixture.address.describe(used)).toMatchObject({ codesWaitUntil });
  });
});

describe('rules that change while the service runs', () => {
  test('count for the next registration', async () => {
    using fixture = openRegistrationFixture();
    const { rules } = fixture.registration;
    await fixture.mustSignUp();
    const bob = { name: 'Bob', email: 'bob@example.net' };

    rules.reservedNames = ['Bob'];
    expect((await sentencesOf(fixture.signUp(bob))).join()).toContain('"Bob" is reserved');
    rules.reservedNames = [];

    rules.registration = 'closed';
    expect((await sentencesOf(fixture.signUp(bob))).join()).toContain(
      accountFailures.registration.closed,
    );
    rules.registration = 'invite';
    expect((await sentencesOf(fixture.signUp(bob))).join()).toContain('invite: ');
    rules.registration = 'open';

    expect(fixture.registration.openForm(SESSION).proof).toBeUndefined();
    rules.isProofOfWorkRequired = true;
    expect(fixture.registration.openForm(SESSION).proof).toBeDefined();
    expect(await failuresOf(fixture.signUp(bob))).toMatchObject([
      detailsOf(refuseUnproven(25_000)),
    ]);
    rules.isProofOfWorkRequired = false;

    rules.registrationsPerAddress = 1;
    await fixture.signUp(bob);
    const carl = { name: 'Carl', email: 'carl@example.net' };
    expect((await sentencesOf(fixture.signUp(carl))).join()).toContain('from your network');
    rules.registrationsPerAddress = 2;
    rules.registrationsPerHour = 1;
    await fixture.signUp(carl);
    const dora = { name: 'Dora', email: 'dora@example.net' };
    const elsewhere = '198.51.100.77';
    expect((await sentencesOf(fixture.signUp(dora, elsewhere))).join()).toContain('on this site');
    rules.registrationsPerHour = 100;
    await fixture.signUp(dora, elsewhere);
  });

  test('about unverified accounts count at the next sweep', async () => {
    using fixture = openRegistrationFixture({ unverifiedDays: 0 });
    await fixture.mustSignUp();
    fixture.clock.advance(15 * DAY_MS);
    expect(await fixture.registration.sweep()).toEqual([]);
    fixture.registration.rules.unverifiedDays = 14;
    expect(await fixture.registration.sweep()).toEqual(['Alice']);
  });
});
