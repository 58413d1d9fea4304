// What every store of managers of claimed servers must do.

import { expect, test } from 'bun:test';
import {
  type Invitation,
  MAX_INVITATIONS,
  MAX_MANAGERS,
  type ManagerRole,
} from '../../src/modules/managers/manager-ports.ts';
import { accountNamed, type FreshStores, type OpenFresh, sampleHash } from './fresh-stores.ts';
import { moveOf, openKeyed } from './heartbeat-key-store.ts';

const HASH = sampleHash(1);
const MOVED = sampleHash(2);
const [ALICE, BOB, CAROL] = [1, 2, 3];
const ENDS = 1_000;

const notesOf = (action: string) => ({
  entry: {
    ...{ at: 9, actor: { kind: 'account' as const, id: ALICE, name: 'Alice' }, action },
    ...{ subject: HASH, reason: '', detail: '' },
  },
});
const logOf = (event: 'server offered' | 'server transferred') => ({
  note: { at: 9, event, device: '', country: '', detail: '' },
  bounds: { atMost: 9, sameWithinMs: 0 },
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeManagerStore(openFresh: OpenFresh): void {
  /** Alice owns a server with a key; Bob and Carol have accounts. */
  async function open(): Promise<FreshStores> {
    const stores = await openKeyed(openFresh);
    await stores.accounts.insertAccount(accountNamed('Carol'));
    return stores;
  }

  const invite = (
    { managers }: FreshStores,
    accountId: number,
    role: ManagerRole = 'editor',
    { now = 10, ownerId = ALICE, hash = HASH } = {},
  ) =>
    managers.invite(
      { hash, accountId, role, ownerId, expiresAt: now + ENDS },
      `${hash} ${role}:Alice Alpha`,
      now,
      { ...notesOf('invited'), ownerLog: role === 'owner' ? logOf('server offered') : undefined },
    );

  const invitationOf = (accountId: number, role: ManagerRole = 'editor'): Invitation => ({
    ...{ hash: HASH, accountId, role, expiresAt: 10 + ENDS },
    ...{ ownerId: ALICE, ownerName: 'Alice' },
  });

  const accept = ({ managers }: FreshStores, of: Invitation, now = 20) =>
    managers.accept(of, `${of.hash} Bob Alpha`, now, {
      ...notesOf('accepted'),
      ownerLog: of.role === 'owner' ? logOf('server transferred') : undefined,
    });

  async function makeEditor(stores: FreshStores, accountId: number): Promise<void> {
    expect(await invite(stores, accountId)).toBe('invited');
    expect(await accept(stores, invitationOf(accountId))).toBe(true);
  }

  const actionsOf = async ({ audit }: FreshStores) =>
    (await audit.listActions({ limit: 99 })).map(({ action }) => action);
  const ownerOf = async ({ claims }: FreshStores, hash = HASH) =>
    (await claims.listClaims({ hash }))[0]?.accountName;
  const describeIn = (stores: FreshStores, accountId: number, text = 'New') =>
    stores.claims.updateClaim(HASH, accountId, { description: text });

  test('an invited account becomes an editor, who changes texts and no place', async () => {
    using stores = await open();
    const { managers, claims, outbox } = stores;
    expect(await describeIn(stores, BOB)).toBe(false);
    expect(await invite(stores, BOB)).toBe('invited');
    expect(await managers.listInvitations(BOB, 20)).toEqual([invitationOf(BOB)]);
    expect(await managers.listInvited(HASH, 20)).toEqual([
      { accountId: BOB, name: 'Bob', role: 'editor', expiresAt: 10 + ENDS },
    ]);
    expect(await describeIn(stores, BOB)).toBe(false);
    expect(await accept(stores, invitationOf(BOB))).toBe(true);
    expect(await accept(stores, invitationOf(BOB))).toBe(false);
    expect(await managers.listInvited(HASH, 20)).toEqual([]);
    expect(await managers.listEditors(HASH)).toEqual([{ accountId: BOB, name: 'Bob', since: 20 }]);
    expect([await managers.isManager(BOB, HASH), await managers.isManager(CAROL, HASH)]).toEqual([
      true,
      false,
    ]);
    expect(await managers.listEdited(BOB)).toEqual([HASH]);
    expect(await describeIn(stores, BOB)).toBe(true);
    expect(await claims.updateClaim(HASH, BOB, { joinIp: null, joinPort: 7 })).toBe(false);
    expect(
      await claims.saveKey({ hash: HASH, keyHash: 'b', madeAt: 5, ip: '', port: 0 }, BOB),
    ).toBe(false);
    expect(await claims.releaseClaim(HASH, BOB)).toBe(false);
    expect(await claims.saveAddressCode({ hash: HASH, codeHash: 'c', expiresAt: 99 }, BOB)).toBe(
      false,
    );
    expect(await claims.listClaims({ hash: HASH })).toMatchObject([
      { accountId: ALICE, description: 'New', joinPort: null },
    ]);
    expect(await actionsOf(stores)).toEqual(['accepted', 'invited']);
    expect(await outbox.listEmailJobs(9)).toMatchObject([
      { kind: 'server invitation', accountId: BOB, detail: `${HASH} editor:Alice Alpha` },
    ]);
  });

  test('only the owner invites, nobody twice, and a refusal lasts until the invitation expires', async () => {
    using stores = await open();
    const { managers, outbox } = stores;
    expect(await invite(stores, CAROL, 'editor', { ownerId: BOB })).toBe('not yours');
    expect(await invite(stores, BOB)).toBe('invited');
    expect(await invite(stores, BOB)).toBe('open already');
    const bob = { hash: HASH, accountId: BOB };
    expect(await managers.withdraw(bob, CAROL, 20, notesOf('withdrawn'))).toBe(false);
    expect(await managers.withdraw(bob, ALICE, 20, notesOf('withdrawn'))).toBe(true);
    expect(await managers.withdraw(bob, ALICE, 20, notesOf('withdrawn'))).toBe(false);
    expect(await accept(stores, invitationOf(BOB))).toBe(false);
    // An account gets no email for each of them.
    expect(await invite(stores, BOB)).toBe('invited');
    expect(await outbox.listEmailJobs(9)).toHaveLength(1);
    expect(await managers.decline(bob, 20, notesOf('declined'))).toBe(true);
    expect(await managers.decline(bob, 20, notesOf('declined'))).toBe(false);
    expect(await accept(stores, invitationOf(BOB))).toBe(false);
    expect(await invite(stores, BOB)).toBe('declined');
    expect(await invite(stores, BOB, 'editor', { now: 10 + ENDS })).toBe('invited');
    expect(await outbox.listEmailJobs(9)).toHaveLength(2);
    expect(await actionsOf(stores)).toEqual([
      ...['invited', 'declined', 'invited', 'withdrawn', 'invited'],
    ]);
  });

  test('an expired invitation is neither listed nor accepted', async () => {
    using stores = await open();
    const { managers } = stores;
    await invite(stores, BOB);
    expect(await managers.listInvitations(BOB, 10 + ENDS)).toEqual([]);
    expect(await managers.listInvited(HASH, 10 + ENDS)).toEqual([]);
    expect(await accept(stores, invitationOf(BOB), 10 + ENDS)).toBe(false);
    expect(await managers.listEditors(HASH)).toEqual([]);
  });

  test('an invitation by an owner who was suspended waits until the suspension ends', async () => {
    using stores = await open();
    const { managers, accounts } = stores;
    await invite(stores, BOB, 'owner');
    const suspension = { suspendedAt: 15, suspendedUntil: 30 };
    await accounts.updateAccount(ALICE, suspension, { endSessions: true });
    expect(await managers.listInvitations(BOB, 20)).toEqual([]);
    expect(await accept(stores, invitationOf(BOB, 'owner'))).toBe(false);
    expect(await ownerOf(stores)).toBe('Alice');
    expect(await managers.listInvitations(BOB, 31)).toEqual([invitationOf(BOB, 'owner')]);
    expect(await accept(stores, invitationOf(BOB, 'owner'), 31)).toBe(true);
  });

  test('a server has few managers, and an account few open invitations', async () => {
    using stores = await open();
    const { accounts, claims } = stores;
    await makeEditor(stores, BOB);
    expect(await invite(stores, BOB)).toBe('manages already');
    for (let number = 4; number <= MAX_MANAGERS + 1; number += 1) {
      await accounts.insertAccount(accountNamed(`P${number}`));
      expect(await invite(stores, number)).toBe('invited');
    }
    expect(await invite(stores, CAROL)).toBe('server full');
    expect(await invite(stores, CAROL, 'owner')).toBe('server full');
    // Who takes over as an editor needs no further place.
    expect(await invite(stores, BOB, 'owner')).toBe('invited');
    for (let number = 0; number <= MAX_INVITATIONS; number += 1) {
      const hash = sampleHash(100 + number);
      const code = { hash, accountId: ALICE, codeHash: `code-${number}`, expiresAt: 99 };
      await claims.saveCode(code, 1);
      await claims.completeClaim(code, 1);
      expect(await invite(stores, CAROL, 'editor', { hash })).toBe(
        number < MAX_INVITATIONS ? 'invited' : 'account full',
      );
    }
  });

  test('an editor leaves or is removed, with the emails about the server; other webhooks become the owner’s', async () => {
    using stores = await open();
    const { managers, webhooks } = stores;
    const first = { type: 'added', at: 5, hash: HASH, name: '', reason: '' } as const;
    const secrets = { urlSecret: '', signSecret: '' };
    const common = { hash: HASH, events: ['went'], language: 'en', ...secrets } as const;
    const add = (accountId: number, format: 'email' | 'json') =>
      webhooks.addWebhook({ ...common, accountId, format }, first, 9);
    const bob = { hash: HASH, accountId: BOB };
    expect(await add(BOB, 'email')).toBe('not yours');
    await makeEditor(stores, BOB);
    for (const [accountId, format] of [
      [ALICE, 'email'],
      [BOB, 'email'],
      [BOB, 'json'],
    ] as const) {
      expect(await add(accountId, format)).toBe('added');
    }
    await makeEditor(stores, CAROL);
    expect(await managers.removeEditor(bob, CAROL, notesOf('removed'))).toBe(false);
    expect(await managers.removeEditor(bob, ALICE, notesOf('removed'))).toBe(true);
    expect(await managers.removeEditor(bob, ALICE, notesOf('removed'))).toBe(false);
    // A change that was under way comes too late.
    expect(await describeIn(stores, BOB)).toBe(false);
    expect(await add(BOB, 'json')).toBe('not yours');
    // Its owner gets the email when the receiver fails.
    expect(await webhooks.listWebhooks(HASH)).toMatchObject([
      { accountId: ALICE, format: 'email' },
      { accountId: ALICE, format: 'json' },
    ]);
    const carol = { hash: HASH, accountId: CAROL };
    expect(await managers.removeEditor(carol, CAROL, notesOf('left'))).toBe(true);
    expect(await managers.listEditors(HASH)).toEqual([]);
    expect((await actionsOf(stores)).slice(0, 2)).toEqual(['left', 'removed']);
  });

  test('a server that is handed over keeps its key, and all other invitations end', async () => {
    using stores = await open();
    const { managers, claims, outbox, accountLog } = stores;
    await makeEditor(stores, BOB);
    await describeIn(stores, ALICE, 'Kept');
    await claims.saveAddressCode({ hash: HASH, codeHash: 'c', expiresAt: 99 }, ALICE);
    expect(await invite(stores, CAROL)).toBe('invited');
    expect(await invite(stores, BOB, 'owner')).toBe('invited');
    expect(await accept(stores, invitationOf(BOB, 'editor'))).toBe(false);
    expect(await accept(stores, invitationOf(BOB, 'owner'))).toBe(true);
    expect(await claims.listClaims({ hash: HASH })).toMatchObject([
      { accountId: BOB, accountName: 'Bob', claimedAt: 20, description: 'Kept' },
    ]);
    expect(await managers.listEditors(HASH)).toEqual([
      { accountId: ALICE, name: 'Alice', since: 20 },
    ]);
    expect(await managers.listInvited(HASH, 20)).toEqual([]);
    expect(await claims.listKeys({ hash: HASH })).toHaveLength(1);
    expect(await managers.isManager(BOB, HASH)).toBe(true);
    // The former owner knows this code.
    expect(await claims.findAddressCode('c', 20)).toBeUndefined();
    const events = async (id: number) =>
      (await accountLog.listLogEntries(id)).map(({ event }) => event);
    expect(await events(ALICE)).toEqual(['server transferred', 'server offered']);
    expect(await events(BOB)).toEqual([]);
    expect((await outbox.listEmailJobs(9)).map(({ kind, accountId }) => [kind, accountId])).toEqual(
      [
        ['server invitation', BOB],
        ['server invitation', CAROL],
        ['server invitation', BOB],
        ['server transferred', ALICE],
      ],
    );
    const alice = { hash: HASH, accountId: ALICE };
    expect(await managers.removeEditor(alice, BOB, notesOf('removed'))).toBe(true);
    // Carol read the invitation of the former owner.
    expect(await invite(stores, CAROL, 'editor', { ownerId: BOB })).toBe('invited');
    expect(await accept(stores, invitationOf(CAROL))).toBe(false);
    expect(await accept(stores, { ...invitationOf(CAROL), ownerId: BOB })).toBe(true);
  });

  test('of two who accept a server at once, one gets it', async () => {
    using stores = await open();
    for (const id of [BOB, CAROL]) await invite(stores, id, 'owner');
    const outcomes = await Promise.all(
      [BOB, CAROL].map((id) => accept(stores, invitationOf(id, 'owner'))),
    );
    expect(outcomes.toSorted()).toEqual([false, true]);
    const [winner, loser] = outcomes[0] ? [BOB, CAROL] : [CAROL, BOB];
    expect(await stores.claims.listClaims({ hash: HASH })).toMatchObject([{ accountId: winner }]);
    expect(await stores.managers.listEditors(HASH)).toMatchObject([{ accountId: ALICE }]);
    expect(await stores.managers.isManager(loser, HASH)).toBe(false);
  });

  test('managers and invitations move with the server', async () => {
    using stores = await open();
    const { managers, claims } = stores;
    await makeEditor(stores, BOB);
    await invite(stores, CAROL, 'owner');
    expect(await claims.moveServer(moveOf())).toBe('moved');
    expect(await managers.listEditors(HASH)).toEqual([]);
    expect(await managers.listEdited(BOB)).toEqual([MOVED]);
    expect(await managers.listInvitations(CAROL, 20)).toMatchObject([{ hash: MOVED }]);
    expect(await accept(stores, { ...invitationOf(CAROL, 'owner'), hash: MOVED })).toBe(true);
    expect(await ownerOf(stores, MOVED)).toBe('Carol');
  });

  test.each([
    ['released', ({ claims }: FreshStores) => claims.releaseClaim(HASH, ALICE)],
    ['removed by staff', ({ claims }: FreshStores) => claims.removeClaim(HASH, notesOf('').entry)],
    ['of a deleted account', ({ accounts }: FreshStores) => accounts.deleteAccount(ALICE)],
    ['taken over by a claim', async () => true],
  ])('a claim that is %s leaves no manager for the next one', async (_how, end) => {
    using stores = await open();
    const { managers, claims } = stores;
    await makeEditor(stores, BOB);
    await invite(stores, CAROL);
    await end(stores);
    const code = { hash: HASH, accountId: CAROL, codeHash: 'next', expiresAt: 99 };
    await claims.saveCode(code, 1);
    expect(await claims.completeClaim(code, 1)).toBe(true);
    expect(await managers.listEditors(HASH)).toEqual([]);
    expect(await managers.listInvited(HASH, 20)).toEqual([]);
    expect(await describeIn(stores, BOB)).toBe(false);
  });

  test('managers end with their accounts, which find them in the copy of their data', async () => {
    using stores = await open();
    const { managers, accounts, registration } = stores;
    await makeEditor(stores, BOB);
    await invite(stores, CAROL);
    const [bob, carol] = [
      await accounts.findAccountById(BOB),
      await accounts.findAccountById(CAROL),
    ];
    if (bob === undefined || carol === undefined) throw new Error('There are three accounts.');
    expect(await registration.readEverything(bob)).toMatchObject({
      claim_managers: [{ hash: HASH }],
      claim_invitations: [],
    });
    expect(await registration.readEverything(carol)).toMatchObject({
      claim_invitations: [{ hash: HASH, role: 'editor' }],
    });
    await accounts.deleteAccount(BOB);
    await accounts.deleteAccount(CAROL);
    expect(await managers.listEditors(HASH)).toEqual([]);
    expect(await managers.listInvited(HASH, 20)).toEqual([]);
  });
}
