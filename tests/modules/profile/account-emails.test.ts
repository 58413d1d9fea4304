// Emails that were left to be written, where something fails on the way: none is lost, none holds up the others.

import { describe, expect, test } from 'bun:test';
import type { EmailMessage } from '../../../src/modules/email/email-ports.ts';
import { ADDRESS, DAY_MS } from '../../support/test-accounts.ts';
import { openRegistrationFixture } from '../registration/registration-fixture.ts';

/** A fixture whose mailer fails for emails that a test chooses. */
function openFailing(fails: (email: EmailMessage) => boolean) {
  const fixture = openRegistrationFixture();
  const { send } = fixture.mailer;
  fixture.mailer.send = async (email) => {
    if (fails(email)) throw new Error('the queue is closed');
    await send(email);
  };
  return fixture;
}

const outboxEntriesOf = (fixture: ReturnType<typeof openFailing>) =>
  fixture.store.outbox.listEmailJobs(9);

describe('an email that could not be queued', () => {
  test('is written again, with the same code and link', async () => {
    let failures = 1;
    using fixture = openFailing(() => failures-- > 0);
    await fixture.signUp();
    await expect(fixture.composeEmails()).rejects.toThrow('the queue is closed');
    expect(fixture.mailer.emails).toEqual([]);
    expect(await outboxEntriesOf(fixture)).toHaveLength(1);
    expect(await fixture.composeEmails()).toBe(1);
    const { token } = fixture.mailer.takeOne('verify address');
    expect(await fixture.address.followLink('verify address', token)).toBeDefined();
    expect(await outboxEntriesOf(fixture)).toEqual([]);
  });

  test('is one link for a new password, however often it is tried', async () => {
    let failures = 2;
    using fixture = openFailing(() => failures-- > 0);
    await fixture.register('Alice');
    await fixture.recovery.request('Alice', ADDRESS);
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(fixture.composeEmails()).rejects.toThrow();
      expect(await outboxEntriesOf(fixture)).toHaveLength(1);
    }
    expect(await fixture.composeEmails()).toBe(1);
    const { token } = fixture.mailer.takeOne('reset password');
    expect(await fixture.recovery.findLink(token)).toEqual({ accountName: 'Alice' });
    expect(await outboxEntriesOf(fixture)).toEqual([]);
  });

  test('of two accounts of one address is tried for both', async () => {
    let failures = 0;
    using fixture = openFailing((email) => email.accountName === 'One' && failures-- > 0);
    await fixture.mustSignUp({ name: 'One', email: 'both@example.net' });
    await fixture.mustSignUp({ name: 'Two', email: 'both@example.net' });
    fixture.mailer.take();
    failures = 1;
    await fixture.recovery.request('both@example.net', ADDRESS);
    await expect(fixture.composeEmails()).rejects.toThrow();
    await fixture.composeEmails();
    const emails = fixture.mailer.take();
    expect(new Set(emails.map(({ accountName }) => accountName))).toEqual(new Set(['One', 'Two']));
    for (const email of emails) {
      const token = email.kind === 'reset password' ? email.token : '';
      expect(await fixture.recovery.findLink(token)).toEqual({
        accountName: email.accountName,
      });
    }
  });

  test('holds up no other', async () => {
    using fixture = openFailing(({ accountName }) => accountName === 'One');
    await fixture.signUp({ name: 'One' });
    await fixture.signUp({ name: 'Two', email: 'two@example.net' });
    await expect(fixture.composeEmails()).rejects.toThrow('the queue is closed');
    expect(fixture.mailer.takeOne('verify address').accountName).toBe('Two');
    expect((await outboxEntriesOf(fixture)).map(({ accountName }) => accountName)).toEqual(['One']);
  });

  test('is let go of once its link would be good no more', async () => {
    using fixture = openFailing(() => true);
    await fixture.signUp();
    await expect(fixture.composeEmails()).rejects.toThrow();
    fixture.clock.advance(DAY_MS);
    expect(await fixture.composeEmails()).toBe(0);
    expect(await outboxEntriesOf(fixture)).toEqual([]);
  });
});

test('a link that was written and could not be ended is written once more, and is the same', async () => {
  using fixture = openRegistrationFixture();
  await fixture.signUp();
  const { replaceEmailJob } = fixture.store.outbox;
  fixture.store.outbox.replaceEmailJob = () => Promise.reject(new Error('disk full'));
  const composeEmails = fixture.reopen().composeEmails;
  await expect(composeEmails()).rejects.toThrow('disk full');
  const first = fixture.mailer.takeOne('verify address');
  fixture.store.outbox.replaceEmailJob = replaceEmailJob;
  expect(await fixture.reopen().composeEmails()).toBe(1);
  expect(fixture.mailer.takeOne('verify address')).toEqual(first);
});
