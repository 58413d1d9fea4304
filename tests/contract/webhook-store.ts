// What every store of webhooks must do.

import { expect, test } from 'bun:test';
import type { AuditEntry } from '../../src/modules/audit/audit-log.ts';
import type {
  NewWebhook,
  StateChange,
  WebhookStore,
} from '../../src/modules/webhooks/webhook-ports.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  openWithTwo,
  sampleHash,
} from './fresh-stores.ts';
import { sampleMinute } from './history-store.ts';

const [ONE, TWO] = [sampleHash(1), sampleHash(2)];
const FIRST = { type: 'added', at: 5, hash: '', name: '', reason: '' } as const;
const DAY_MS = 24 * 60 * 60_000;

const webhookOf = (changes: Partial<NewWebhook> = {}): NewWebhook => ({
  ...{ hash: null, accountId: 1, format: 'json', language: 'de' },
  ...{ urlSecret: 'https://a.example/t0ken', signSecret: 'whsec_AAAA' },
  events: ['new', 'went', 'came', 'back', 'refused', 'banned', 'reported'],
  ...changes,
});

const here = (hash = ONE, changes: Partial<StateChange> = {}): StateChange => ({
  ...{ hash, state: 'here', name: 'Alpha', isListed: true, reason: '' },
  ...changes,
});

const entryOf = (action: 'webhook added' | 'webhook removed'): AuditEntry => ({
  ...{ at: 7, actor: { kind: 'command line' }, action },
  ...{ subject: 'a.example', reason: '', detail: '' },
});

/** The events that wait for the first webhook of the site, each sent in its turn. */
async function drain(webhooks: WebhookStore, hash: string | null = null): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const due = await webhooks.listDueEvents(Number.MAX_SAFE_INTEGER - 9, 99);
    const own = due.find(({ webhook }) => webhook.hash === hash);
    if (own === undefined) return found;
    found.push(`${own.event.type} ${own.event.name}`.trim());
    await webhooks.noteAnswer(
      own,
      { at: 9, event: own.event.type, status: 200 },
      { attempts: 0, waitMs: 0 },
    );
  }
}

/** With a claim of Bob on the first server. */
async function openClaimed(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = await openWithTwo(openFresh);
  const code = { hash: ONE, codeHash: 'c0'.repeat(32) };
  await stores.claims.saveCode({ ...code, accountId: 2, expiresAt: 99 }, 1);
  expect(await stores.claims.completeClaim(code, 2)).toBe(true);
  return stores;
}

const addAdministrator = ({ accounts }: FreshStores) =>
  accounts.insertAccount(accountNamed('Anna', { role: 'administrator' }));

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeWebhookStore(openFresh: OpenFresh): void {
  test('a webhook comes back as it was added, with its first event, logged, up to the limit', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks, audit } = stores;
    const add = () => webhooks.addWebhook(webhookOf(), FIRST, 1, entryOf('webhook added'));
    expect([await add(), await add()]).toEqual(['added', 'full']);
    const [webhook] = await webhooks.listWebhooks(null);
    const fresh = { attempts: 0, disabledAt: null, answers: [], nextAttemptAt: 0 };
    expect(webhook).toEqual({ id: 1, ...webhookOf(), ...fresh } as never);
    expect(await webhooks.listDueEvents(0, 9)).toMatchObject([
      { event: FIRST, webhook: { id: 1 } },
    ]);
    expect(await audit.listActions({ limit: 9 })).toMatchObject([entryOf('webhook added')]);
    expect(await webhooks.listWebhooks(ONE)).toEqual([]);
    await webhooks.removeWebhook(1, ONE, entryOf('webhook removed'));
    expect(await webhooks.listWebhooks(null)).toHaveLength(1);
    await webhooks.removeWebhook(1, null, entryOf('webhook removed'));
    expect(await webhooks.listWebhooks(null)).toEqual([]);
    expect(await webhooks.listDueEvents(9, 9)).toEqual([]);
    expect(await audit.listActions({ limit: 9 })).toHaveLength(2);
  });

  test('states become events once, of what was here; the first look at a known server is no news', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks, history } = stores;
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    await drain(webhooks);
    const note = async (...changes: StateChange[]) => {
      for (const _ of 'twice') await webhooks.noteStates(changes, 1_000);
      return drain(webhooks);
    };
    expect(await note(here(ONE, { state: 'refused', reason: 'key' }))).toEqual([]);
    expect(await note(here(ONE, { isListed: false }))).toEqual([]);
    expect(await note(here())).toEqual(['new Alpha']);
    expect(await note({ hash: ONE, state: 'went', reason: '' })).toEqual(['went Alpha']);
    expect(await webhooks.listHere()).toEqual([]);
    expect(await note(here())).toEqual(['came Alpha']);
    expect(await note({ hash: ONE, state: 'refused', reason: 'key' })).toEqual(['refused Alpha']);
    expect(await note({ hash: ONE, state: 'went', reason: '' })).toEqual([]);
    expect(await note({ hash: ONE, state: 'banned', reason: 'Spam' })).toEqual(['banned Alpha']);
    expect(await note(here(ONE, { name: 'Beta' }))).toEqual(['back Beta']);
    expect(await webhooks.listHere()).toEqual([{ hash: ONE, isListed: true }]);
    const newcomers = [{ hash: TWO, name: 'Old', ip: '', port: 1, players: 1 }];
    await history.saveMinute(sampleMinute({ at: 1, newcomers }));
    await webhooks.noteStates([here(TWO, { name: 'Old' })], 60_000 + 11 * 60_000);
    expect(await drain(webhooks)).toEqual(['came Old']);
  });

  test('who was away for ninety days is forgotten, and who stays is not', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks } = stores;
    await webhooks.noteStates([here(), here(TWO)], 1);
    await webhooks.noteStates([{ hash: ONE, state: 'went', reason: '' }], 2);
    await webhooks.noteStates([], 91 * DAY_MS);
    expect(await webhooks.listHere()).toEqual([{ hash: TWO, isListed: true }]);
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    await webhooks.noteStates([{ hash: ONE, state: 'banned', reason: '' }], 91 * DAY_MS);
    expect(await drain(webhooks)).toEqual(['added']);
  });

  test('of too many who are away the first are forgotten', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks } = stores;
    await webhooks.noteStates([here(), here(TWO, { name: 'Beta' })], 1);
    await webhooks.noteStates([{ hash: ONE, state: 'went', reason: '' }], 2, 1);
    await webhooks.noteStates([{ hash: TWO, state: 'went', reason: '' }], 3, 1);
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    const banned = { state: 'banned', reason: '' } as const;
    await webhooks.noteStates(
      [ONE, TWO].map((hash) => ({ hash, ...banned })),
      4,
    );
    expect(await drain(webhooks)).toEqual(['banned Beta', 'added']);
  });

  test('a webhook of an owner is told of that server, also where the site is not, and goes with the claim', async () => {
    using stores = await openClaimed(openFresh);
    const { webhooks, claims } = stores;
    await webhooks.addWebhook(webhookOf({ hash: ONE, accountId: 2 }), FIRST, 9);
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    await webhooks.noteStates([here(ONE, { isListed: false }), here(TWO)], 9);
    await webhooks.noteStates([{ hash: ONE, state: 'went', reason: '' }], 9);
    expect(await drain(webhooks, ONE)).toEqual(['added', 'came Alpha', 'went Alpha']);
    expect(await drain(webhooks)).toEqual(['added', 'new Alpha']);
    await claims.releaseClaim(ONE, 2);
    expect(await webhooks.listWebhooks(ONE)).toEqual([]);
  });

  test('events are due one after the other for each webhook; a failed one waits, and the others with it', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks } = stores;
    for (const _ of 'abc') await webhooks.addWebhook(webhookOf(), FIRST, 3);
    const first = await webhooks.listDueEvents(0, 9);
    expect(first.map(({ webhook }) => webhook.id)).toEqual([1, 2, 3]);
    expect(await webhooks.listDueEvents(0, 2)).toHaveLength(2);
    const [due] = first;
    if (due === undefined) throw new Error('nothing is due');
    const failed = { at: 10, event: 'added', status: 500, problem: 'refused' } as const;
    await webhooks.noteAnswer(due, failed, { attempts: 1, waitMs: 90 });
    const idsAt = async (now: number) =>
      (await webhooks.listDueEvents(now, 9)).map(({ webhook }) => webhook.id);
    expect(await idsAt(99)).toEqual([2, 3]);
    expect(await idsAt(100)).toEqual([2, 3, 1]);
    // The clock was set back since.
    expect(await idsAt(100 - 2 * DAY_MS)).toContain(1);
    const again = (await webhooks.listDueEvents(100, 9)).at(-1);
    expect(again).toMatchObject({ id: due.id, webhook: { attempts: 1, answers: [failed] } });
  });

  test('one that is switched off loses what waits, gets nothing more, and who set it an email', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks, outbox } = stores;
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    await webhooks.noteStates([here()], 9);
    const [due] = await webhooks.listDueEvents(9, 9);
    if (due === undefined) throw new Error('nothing is due');
    const answer = { at: 10, event: 'added', status: 0, problem: 'timeout' } as const;
    await webhooks.noteAnswer(due, answer, { attempts: 8, waitMs: undefined });
    await webhooks.noteStates([{ hash: ONE, state: 'went', reason: '' }], 11);
    expect(await webhooks.listDueEvents(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    expect(await webhooks.listWebhooks(null)).toMatchObject([
      { disabledAt: 10, answers: [answer] },
    ]);
    expect(await outbox.listEmailJobs(9)).toMatchObject([
      { kind: 'server event', accountId: 1, detail: expect.stringContaining('"a.example"') },
    ]);
    await webhooks.removeWebhook(1, null);
    await webhooks.noteAnswer(due, answer, { attempts: 8, waitMs: undefined });
    expect(await outbox.listEmailJobs(9)).toHaveLength(1);
  });

  test('a server is new once in its life, however often it is made private and public', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks } = stores;
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    for (let turn = 0; turn < 6; turn += 1) {
      for (const isListed of [false, true]) await webhooks.noteStates([here(ONE, { isListed })], 9);
    }
    await webhooks.noteStates([{ hash: ONE, state: 'went', reason: '' }], 10);
    await webhooks.noteStates([here(ONE, { isListed: false })], 11);
    await webhooks.noteStates([here()], 12);
    const types = await drain(webhooks);
    expect(types).toEqual(['added', 'new Alpha', 'went Alpha']);
  });

  test('250 events of each type wait at most: the oldest are dropped, and none for one of another type', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks } = stores;
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    const changes = Array.from({ length: 260 }, (_, index) =>
      here(sampleHash(index), { name: `Server ${index}` }),
    );
    await webhooks.noteStates([here(ONE, { name: 'Bad' })], 8);
    await webhooks.noteStates([{ hash: ONE, state: 'banned', reason: '' }], 8);
    await webhooks.noteStates(changes.slice(2), 9);
    const names = await drain(webhooks);
    // What moderators wait for comes first.
    expect(names.slice(0, 3)).toEqual(['banned Bad', 'added', 'new Server 10']);
    expect([names.length, names.at(-1)]).toEqual([252, 'new Server 259']);
  });

  test('webhooks of the site are due before those of owners, also of one that failed', async () => {
    using stores = await openClaimed(openFresh);
    const { webhooks } = stores;
    await webhooks.addWebhook(webhookOf({ hash: ONE, accountId: 2 }), FIRST, 9);
    await webhooks.addWebhook(webhookOf(), FIRST, 9);
    await webhooks.addWebhook(webhookOf({ hash: ONE, accountId: 2 }), FIRST, 9);
    const [site, own] = await webhooks.listDueEvents(0, 9);
    if (site === undefined || own === undefined) throw new Error('nothing is due');
    const failed = { at: 0, event: 'added', status: 500, problem: 'refused' } as const;
    for (const due of [site, own])
      await webhooks.noteAnswer(due, failed, { attempts: 1, waitMs: 0 });
    const due = await webhooks.listDueEvents(0, 9);
    expect(due.map(({ webhook }) => webhook.id)).toEqual([2, 3, 1]);
  });

  test('emails end with the account that asked for them', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks, accounts } = stores;
    await addAdministrator(stores);
    await webhooks.addWebhook(webhookOf({ format: 'email', accountId: 3 }), FIRST, 9);
    await accounts.deleteAccount(3);
    await webhooks.noteStates([here()], 9);
    expect(await webhooks.listWebhooks(null)).toMatchObject([{ accountId: null, disabledAt: 9 }]);
  });

  test('emails of the site end for whoever is no administrator any more', async () => {
    using stores = await openWithTwo(openFresh);
    const { webhooks, outbox } = stores;
    await addAdministrator(stores);
    await webhooks.addWebhook(webhookOf({ format: 'email', accountId: 3 }), FIRST, 9);
    expect(await outbox.listEmailJobs(9)).toHaveLength(1);
    const anna = { id: 3, name: 'Anna', role: 'administrator' } as const;
    const action = { entries: [entryOf('webhook removed')] };
    await stores.administration.changeAccount(anna, { role: 'moderator' }, action);
    await webhooks.noteStates([here()], 9);
    expect(await outbox.listEmailJobs(9)).toHaveLength(1);
    expect(await webhooks.listWebhooks(null)).toMatchObject([{ disabledAt: 9 }]);
  });
}
