// What every store does when the clock leaps: nothing is deleted for its age, and what is due moves with the clock.

import { expect, test } from 'bun:test';
import { LEAP_MS } from '../../src/platform/lib/clock.ts';
import {
  type FreshStores,
  type OpenFresh,
  openWithTwo,
  sampleEmailJob,
  sampleHash,
  sampleRegistration,
  sampleSecret,
  sampleSession,
  sampleTime,
} from './fresh-stores.ts';
import { sampleChunk, sampleMinute } from './history-store.ts';

const HOUR_MS = 3_600_000;
const YEARS_MS = 3_650 * 24 * HOUR_MS;
const [ONE, TWO] = [sampleHash(1), sampleHash(2)];
const DUE_AT = sampleTime + HOUR_MS;
const PASSWORD = { passwordHash: '$argon2id$of-alice', endsValueHash: undefined };
const BUDGET = { apartMs: 0, perHour: 9 };
const FIRST = { type: 'added', at: 5, hash: '', name: '', reason: '' } as const;

/** The service ran until then. */
const ran = ({ servers }: FreshStores, aliveAt: number) =>
  servers.saveBatch({ saved: [], removed: [], aliveAt });

/** One thing of each kind that is due or expires. */
async function openFilled(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = await openWithTwo(openFresh);
  const at = sampleTime;
  const [expiresAt, validUntil] = [DUE_AT, DUE_AT];
  await ran(stores, at);
  await stores.sessions.startSession(sampleSession(), {
    ...PASSWORD,
    notes: {
      entry: { at, event: 'logged in', device: '', country: '', detail: '' },
      logBounds: { atMost: 9, sameWithinMs: 0 },
      deviceKeyHashes: ['d1'],
      devicesAtMost: 9,
      rotates: undefined,
    },
  });
  await stores.registration.register(sampleRegistration('Carol'));
  await stores.registration.addFirstAdministratorLink({ tokenHash: 't', expiresAt }, at);
  await stores.secrets.putSecret(sampleSecret({ createdAt: DUE_AT, expiresAt, waitUntil: DUE_AT }));
  const code = { accountId: 1, codeHash: 'c', sentAt: at, validUntil };
  await stores.security.addLoginCode(code, BUDGET);
  await stores.security.protectUntil(1, DUE_AT);
  await stores.outbox.addEmailJob(sampleEmailJob({ validUntil }));
  const to = { to: 'a@example.net', accountName: 'Alice', language: 'en' } as const;
  const email = { kind: 'test', ...to } as const;
  await stores.outbox.addToOutbox({ email, createdAt: at, expiresAt }, 9);
  await stores.outbox.addToOutbox({ email, createdAt: at, expiresAt: null }, 9);
  const [, last] = await stores.outbox.listOutbox();
  await stores.outbox.markFailed(last?.id ?? 0, { failedAt: at, lastError: '', attempts: 1 });
  const newcomers = [ONE, TWO].map((hash) => ({ hash, name: 'A', ip: '', port: 1, players: 1 }));
  await stores.history.saveMinute(sampleMinute({ newcomers }));
  await stores.history.saveCompaction({ saved: [sampleChunk()], removed: [], emptied: [] });
  await stores.visits.saveVisit({ accountId: 1, hash: ONE, network: 1, day: 1 });
  await stores.rallies.addPledge(
    { accountId: 1, hash: ONE, wanted: 9, madeAt: at, expiresAt },
    'A',
  );
  await stores.claims.saveCode({ hash: ONE, accountId: 1, codeHash: 'c', expiresAt }, at);
  await stores.returnAlerts.addAlert({ hash: ONE, accountId: 1, expiresAt }, 9, at);
  const invite = { codeHash: 'i', label: '', usesLeft: 1, uses: 1, createdAt: at, expiresAt };
  await stores.invites.addInvite(invite);
  for (const state of ['here', 'went'] as const) {
    await stores.webhooks.noteStates(
      [{ hash: ONE, state, name: 'A', isListed: true, reason: '' }],
      at,
    );
  }
  const webhook = { hash: null, accountId: 1, format: 'json', language: 'en' } as const;
  const secrets = { urlSecret: 'https://a.example/', signSecret: '' };
  await stores.webhooks.addWebhook({ ...webhook, ...secrets, events: ['refused'] }, FIRST, 9);
  const [due] = await stores.webhooks.listDueEvents(at, 9);
  if (due !== undefined) {
    const answer = { at, event: 'added', status: 500 } as const;
    await stores.webhooks.noteAnswer(due, answer, { attempts: 1, waitMs: HOUR_MS });
  }
  return stores;
}

/** Has everything removed that is too old or over at `now`. */
async function removeOld(stores: FreshStores, now: number): Promise<void> {
  await stores.sessions.removeExpiredSessions({ usedBefore: now, createdBefore: now });
  await stores.devices.removeExpiredDevices(now);
  await stores.accountLog.removeOldLogEntries(now, now);
  await stores.security.removeOldLoginCodes(now);
  await stores.secrets.removeExpired({ expiredBefore: now, now });
  await stores.outbox.removeFailedEmails(now);
  await stores.visits.removeVisits(2);
  const { series, step, number } = sampleChunk();
  const removed = [{ series, step, first: 0, last: number }];
  await stores.history.saveCompaction({ saved: [], removed, emptied: [series], now });
  const later = { hash: TWO, expiresAt: now + 1 };
  await stores.rallies.addPledge({ ...later, accountId: 2, wanted: 9, madeAt: now }, 'B');
  await stores.claims.saveCode({ ...later, accountId: 2, codeHash: 'd' }, now);
  await stores.returnAlerts.addAlert({ ...later, accountId: 2 }, 9, now);
  await stores.registration.addFirstAdministratorLink(
    { tokenHash: `u${now}`, expiresAt: now + 1 },
    now,
  );
  await stores.webhooks.noteStates([], now);
  await stores.registration.removeUnverified(now);
}

/** What is left of the first things of each kind. */
async function listLeft(stores: FreshStores): Promise<Record<string, boolean>> {
  const then = sampleTime;
  const { series, step, number } = sampleChunk();
  const place = { series, step, first: 0, last: number };
  const codes = await stores.security.describeLoginCodes(1, then, BUDGET);
  return {
    session: (await stores.sessions.listSessions(1)).length > 0,
    device: (await stores.devices.listDevices(1)).length > 0,
    log: (await stores.accountLog.listLogEntries(1)).length > 0,
    code: codes.hasValid,
    secret: (await stores.secrets.findSecret(1, 'verify address')) !== undefined,
    failedEmail: (await stores.outbox.measureOutbox()).failed > 0,
    visit: (await stores.visits.countVisits(0, 0)).length > 0,
    chunk: (await stores.history.readChunks(place)).length > 0,
    pledge: (await stores.rallies.listPledges(ONE, then)).length > 0,
    claimCode: (await stores.claims.listCodes(then)).some(({ hash }) => hash === ONE),
    alert: await stores.returnAlerts.hasAlert(1, ONE, then),
    link: await stores.registration.isFirstAdministratorLinkGood('t', then),
    unverified: (await stores.accounts.findAccountByName('Carol')) !== undefined,
  };
}

/** Every time that is due. */
async function listDue(stores: FreshStores): Promise<Record<string, unknown>> {
  const until = async (isThere: (at: number) => Promise<boolean>) => {
    for (const at of [DUE_AT - 5 * HOUR_MS, DUE_AT, DUE_AT + 5 * HOUR_MS]) {
      if ((await isThere(at - 1)) && !(await isThere(at))) return at;
    }
    return undefined;
  };
  const secret = await stores.secrets.findSecret(1, 'verify address');
  const [email] = await stores.outbox.listOutbox();
  return {
    job: (await stores.outbox.listEmailJobs(9))[0]?.validUntil,
    email: email?.expiresAt,
    secret: secret?.expiresAt,
    wait: secret?.waitUntil,
    sent: secret?.createdAt,
    protected: (await stores.security.findSecurity(1)).protectedUntil,
    invite: (await stores.invites.listInvites())[0]?.expiresAt,
    pledge: (await stores.rallies.listPledges(ONE, 0))[0]?.expiresAt,
    claimCode: (await stores.claims.listCodes(0))[0]?.expiresAt,
    link: await until((at) => stores.registration.isFirstAdministratorLinkGood('t', at)),
    code: await until(
      async (at) => (await stores.security.describeLoginCodes(1, at, BUDGET)).hasValid,
    ),
    alert: await until((at) => stores.returnAlerts.hasAlert(1, ONE, at)),
    webhook: await until(async (at) => (await stores.webhooks.listDueEvents(at, 9)).length === 0),
  };
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeDueTimes(openFresh: OpenFresh): void {
  const all = (left: Record<string, boolean>, isLeft: boolean) =>
    Object.fromEntries(Object.keys(left).map((name) => [name, isLeft]));

  test.each([
    ['the clock leaps', YEARS_MS],
    ['the clock leaps a little over a day', LEAP_MS + 61 * 60_000],
  ])('nothing is deleted for its age for a day after %s, and all of it then', async (_, ms) => {
    using stores = await openFilled(openFresh);
    const before = await listLeft(stores);
    expect(before).toEqual(all(before, true));
    const later = sampleTime + ms;
    await ran(stores, later);
    await removeOld(stores, later);
    await ran(stores, later + LEAP_MS - 1);
    await removeOld(stores, later + LEAP_MS - 1);
    expect(await listLeft(stores)).toEqual(before);
    const end = sampleTime + Math.max(ms, YEARS_MS) + LEAP_MS;
    for (let at = later + LEAP_MS; at < end; at += LEAP_MS) {
      if (ms < YEARS_MS) await ran(stores, at);
    }
    await ran(stores, end);
    await removeOld(stores, end);
    const left = await listLeft(stores);
    expect(left).toEqual(all(before, false));
  });

  test('nor before the service has noted that it leapt, where the time is known', async () => {
    using stores = await openFilled(openFresh);
    const now = sampleTime + YEARS_MS;
    await stores.rallies.addPledge(
      { accountId: 2, hash: TWO, wanted: 9, madeAt: now, expiresAt: now + 1 },
      'B',
    );
    expect(await stores.rallies.listPledges(ONE, sampleTime)).toHaveLength(1);
  });

  test.each([
    [0, 1],
    [LEAP_MS, 0],
  ])('a server that went is forgotten no sooner: after %d ms %d event', async (ms, events) => {
    using stores = await openFilled(openFresh);
    const [now, reason] = [sampleTime + YEARS_MS + ms, 'closed'];
    const { webhooks } = stores;
    await ran(stores, sampleTime + YEARS_MS);
    await webhooks.noteStates([], now);
    // Only of a server that is remembered.
    await webhooks.noteStates([{ hash: ONE, state: 'refused', reason }], now);
    const [added] = await webhooks.listDueEvents(now, 9);
    if (added === undefined) throw new Error('no event is due');
    const answer = { at: now, event: 'added', status: 200 } as const;
    await webhooks.noteAnswer(added, answer, { attempts: 0, waitMs: 0 });
    expect(await webhooks.listDueEvents(now, 9)).toHaveLength(events);
  });

  test('nor after it was set back', async () => {
    using stores = await openFilled(openFresh);
    await ran(stores, sampleTime - YEARS_MS);
    await stores.secrets.removeExpired({ expiredBefore: sampleTime + YEARS_MS, now: 0 });
    expect(await stores.secrets.findSecret(1, 'verify address')).toBeDefined();
  });

  test.each([5 * HOUR_MS, -5 * HOUR_MS])(
    'what is due moves with the clock, by %d ms',
    async (ms) => {
      using stores = await openFilled(openFresh);
      const before = await listDue(stores);
      expect(new Set(Object.values(before))).toEqual(new Set([DUE_AT]));
      // It is past, by the clock of before and of now.
      await stores.dueTimes.moveDueTimes(DUE_AT + 5 * HOUR_MS, ms);
      expect(await listDue(stores)).toEqual(before);
      await stores.dueTimes.moveDueTimes(DUE_AT - 1, ms);
      expect(new Set(Object.values(await listDue(stores)))).toEqual(new Set([DUE_AT + ms]));
    },
  );

  test('what was due or over stays so when the clock is set back', async () => {
    using stores = await openFilled(openFresh);
    await stores.dueTimes.moveDueTimes(DUE_AT + 1, -5 * HOUR_MS);
    const now = DUE_AT + 1 - 5 * HOUR_MS;
    expect(await stores.webhooks.listDueEvents(now, 9)).toHaveLength(1);
    expect(await stores.returnAlerts.hasAlert(1, ONE, now)).toBe(false);
  });

  test('what has expired is neither listed nor dropped while deletion is held back', async () => {
    using stores = await openFilled(openFresh);
    const now = sampleTime + YEARS_MS;
    await ran(stores, now);
    expect(await stores.outbox.listEmailJobs(9, now)).toEqual([]);
    expect(await stores.outbox.listDue(now, 9)).toEqual([]);
    await stores.returnAlerts.sendAlerts(ONE, 'A', now);
    expect(await stores.returnAlerts.hasAlert(1, ONE, sampleTime)).toBe(true);
    await ran(stores, now + LEAP_MS);
    expect(await stores.outbox.listEmailJobs(9, now + LEAP_MS)).toHaveLength(1);
    expect(await stores.outbox.listDue(now + LEAP_MS, 9)).toHaveLength(1);
  });
}
