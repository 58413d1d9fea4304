// The owner of an account is notified by mail of what staff does to it, with what there is to know, and in no other case.

import { describe, expect, test } from 'bun:test';
import type { AccountActions } from '../../../src/modules/administration/administration.ts';
import { DAY_MS, PASSWORD } from '../../support/test-accounts.ts';
import {
  openRegistrationFixture,
  type RegistrationFixture,
} from '../registration/registration-fixture.ts';

const WHY = 'built a wall around <b>the spawn</b>';
const TO = { to: 'Paul@example.net', accountName: 'Paul', language: 'en' } as const;

/** A moderator's actions on accounts, an administrator's, and those of the command line. */
async function openActors(fixture: RegistrationFixture) {
  const anna = await fixture.register('Anna', { role: 'administrator' });
  await fixture.register('Paul');
  return {
    page: fixture.adminService.by({ kind: 'account', id: anna.id, name: 'Anna' }),
    cli: fixture.administration,
  };
}

async function emailsOf(fixture: RegistrationFixture) {
  await fixture.composeEmails();
  return fixture.mailer.take();
}

const actions: [string, (actions: AccountActions) => Promise<unknown>, object][] = [
  [
    'a new password',
    (it) => it.changePassword('Paul', 'another horse', WHY),
    { kind: 'password set' },
  ],
  [
    'a suspension without end',
    (it) => it.suspendAccount('Paul', WHY),
    { kind: 'account suspended', reason: WHY, until: null },
  ],
  [
    'a suspension for a day',
    (it) => it.suspendAccount('Paul', WHY, '1d'),
    { kind: 'account suspended', reason: WHY, until: Date.UTC(2026, 0, 2) },
  ],
  [
    'another name',
    (it) => it.renameAccount('Paul', 'Saul', WHY),
    { kind: 'account renamed', newName: 'Saul' },
  ],
];

describe.each(['page', 'cli'] as const)('by %s', (way) => {
  test.each(actions)('%s is reported', async (_what, action, email) => {
    using fixture = openRegistrationFixture();
    const actors = await openActors(fixture);
    await action(actors[way]);
    const emails = await emailsOf(fixture);
    expect(emails).toEqual([{ ...TO, ...email, at: fixture.clock.now() }] as never);
    expect(JSON.stringify(emails)).not.toMatch(/horse|quick:|Anna/);
    expect(await emailsOf(fixture)).toEqual([]);
  });

  test('the owner of a restored account is notified, and only of one that was suspended', async () => {
    using fixture = openRegistrationFixture();
    const actions = (await openActors(fixture))[way];
    await actions.restoreAccount('Paul', WHY);
    expect(await emailsOf(fixture)).toEqual([]);
    await actions.suspendAccount('Paul', WHY);
    await emailsOf(fixture);
    await actions.restoreAccount('Paul', WHY);
    expect(await emailsOf(fixture)).toEqual([
      { ...TO, kind: 'account restored', at: fixture.clock.now() },
    ]);
  });
});

test('an account that waits to be verified by hand is reported once, where the address was confirmed', async () => {
  using fixture = openRegistrationFixture({ verification: 'administrator' });
  const account = await fixture.mustSignUp({ name: 'Paul', email: TO.to });
  const { code } = fixture.mailer.takeOne('verify address');
  await fixture.address.confirmByCode(account, code);
  expect(await fixture.now(account)).toMatchObject({ verifiedAt: null });
  for (let turn = 0; turn < 2; turn += 1) await fixture.administration.verifyAccount('Paul');
  expect(await emailsOf(fixture)).toEqual([
    { ...TO, kind: 'account verified', at: fixture.clock.now() },
  ]);
  await fixture.mustSignUp({ name: 'Una', email: 'una@example.net' });
  fixture.mailer.take();
  await fixture.administration.verifyAccount('Una');
  expect(await emailsOf(fixture)).toEqual([]);
});

test('an address that nobody confirmed gets none of it: it may be a stranger’s', async () => {
  using fixture = openRegistrationFixture();
  await openActors(fixture);
  await fixture.store.accounts.updateAccount(2, { emailConfirmedAt: null }, { endSessions: false });
  for (const [, action] of actions) await action(fixture.administration).catch(() => {});
  await fixture.administration.restoreAccount('Saul');
  expect(await emailsOf(fixture)).toEqual([]);
});

test('what changes nothing, or is refused, tells nobody', async () => {
  using fixture = openRegistrationFixture();
  const { page } = await openActors(fixture);
  await page.renameAccount('Paul', 'Paul', WHY);
  await page.setDetails('Paul', { flags: 'd' }, WHY);
  await page.changePassword('Paul', 'short').catch(() => {});
  await page.suspendAccount('Paul', '').catch(() => {});
  await page.renameAccount('Paul', 'Anna', WHY).catch(() => {});
  expect(await emailsOf(fixture)).toEqual([]);
});

test('each waits through a restart and while no service runs, up to a week', async () => {
  using fixture = openRegistrationFixture();
  await openActors(fixture);
  await fixture.administration.renameAccount('Paul', 'Saul');
  await fixture.administration.renameAccount('Saul', 'Raul');
  fixture.clock.advance(7 * DAY_MS - 1);
  expect(await fixture.reopen().composeEmails()).toBe(2);
  expect(fixture.mailer.take()).toMatchObject([
    { accountName: 'Paul', newName: 'Saul' },
    { accountName: 'Saul', newName: 'Raul' },
  ]);
  await fixture.administration.changePassword('Raul', PASSWORD);
  fixture.clock.advance(7 * DAY_MS + 1);
  expect(await emailsOf(fixture)).toEqual([]);
});
