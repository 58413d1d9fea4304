// Who may do what to whose account, asked of the module itself: pages are not the only way to it.

import { describe, expect, test } from 'bun:test';
import { NEEDED_ROLES } from '../../../src/modules/account/roles.ts';
import type {
  AccountActions,
  ManagedAccount,
} from '../../../src/modules/administration/administration.ts';
import type { Actor } from '../../../src/platform/lib/actor.ts';
import { ROLES, type Role } from '../../../src/platform/lib/roles.ts';

import { openAccountsFixture, PASSWORD } from '../../support/test-accounts.ts';

const NAMES: Record<Role, string> = {
  player: 'Paul',
  moderator: 'Mia',
  administrator: 'Anna',
};

/** One account of each role, and a further one of each to act on. */
async function openStaffed() {
  const fixture = openAccountsFixture();
  const actors = {} as Record<Role, Actor>;
  for (const role of ROLES) {
    const { id, name } = await fixture.register(NAMES[role], { role });
    actors[role] = { kind: 'account', id, name };
    await fixture.register(`x_${role}`.slice(0, 16), { role, isVerified: false });
  }
  return { ...fixture, actors };
}

const targetOf = (role: Role) => `x_${role}`.slice(0, 16);

type Try = (actions: AccountActions, name: string) => Promise<unknown>;

const TRIES: [keyof typeof NEEDED_ROLES, Try][] = [
  ['look', (actions, name) => actions.findAccount(name)],
  ['verify', (actions, name) => actions.verifyAccount(name, 'why')],
  ['suspend', (actions, name) => actions.suspendAccount(name, 'why')],
  ['restore', (actions, name) => actions.restoreAccount(name, 'why')],
  ['rename', (actions, name) => actions.renameAccount(name, 'Other', 'why')],
  ['change details', (actions, name) => actions.setDetails(name, { flags: 'd' }, 'why')],
  ['end sessions', (actions, name) => actions.endSessions(name, 'why')],
  ['reset second factor', (actions, name) => actions.resetTwoFactor(name, 'why')],
  [
    'change role',
    (actions, name) => actions.setDetails(name, { role: roleOtherThan(name) }, 'why'),
  ],
  ['change password', (actions, name) => actions.changePassword(name, 'another horse', 'why')],
  ['delete', (actions, name) => actions.deleteAccount(name, 'why')],
];

function roleOtherThan(name: string): Role {
  return name === targetOf('moderator') ? 'player' : 'moderator';
}

describe.each(TRIES)('%s', (action, attempt) => {
  for (const role of ROLES) {
    for (const target of ROLES) {
      const isPossible = role === 'administrator' || (role === 'moderator' && mayModerate(target));
      test(`${role} → ${target}: ${isPossible ? 'yes' : 'no'}`, async () => {
        using fixture = await openStaffed();
        const before = await fixture.administration.findAccount(targetOf(target));
        const entries = await fixture.store.audit.listActions({ limit: 99 });
        const attempted = attempt(fixture.adminService.by(fixture.actors[role]), targetOf(target));
        if (isPossible) {
          await attempted;
          return;
        }
        await expect(attempted).rejects.toMatchObject({ kind: 'forbidden' });
        expect(await fixture.administration.findAccount(targetOf(target))).toEqual(before);
        expect(await fixture.store.audit.listActions({ limit: 99 })).toEqual(entries);
      });
    }
  }

  function mayModerate(target: Role): boolean {
    if (NEEDED_ROLES[action] !== 'moderator') return false;
    return action === 'look' || target === 'player';
  }

  test('somebody whose role was taken a moment ago may not any more', async () => {
    using fixture = await openStaffed();
    const actions = fixture.adminService.by(fixture.actors.administrator);
    await actions.findAccount('Paul');
    await fixture.administration.setDetails('Anna', { role: 'player' });
    await expect(attempt(actions, targetOf('player'))).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('nor somebody who is suspended, or gone', async () => {
    using fixture = await openStaffed();
    await fixture.administration.suspendAccount('Anna', '');
    const suspended = attempt(
      fixture.adminService.by(fixture.actors.administrator),
      targetOf('player'),
    );
    await expect(suspended).rejects.toMatchObject({ kind: 'forbidden' });
    await fixture.administration.deleteAccount('Anna');
    const gone = attempt(fixture.adminService.by(fixture.actors.administrator), targetOf('player'));
    await expect(gone).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

test('every action is tried above, but making accounts and seeing addresses', () => {
  const tried = TRIES.map(([action]) => action);
  expect([...tried, 'create', 'see addresses'].toSorted()).toEqual(
    Object.keys(NEEDED_ROLES).toSorted() as never,
  );
});

test('administrators alone make accounts', async () => {
  using fixture = await openStaffed();
  const request = { name: 'New', email: 'new@example.net', password: PASSWORD, isVerified: true };
  for (const role of ['player', 'moderator'] as const) {
    await expect(
      fixture.adminService.by(fixture.actors[role]).createAccount(request),
    ).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
  await fixture.adminService.by(fixture.actors.administrator).createAccount(request, 'a friend');
  const [entry] = await fixture.store.audit.listActions({ limit: 1 });
  expect(entry).toMatchObject({ action: 'account created', actor: fixture.actors.administrator });
});

describe('addresses and passwords', () => {
  const answers: [
    string,
    (actions: AccountActions) => Promise<ManagedAccount | ManagedAccount[]>,
  ][] = [
    ['one that is looked at', (actions) => actions.findAccount('x_player')],
    ['a search', async (actions) => (await actions.searchAccounts({ text: 'x_' })).accounts],
    ['one that was verified', (actions) => actions.verifyAccount('x_player')],
    ['one that was verified before', (actions) => actions.verifyAccount('Paul')],
    ['one that was suspended', (actions) => actions.suspendAccount('x_player', 'why')],
    ['one with a reset factor', (actions) => actions.resetTwoFactor('x_player', 'why')],
    ['one with another name', (actions) => actions.renameAccount('x_player', 'Other', 'why')],
  ];
  test.each(answers)(
    'of %s are hidden from moderators, the password from all',
    async (_, request) => {
      for (const role of ['moderator', 'administrator'] as const) {
        using fixture = await openStaffed();
        const answer = JSON.stringify(await request(fixture.adminService.by(fixture.actors[role])));
        expect(answer.includes('@example.net')).toBe(role === 'administrator');
        expect(answer).not.toMatch(/quick:|passwordHash/);
      }
    },
  );

  test('are looked for by administrators alone', async () => {
    using fixture = await openStaffed();
    const text = ' PAUL@example.net ';
    const search = fixture.adminService.by(fixture.actors.moderator).searchAccounts({ text });
    const message = expect.stringContaining('Search by part of a name, or by ID');
    await expect(search).rejects.toMatchObject({ kind: 'forbidden', message });
    const { accounts } = await fixture.adminService
      .by(fixture.actors.administrator)
      .searchAccounts({ text });
    expect(accounts.map(({ name }) => name)).toEqual(['Paul']);
  });

  test('no refusal repeats one', async () => {
    using fixture = await openStaffed();
    const request = { name: 'New', email: 'Paul@example.net', password: PASSWORD };
    const attempt = fixture.adminService.by(fixture.actors.administrator).createAccount({
      ...{ ...request, isVerified: true },
    });
    await expect(attempt).rejects.toMatchObject({ kind: 'conflict' });
    await expect(attempt).rejects.not.toThrow('@example');
  });
});

test('a moderator grants no role, not even beside what a moderator may change', async () => {
  using fixture = await openStaffed();
  const actions = fixture.adminService.by(fixture.actors.moderator);
  for (const role of ['moderator', 'administrator'] as const) {
    const attempt = actions.setDetails('Paul', { flags: 'd', role }, 'why');
    await expect(attempt).rejects.toMatchObject({ kind: 'forbidden' });
  }
  await actions.setDetails('Paul', { flags: 'd', role: 'player' }, 'why');
  expect(await fixture.administration.findAccount('Paul')).toMatchObject({
    role: 'player',
    flags: 'd',
  });
});
