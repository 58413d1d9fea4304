// A forgotten password: asked for without a word on who exists, set by a link of one use.

import { describe, expect, test } from 'bun:test';
import { refuseUnproven } from '../../../src/modules/account/proof-of-work.ts';
import { recoveryFailures } from '../../../src/modules/profile/messages.ts';
import type { RequestWork } from '../../../src/modules/profile/recovery.ts';
import { detailsOf, failuresOf, outcomeOf, sentencesOf } from '../../support/failures.ts';
import { findProof } from '../../support/proof.ts';
import { ADDRESS, MINUTE_MS, PASSWORD, quickPasswords } from '../../support/test-accounts.ts';
import {
  openRegistered,
  openRegistrationFixture,
  SESSION,
} from '../registration/registration-fixture.ts';

const FRESH = 'another good one';

describe('asking for a new password', () => {
  test.each([
    ['its name', 'alice', ['Alice@example.net']],
    ['its address', ' ALICE@example.net ', ['Alice@example.net']],
    ['a name that nobody has', 'Zoe', []],
    ['an address that nobody has', 'zoe@example.net', []],
  ])('with %s', async (_title, requested, recipients) => {
    using fixture = await openRegistered();
    await fixture.recovery.request(requested, ADDRESS);
    await fixture.composeEmails();
    expect(fixture.mailer.emails.map(({ to }) => to)).toEqual(recipients);
    expect(await fixture.store.outbox.listEmailJobs(9)).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['something that is neither', 'a b c'],
    ['a header', 'a@example.net\r\nBcc: b@example.net'],
  ])('refuses %s', async (_title, requested) => {
    using fixture = openRegistrationFixture();
    expect(await sentencesOf(fixture.recovery.request(requested, ADDRESS))).toEqual([
      `who: ${recoveryFailures.whoMissing}`,
    ]);
  });

  test('many times from one network is refused with the time, from others not', async () => {
    using fixture = openRegistrationFixture();
    const { recovery } = fixture;
    for (let count = 0; count < 5; count += 1) await recovery.request('Zoe', '2001:db8::1');
    expect(await sentencesOf(recovery.request('Zoe', '2001:db8::2'))).toEqual([
      expect.stringMatching(/^: .* in 3 minutes\.$/),
    ]);
    await recovery.request('Zoe', ADDRESS);
  });

  describe('while many ask', () => {
    /** Thirty addresses all over the world ask as often as they can. */
    async function openCrowded(isProofOfWorkRequired: boolean) {
      const described: string[] = [];
      const fixture = openRegistrationFixture({ isProofOfWorkRequired });
      const { recovery } = fixture.reopen({}, (what) => described.push(what));
      let requested = 0;
      for (let turn = 0; turn < 5; turn += 1) {
        for (let host = 1; host <= 30; host += 1) {
          const outcome = await outcomeOf(recovery.request('Zoe', `198.${host}.7.7`));
          if (outcome === undefined) requested += 1;
        }
      }
      return { fixture, recovery, described, requested };
    }

    test('others still get their emails, and the operator is notified once', async () => {
      const { fixture, recovery, described, requested } = await openCrowded(false);
      using _ = fixture;
      expect(requested).toBeLessThan(150);
      expect(described).toEqual(['password resets']);
      for (let host = 1; host <= 50; host += 1) {
        await recovery.request('Alice', `100.${host}.7.7`);
      }
      expect(await recovery.openForm(SESSION)).toBeUndefined();
    });

    test('each has to show a proof of work, which is good once', async () => {
      const { fixture, recovery, requested } = await openCrowded(true);
      using _ = fixture;
      // From then on not one came without.
      expect(requested).toBe(51);
      const request = (work: Partial<RequestWork>, address = ADDRESS) =>
        recovery.request('Zoe', address, {
          ...{ sessionValue: SESSION, challenge: '', proof: '' },
          ...work,
        });
      expect(await sentencesOf(request({}))).toEqual([
        expect.stringMatching(/^: Many emails are being requested, .*\. Send the form again\.$/),
      ]);
      const form = await recovery.openForm(SESSION);
      expect(form).toMatchObject({ proof: { parts: 16, bits: 13 }, waitWithoutProofMs: 30_000 });
      const challenge = form?.challenge ?? '';
      expect((await recovery.openForm(SESSION, challenge))?.challenge).toBe(challenge);
      expect((await recovery.openForm('a.two', challenge))?.challenge).not.toBe(challenge);
      expect(await failuresOf(request({ challenge }))).toMatchObject([
        detailsOf(refuseUnproven(30_000)),
      ]);
      const proof = findProof(challenge);
      expect(await failuresOf(request({ challenge, proof, sessionValue: 'a.two' }))).toHaveLength(
        1,
      );
      await request({ challenge, proof });
      expect(await failuresOf(request({ challenge, proof }))).toHaveLength(1);
      // Without scripts a wait stands in its place.
      const slow = (await recovery.openForm(SESSION))?.challenge ?? '';
      fixture.clock.advance(30_000);
      await request({ challenge: slow });
    });

    test('nothing is asked for any more once there is enough again', async () => {
      const { fixture, recovery } = await openCrowded(true);
      using _ = fixture;
      expect(await recovery.openForm(SESSION)).toBeDefined();
      fixture.clock.advance(60 * MINUTE_MS);
      expect(await recovery.openForm(SESSION)).toBeUndefined();
      await recovery.request('Zoe', '198.1.7.7');
    });
  });

  test('again and again sends one mailbox a few emails, and leaves its latest link alone', async () => {
    using fixture = await openRegistered();
    const { recovery, composeEmails } = fixture;
    for (let count = 0; count < 40; count += 1) {
      await recovery.request('Alice', `203.${count}.113.7`);
      await composeEmails();
      fixture.clock.advance(10_000);
    }
    expect(fixture.mailer.emails.length).toBeGreaterThan(2);
    expect(fixture.mailer.emails.length).toBeLessThan(12);
    const last = fixture.mailer.take().at(-1);
    expect(await recovery.findLink(last?.kind === 'reset password' ? last.token : '')).toEqual({
      accountName: 'Alice',
    });
  });

  test('by an address that several claim sends each its own link', async () => {
    using fixture = openRegistrationFixture();
    await fixture.mustSignUp({ name: 'One', email: 'both@example.net' });
    await fixture.mustSignUp({ name: 'Two', email: 'both@example.net' });
    fixture.mailer.take();
    await fixture.recovery.request('both@example.net', ADDRESS);
    await fixture.composeEmails();
    const emails = fixture.mailer.take();
    expect(emails.map(({ accountName }) => accountName)).toEqual(['Two', 'One']);
    const tokens = emails.map((email) => (email.kind === 'reset password' ? email.token : ''));
    const found = await Promise.all(tokens.map((token) => fixture.recovery.findLink(token)));
    expect(found.map((link) => link?.accountName)).toEqual(['Two', 'One']);
  });

  test('is cut short by a crash and done again: the same link comes twice', async () => {
    using fixture = await openRegistered();
    await fixture.recovery.request('Alice', ADDRESS);
    const [emailJob] = await fixture.store.outbox.listEmailJobs(1);
    await fixture.composeEmails();
    const first = fixture.mailer.takeOne('reset password');
    if (emailJob !== undefined) await fixture.store.outbox.addEmailJob(emailJob);
    await fixture.reopen().composeEmails();
    expect(fixture.mailer.takeOne('reset password').token).toBe(first.token);
    expect(await fixture.recovery.findLink(first.token)).toBeDefined();
  });

  test('cannot be done without mail, and says so', async () => {
    using fixture = openRegistrationFixture();
    fixture.mailer.isOpen = false;
    expect(await sentencesOf(fixture.recovery.request('Alice', ADDRESS))).toEqual([
      `: ${recoveryFailures.cannotSend}`,
    ]);
  });
});

describe('setting the new password', () => {
  async function openWithLink() {
    const fixture = await openRegistered();
    await fixture.recovery.request('Alice', ADDRESS);
    await fixture.composeEmails();
    return { fixture, token: fixture.mailer.takeOne('reset password').token };
  }

  test('lets it in and the old one no more, ends all sessions, and tells the owner', async () => {
    const { fixture, token } = await openWithLink();
    using _ = fixture;
    const browser = fixture.openBrowser();
    await browser.logIn();
    expect(await fixture.recovery.findLink(token)).toEqual({ accountName: 'Alice' });
    expect(await fixture.recovery.reset(token, FRESH)).toEqual({
      accountId: 1,
      accountName: 'Alice',
    });
    expect((await fixture.accounts.recogniseVisitor([browser.cookie ?? ''])).kind).toBe('none');
    const fresh = fixture.openBrowser();
    expect((await fresh.logIn({ password: PASSWORD })).isAuthenticated).toBe(false);
    expect((await fresh.logIn({ password: FRESH })).isAuthenticated).toBe(true);
    await fixture.composeEmails();
    expect(fixture.mailer.takeOne('password changed').to).toBe('Alice@example.net');
  });

  test('right after ten wrong ones is not refused at the login: the count was of the old password', async () => {
    const { fixture, token } = await openWithLink();
    using _ = fixture;
    const browser = fixture.openBrowser();
    for (let count = 0; count < 10; count += 1) await browser.logIn({ password: 'forgotten it' });
    expect((await browser.logIn()).errors[0]).toMatch(/^Too many attempts/);
    await fixture.recovery.reset(token, FRESH);
    expect((await browser.logIn({ password: FRESH })).isAuthenticated).toBe(true);
  });

  test('by a link brings no second one within a minute, also when that was requested before', async () => {
    const { fixture, token } = await openWithLink();
    using _ = fixture;
    const { recovery, composeEmails } = fixture;
    await recovery.request('Alice', '198.51.100.7');
    await recovery.reset(token, FRESH);
    await composeEmails();
    expect(fixture.mailer.take().map(({ kind }) => kind)).toEqual(['password changed']);
    fixture.clock.advance(MINUTE_MS);
    await recovery.request('Alice', '198.51.100.7');
    await composeEmails();
    fixture.mailer.takeOne('reset password');
  });

  test('is possible while somebody else has email after email sent', async () => {
    using fixture = await openRegistered();
    const { recovery, composeEmails } = fixture;
    const annoy = async (count: number) => {
      await recovery.request('Alice', `198.51.100.${count}`);
      await composeEmails();
    };
    for (let minute = 0; minute < 30; minute += 1) {
      await annoy(minute);
      fixture.clock.advance(MINUTE_MS);
    }
    fixture.mailer.take();
    // The owner asks, gets an email within ten minutes, and has the usual time for it.
    await recovery.request('Alice', ADDRESS);
    const tokens: string[] = [];
    for (let minute = 0; minute < 29; minute += 1) {
      await annoy(100 + minute);
      fixture.clock.advance(MINUTE_MS);
      for (const email of fixture.mailer.take()) {
        if (email.kind === 'reset password') tokens.push(email.token);
      }
      if (minute === 10) expect(tokens.length).toBeGreaterThan(0);
    }
    for (const token of tokens) expect(await recovery.findLink(token)).toBeDefined();
    await recovery.reset(tokens[0] ?? '', FRESH);
    for (const token of tokens) expect(await recovery.findLink(token)).toBeUndefined();
  });

  test('refuses a bad password and leaves the link as it is', async () => {
    const { fixture, token } = await openWithLink();
    using _ = fixture;
    const { recovery } = fixture;
    expect(await failuresOf(recovery.reset(token, 'password1'))).toMatchObject([
      { kind: 'invalid', field: 'new_password' },
    ]);
    expect(await recovery.reset(token, FRESH)).toBeDefined();
  });

  test('is possible for half an hour', async () => {
    const { fixture, token } = await openWithLink();
    using _ = fixture;
    fixture.clock.advance(30 * MINUTE_MS);
    expect(await fixture.recovery.findLink(token)).toBeUndefined();
    expect(await fixture.recovery.reset(token, FRESH)).toBeUndefined();
  });

  test('is not possible from a mailbox that was given up while the email was written', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    fixture.mailer.take();
    await fixture.recovery.request('Alice', ADDRESS);
    const { putSecret } = fixture.store.secrets;
    fixture.store.secrets.putSecret = async (secret) => {
      await fixture.address.correct(await fixture.now(account), 'new@example.net');
      await putSecret(secret);
    };
    await fixture.composeEmails();
    const { to, token } = fixture.mailer.takeOne('reset password');
    expect(to).toBe('alice@example.net');
    expect(await fixture.recovery.findLink(token)).toBeUndefined();
    expect(await fixture.recovery.reset(token, FRESH)).toBeUndefined();
  });

  test('is not possible from a mailbox that is given up while the new password is hashed', async () => {
    let giveUp = async (): Promise<unknown> => undefined;
    const passwords = {
      ...quickPasswords,
      async hash(password: string) {
        await giveUp();
        return quickPasswords.hash(password);
      },
    };
    using fixture = openRegistrationFixture({}, { passwords });
    const { id } = await fixture.register('Alice');
    await fixture.recovery.request('Alice', ADDRESS);
    await fixture.composeEmails();
    const { token } = fixture.mailer.takeOne('reset password');
    const email = 'new@example.net';
    giveUp = () => fixture.store.accounts.updateAccount(id, { email }, { endSessions: false });
    const before = await fixture.now({ id });
    expect(await fixture.recovery.reset(token, FRESH)).toBeUndefined();
    expect(await fixture.now({ id })).toEqual({ ...before, email });
  });
});
