// Administrative actions: what the audit log and the owner read of them, reasons, names, the last administrator.

import { describe, expect, test } from 'bun:test';
import { hashSkeleton } from '../../../src/modules/account/account-names.ts';
import type { AccountActions } from '../../../src/modules/administration/administration.ts';
import { describeDetail } from '../../../src/modules/audit/audit-details.ts';
import { formatMoment } from '../../../src/platform/lib/moment.ts';
import {
  type AccountsFixture,
  DAY_MS,
  openAccountsFixture,
  PASSWORD,
} from '../../support/test-accounts.ts';

async function openWithAnna() {
  const fixture = openAccountsFixture();
  const { id, name } = await fixture.register('Anna', { role: 'administrator' });
  const actor = { kind: 'account', id, name } as const;
  await fixture.register('Paul', { isVerified: false });
  return { ...fixture, anna: fixture.adminService.by(actor), actor };
}

async function readLog(fixture: AccountsFixture) {
  const actions = await fixture.store.audit.listActions({ limit: 99 });
  return actions
    .filter(({ reason }) => reason !== '')
    .map((entry) => ({ ...entry, detail: describeDetail(entry.detail, formatMoment) }));
}

const REQUEST = { name: 'New', email: 'new@example.net', password: PASSWORD, isVerified: true };
const WHY = 'since <b>I</b> say so';

describe('the log', () => {
  const actions: [string, (actions: AccountActions) => Promise<unknown>, string, string][] = [
    ['account created', (it) => it.createAccount(REQUEST, WHY), 'New', 'Player, verified'],
    ['account verified', (it) => it.verifyAccount('paul', WHY), 'Paul', ''],
    ['account suspended', (it) => it.suspendAccount(2, WHY), 'Paul', 'permanent'],
    [
      'account suspended',
      (it) => it.suspendAccount(2, WHY, '1d'),
      'Paul',
      'until 2026-01-02 00:00 UTC',
    ],
    ['account renamed', (it) => it.renameAccount(2, 'Saul', WHY), 'Paul', 'to Saul'],
    [
      'account details changed',
      (it) => it.setDetails(2, { flags: 'md', forumTitle: 'Sir', isPremium: true }, WHY),
      'Paul',
      'flags dm, forum title "Sir", premium',
    ],
    [
      'role changed',
      (it) => it.setDetails(2, { role: 'moderator' }, WHY),
      'Paul',
      'from Player to Moderator',
    ],
    ['password changed', (it) => it.changePassword(2, 'another horse', WHY), 'Paul', ''],
    ['second factor reset', (it) => it.resetTwoFactor(2, WHY), 'Paul', ''],
    ['sessions ended', (it) => it.endSessions(2, WHY), 'Paul', ''],
    ['account deleted', (it) => it.deleteAccount(2, WHY), 'Paul', ''],
  ];
  test.each(actions)(
    'says %s, by whom, to whom and why',
    async (action, attempt, subject, detail) => {
      using fixture = await openWithAnna();
      await attempt(fixture.anna);
      expect(await readLog(fixture)).toEqual([
        {
          id: expect.any(Number),
          at: fixture.clock.now(),
          actor: fixture.actor,
          action,
          subject,
          detail,
          reason: WHY,
        },
      ] as never);
      const text = JSON.stringify(await fixture.store.audit.listActions({ limit: 99 }));
      expect(text).not.toMatch(/@|horse|quick:/);
    },
  );

  test('says restored', async () => {
    using fixture = await openWithAnna();
    await fixture.administration.suspendAccount('Paul', '');
    await fixture.anna.restoreAccount('Paul', WHY);
    expect(await readLog(fixture)).toMatchObject([{ action: 'account restored', subject: 'Paul' }]);
  });

  test('has two entries for details and a role that change at once', async () => {
    using fixture = await openWithAnna();
    await fixture.anna.setDetails('Paul', { flags: 'd', role: 'moderator' }, WHY);
    const logged = (await readLog(fixture)).map(({ action }) => action);
    expect(logged).toEqual(['role changed', 'account details changed']);
  });

  test('has none for what changed nothing', async () => {
    using fixture = await openWithAnna();
    await fixture.anna.verifyAccount('Anna', WHY);
    await fixture.anna.restoreAccount('Paul', WHY);
    await fixture.anna.setDetails('Paul', {}, WHY);
    await fixture.anna.setDetails('Paul', { flags: '', role: 'player', isPremium: false }, WHY);
    await fixture.anna.renameAccount('Paul', 'Paul', WHY);
    expect(await readLog(fixture)).toEqual([]);
  });
});

test('owners read in their own log what was done to them', async () => {
  using fixture = await openWithAnna();
  await fixture.anna.suspendAccount('Paul', 'griefing');
  await fixture.anna.restoreAccount('Paul');
  await fixture.anna.renameAccount('Paul', 'Saul', WHY);
  await fixture.anna.verifyAccount('Saul');
  await fixture.anna.changePassword('Saul', 'another horse');
  await fixture.anna.endSessions('Saul');
  await fixture.anna.setDetails('Saul', { flags: 'd', role: 'moderator' });
  const read = (await fixture.accounts.log.listFor(2)).map(({ event, detail }) => [
    event,
    describeDetail(detail, formatMoment),
  ]);
  expect(read).toEqual([
    ['details changed', 'flags d, role from Player to Moderator'],
    ['logged out', ''],
    ['password set', ''],
    ['verified', ''],
    ['renamed', 'Paul → Saul'],
    ['restored', ''],
    ['suspended', 'griefing'],
  ]);
});

describe('a reason', () => {
  const owed: [string, (actions: AccountActions, reason: string) => Promise<unknown>][] = [
    ['a suspension', (it, reason) => it.suspendAccount('Paul', reason)],
    ['a new name', (it, reason) => it.renameAccount('Paul', 'Saul', reason)],
    ['a reset second factor', (it, reason) => it.resetTwoFactor('Paul', reason)],
    ['a deletion', (it, reason) => it.deleteAccount('Paul', reason)],
  ];
  test.each(owed)('is owed for %s on pages, not on the command line', async (_what, attempt) => {
    using fixture = await openWithAnna();
    for (const reason of ['', '   ']) {
      await expect(attempt(fixture.anna, reason)).rejects.toMatchObject({
        kind: 'invalid',
        field: 'reason',
      });
    }
    expect(await fixture.administration.findAccount('Paul')).toMatchObject({ suspendedAt: null });
    await attempt(fixture.administration, '');
  });
});

describe('another name', () => {
  test('is followed by sessions, the player and the login at once', async () => {
    using fixture = await openWithAnna();
    const browser = fixture.openBrowser();
    await browser.logIn({ username: 'Paul' });
    await fixture.anna.renameAccount('Paul', ' Saul ', WHY);
    expect(await browser.openLogin()).toMatchObject({ username: 'Saul', isAuthenticated: true });
    expect(await fixture.accounts.findPlayer('paul')).toBeUndefined();
    expect(await fixture.accounts.findPlayer('saul')).toMatchObject({ id: 2, name: 'Saul' });
    const { errors } = await fixture.openBrowser().logIn({ username: 'Paul' });
    expect(errors).toEqual(['username']);
    expect(await fixture.openBrowser().logIn({ username: 'SAUL' })).toMatchObject({
      username: 'Saul',
    });
  });

  test('leaves the old one reserved, and the account may have it back', async () => {
    using fixture = await openWithAnna();
    await fixture.anna.renameAccount('Paul', 'Saul', WHY);
    const find = () =>
      fixture.store.registration.findNameObstacle(
        'pau1',
        hashSkeleton('pau1'),
        fixture.clock.now(),
      );
    expect(await find()).toEqual({ kind: 'released', until: fixture.clock.now() + 30 * DAY_MS });
    fixture.clock.advance(30 * DAY_MS);
    expect(await find()).toBeUndefined();
    await fixture.anna.renameAccount('Saul', 'Paul', WHY);
  });

  test('may be the same in other capitals, or look like the account’s own', async () => {
    using fixture = await openWithAnna();
    expect(await fixture.anna.renameAccount('Paul', 'PAUL', WHY)).toMatchObject({ name: 'PAUL' });
    expect(await fixture.anna.renameAccount('PAUL', 'PAU1', WHY)).toMatchObject({ name: 'PAU1' });
  });

  const refused: [string, string, string][] = [
    ['none', 'a b', 'invalid'],
    ['taken', 'aNNa', 'conflict'],
  ];
  test.each(refused)('is refused when it is %s', async (_what, name, kind) => {
    using fixture = await openWithAnna();
    for (const actions of [fixture.anna, fixture.administration]) {
      const attempt = actions.renameAccount('Paul', name, WHY);
      await expect(attempt).rejects.toMatchObject({ kind, field: 'name' });
    }
    expect(await fixture.administration.findAccount('Paul')).toMatchObject({ name: 'Paul' });
  });

  test('that looks like another’s is given by the command line alone', async () => {
    using fixture = await openWithAnna();
    await fixture.register('Lola');
    const attempt = fixture.anna.renameAccount('Paul', 'Lo1a', WHY);
    await expect(attempt).rejects.toMatchObject({ kind: 'conflict', field: 'name' });
    await fixture.administration.renameAccount('Paul', 'Lo1a');
  });

  test('that is reserved is given by administrators, not by moderators', async () => {
    using fixture = await openWithAnna();
    const { id, name } = await fixture.register('Mia', { role: 'moderator' });
    const mia = fixture.adminService.by({ kind: 'account', id, name });
    for (const reserved of ['Gatekeeper', 'GATEKEEPER', 'Admin']) {
      await expect(mia.renameAccount('Paul', reserved, WHY)).rejects.toMatchObject({
        kind: 'conflict',
        field: 'name',
      });
    }
    await fixture.anna.renameAccount('Paul', 'Gatekeeper', WHY);
  });
});

describe('names that look alike', () => {
  const ALIKE = { kind: 'conflict', message: expect.stringContaining('is too similar') };

  test('are told apart from the bearer’s own, where the command line gave both', async () => {
    using fixture = await openWithAnna();
    await fixture.register('Lola');
    await fixture.administration.renameAccount('Paul', 'Lo1a');
    for (const [bearer, name] of [
      ['Lola', 'L0la'],
      ['Lo1a', 'L0la'],
    ] as const) {
      await expect(fixture.anna.renameAccount(bearer, name, WHY)).rejects.toMatchObject(ALIKE);
    }
    await fixture.administration.renameAccount('Lola', 'L0la');
  });
});

describe('the last administrator', () => {
  test('is neither demoted nor suspended nor deleted by an account, but from the command line', async () => {
    using fixture = await openWithAnna();
    for (const attempt of [
      () => fixture.anna.setDetails('Anna', { role: 'moderator' }, WHY),
      () => fixture.anna.suspendAccount('Anna', WHY),
      () => fixture.anna.deleteAccount('Anna', WHY),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('last administrator'),
      });
    }
    expect(await fixture.anna.findAccount('Anna')).toMatchObject({ role: 'administrator' });
    expect(await readLog(fixture)).toEqual([]);
    await fixture.administration.setDetails('Anna', { role: 'player' });
  });
});

describe('several accounts at once', () => {
  test('are changed as each alone, by the rights of the actor', async () => {
    using fixture = openAccountsFixture();
    const mia = await fixture.register('Mia', { role: 'moderator' });
    const anna = await fixture.register('Anna', { role: 'administrator' });
    const paul = await fixture.register('Paul');
    const rude = await fixture.register('Rude');
    const actor = { kind: 'account', id: mia.id, name: mia.name } as const;
    const ids = [paul.id, anna.id, 99, rude.id];
    const refused = await fixture.adminService.forEach(actor, ids, (each, id) =>
      each.suspendAccount(id, 'Rude name', '7d'),
    );
    expect(refused.map((failure) => failure?.kind)).toEqual([
      undefined,
      'forbidden',
      'not_found',
      undefined,
    ]);
    const log = await fixture.store.audit.listActions({ action: 'account suspended', limit: 9 });
    expect(log.map(({ subject, reason }) => [subject, reason])).toEqual([
      ['Rude', 'Rude name'],
      ['Paul', 'Rude name'],
    ]);
    const admin = fixture.adminService.by(actor);
    expect((await admin.findAccount(paul.id)).suspensionReason).toBe('Rude name');
    expect((await admin.findAccount(anna.id)).suspendedAt).toBeNull();
  });

  test('of two administrators one stays who can log in', async () => {
    using fixture = openAccountsFixture();
    const anna = await fixture.register('Anna', { role: 'administrator' });
    const otto = await fixture.register('Otto', { role: 'administrator' });
    const actor = { kind: 'account', id: anna.id, name: anna.name } as const;
    const refused = await fixture.adminService.forEach(actor, [otto.id, anna.id], (each, id) =>
      each.suspendAccount(id, 'A test'),
    );
    expect(refused.map((failure) => failure?.kind)).toEqual([undefined, 'conflict']);
    const admin = fixture.adminService.by(actor);
    expect((await admin.findAccount(anna.id)).suspendedAt).toBeNull();
  });
});
