// An administrator takes the second factor off an account: what is gone, and who is notified.

import { describe, expect, test } from 'bun:test';
import { openWithAlice } from '../../support/test-accounts.ts';
import { becomeOwner, turnOnApp } from './owner.ts';

describe('a reset', () => {
  test('lets the owner in with the password alone, ends every session, and says so by mail', async () => {
    using fixture = await openWithAlice();
    const owner = await becomeOwner(fixture);
    await turnOnApp(fixture, owner);
    await fixture.composeEmails();
    fixture.mailer.emails.length = 0;
    const { resetTwoFactor } = fixture.administration;
    expect(await resetTwoFactor('aLICE', 'lost phone')).toMatchObject({ name: 'Alice' });
    expect(await fixture.composeEmails()).toBe(1);
    expect(await fixture.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect((await fixture.openBrowser().logIn()).errors).toEqual([]);
    expect(fixture.mailer.emails).toEqual([
      {
        kind: 'second factor changed',
        to: 'Alice@example.net',
        accountName: 'Alice',
        language: 'en',
        change: 'reset by an administrator',
        at: fixture.clock.now(),
      },
    ]);
    const events = (await fixture.accounts.log.listFor(1)).map(({ event }) => event);
    expect(events.slice(0, 2)).toEqual(['logged in', 'second factor reset']);
    const [action] = await fixture.store.audit.listActions({ limit: 9 });
    expect(action).toMatchObject({
      ...{ action: 'second factor reset', subject: 'Alice', reason: 'lost phone' },
      actor: { kind: 'command line' },
    });
  });
});
