// Only several processes at once on one database show that the rules for accounts and decisions hold.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Account, NewAccount, SecretAsRead, StoredSecret } from '../../src/accounts/ports.ts';

import type { NewLogEntry } from '../../src/accounts/security-ports.ts';
import type { NewOutboxEntry } from '../../src/email/ports.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import type { Repositories } from '../../src/store/repositories.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import {
  accountNamed,
  sampleEmailJob,
  sampleHash,
  sampleRegistration,
  sampleSecret,
  sampleServer,
  sampleSession,
  sampleTime,
} from '../contract/fresh-stores.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import { startPostgres } from '../support/postgres.ts';
import { makeFolder } from './folders.ts';
import { type Call, call, RACERS, type Racers, startRacers } from './race/racers.ts';

/** How often each case is repeated: a race that is lost is not lost every time. */
const ROUNDS = 6;

/** What a case works with. All rounds of all cases share one database. */
interface Round {
  stores: Repositories;
  race: Racers['race'];
  /** Counts the rounds of all cases. */
  number: number;
  /** A piece of a name that no other round has, in letters that look like no others. */
  tag: string;
}

type Case = [sentence: string, play: (round: Round) => Promise<void>];

/** The same calls for each process. */
const each =
  (...calls: Call[]) =>
  () =>
    calls;
/** As many as that, each made by its number from 0. */
function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const digest = (text: string) => new Bun.SHA256().update(text).digest('hex');
const KEEPS = { endSessions: false };
const LATER = sampleTime + 60_000;
const LOG_BOUNDS = { atMost: 50, sameWithinMs: 1_000 };
const LOG_ENTRY: NewLogEntry = {
  ...{ at: sampleTime, event: 'recovery code used', device: '', country: '', detail: '' },
};

function add(
  { stores, tag }: Round,
  name = '',
  changes: Partial<NewAccount> = {},
): Promise<Account> {
  return stores.accounts.insertAccount(accountNamed(`${tag}${name}`, changes));
}

async function addSeveral(
  round: Round,
  count: number,
  changes: Partial<NewAccount> = {},
): Promise<Account[]> {
  return Promise.all(times(count, (index) => add(round, `_${'abc'[index]}`, changes)));
}

/** Adds administrators, who are the only ones then. */
async function addAdministrators(round: Round, count: number): Promise<Account[]> {
  await dismissAdministrators(round);
  return addSeveral(round, count, { role: 'administrator' });
}

async function dismissAdministrators({ stores }: Round): Promise<void> {
  for (const { id } of await listAdministrators(stores)) {
    await stores.accounts.updateAccount(id, { role: 'player' }, KEEPS);
  }
}

async function listAdministrators({ administration }: Repositories): Promise<Account[]> {
  const staff = await administration.searchAccounts({ standing: 'staff', now: 0, limit: 100 });
  return staff.filter(({ role }) => role === 'administrator');
}

async function listThoseWhoLogIn(stores: Repositories): Promise<Account[]> {
  return (await listAdministrators(stores)).filter(({ suspendedAt }) => suspendedAt === null);
}

/** The ways in which an administrator is lost. */
const WAYS: ((account: Account) => Call)[] = [
  (account) =>
    call('administration', 'changeAccount', account, { role: 'player' }, lossOf(account)),
  (account) =>
    call('administration', 'changeAccount', account, { suspendedAt: 1 }, lossOf(account)),
  (account) =>
    call('administration', 'removeAccount', account, {
      ...lossOf(account),
      reserves: reservationOf(account),
    }),
  (account) =>
    call('registration', 'remove', account, {
      ...reservationOf(account),
      now: sampleTime,
      emailJob: undefined,
    }),
];

const lossOf = ({ name }: Account) => ({
  entries: [entryOf({ action: 'role changed', subject: name, at: sampleTime })],
  keepsAdministrator: true,
});
const reservationOf = ({ name }: Account) => ({
  skeletonHash: `skeleton of ${name}`,
  reservedUntil: 1,
});

async function addInvite({ stores, tag }: Round, uses: number): Promise<string> {
  const codeHash = digest(tag);
  const invite = { codeHash, uses, usesLeft: uses, createdAt: 1, expiresAt: LATER };
  await stores.invites.addInvite(invite);
  return codeHash;
}

async function playInvite(round: Round, uses: number): Promise<void> {
  const { stores, race, tag } = round;
  const inviteHash = await addInvite(round, uses);
  const register = (name: string) =>
    call('registration', 'register', sampleRegistration(name, { inviteHash }));
  const outcomes = await race((racer) =>
    times(4, (i) => register(`${tag}_${'abc'[racer]}${'abcd'[i]}`)),
  );
  expect(outcomes).toEqual({ registered: uses, invite: RACERS * 4 - uses });
  expect((await stores.invites.listInvites()).at(-1)).toMatchObject({ uses, usesLeft: 0 });
  const query = { text: tag, now: sampleTime, limit: 100 };
  expect(await stores.administration.searchAccounts(query)).toHaveLength(uses);
}

async function addSecret(
  round: Round,
  account: Account,
  changes: Partial<StoredSecret> = {},
): Promise<SecretAsRead> {
  const tokenHash = digest(`${round.tag}${changes.tokenHash}`);
  const secret = sampleSecret({ accountId: account.id, ...changes, tokenHash });
  await round.stores.secrets.putSecret(secret);
  return { secret, account };
}

/** No session may be left of an account whose sessions ended while others were started. */
async function playChange(round: Round, changes: Partial<Account>): Promise<void> {
  const { stores, race, tag } = round;
  const { id: accountId, passwordHash } = await add(round);
  const start = (index: string) =>
    call('sessions', 'startSession', sampleSession({ accountId, valueHash: digest(tag + index) }), {
      passwordHash,
      endsValueHash: undefined,
    });
  const starts = (racer: number) => times(3, (index) => start(`${racer}${index}`));
  const change = call('accounts', 'updateAccount', accountId, changes, { endSessions: true });
  await race((racer) => (racer === 1 ? [...starts(1), change] : starts(racer)));
  expect(await stores.sessions.listSessions(accountId)).toEqual([]);
}

async function countActions({ audit }: Repositories, subject: string): Promise<number> {
  return (await audit.listActions({ subject, limit: 100 })).length;
}

function emailTo(tag: string): NewOutboxEntry {
  const email = {
    kind: 'test',
    to: `${tag}@example.net`,
    accountName: tag,
    language: 'en',
  } as const;
  return { email, createdAt: sampleTime, expiresAt: null };
}

async function listEmailsTo({ outbox }: Repositories, tag: string): Promise<number[]> {
  const emails = await outbox.listOutbox();
  return emails.filter(({ email }) => email.to === `${tag}@example.net`).map(({ id }) => id);
}

const accounts: Case[] = [
  [
    'an administrator is always left, and whoever would take the last one is refused',
    async (round) => {
      const { stores, race, number } = round;
      const administrators = await addAdministrators(round, RACERS);
      const counts = await race((racer) => {
        const way = WAYS[(number + racer) % WAYS.length];
        const account = administrators[racer];
        return way === undefined || account === undefined ? [] : [way(account)];
      });
      expect(counts.conflict).toBe(1);
      const [left, ...others] = await listThoseWhoLogIn(stores);
      expect(others).toEqual([]);
      expect(await countActions(stores, left?.name ?? '')).toBe(0);
    },
  ],
  [
    'one first administrator registers, and no link is left to make another',
    async (round) => {
      const { stores, race, tag } = round;
      await dismissAdministrators(round);
      const linkOf = (name: string) => ({ tokenHash: digest(tag + name), expiresAt: LATER });
      await stores.registration.addFirstAdministratorLink(linkOf('first'), sampleTime);
      const register = (name: string) =>
        call(
          'registration',
          'register',
          sampleRegistration(name, {
            account: accountNamed(name, { role: 'administrator' }),
            isFirstAdministrator: true,
          }),
        );
      const addLink = call('registration', 'addFirstAdministratorLink', linkOf('late'), sampleTime);
      const counts = await race((racer) => [
        ...times(2, (index) => register(`${tag}_${'abc'[racer]}${'ab'[index]}`)),
        ...(racer === 0 ? [addLink] : []),
      ]);
      expect(counts).toMatchObject({ registered: 1, 'administrator exists': 2 * RACERS - 1 });
      await dismissAdministrators(round);
      for (const name of ['first', 'late']) {
        const { tokenHash } = linkOf(name);
        const isGood = stores.registration.isFirstAdministratorLinkGood(tokenHash, sampleTime);
        expect(await isGood).toBe(false);
      }
    },
  ],
  ['an invite for five makes five accounts', (round) => playInvite(round, 5)],
  [
    'of names that look alike one is registered',
    async ({ race, tag }) => {
      const register = (name: string) =>
        call('registration', 'register', sampleRegistration(`${name}_${tag}`));
      const names = ['Alice', 'A1ice', 'AIice'];
      const counts = await race((racer) => [register(names[racer] ?? ''), register('alice')]);
      expect(counts).toEqual({ registered: 1, name: 2 * RACERS - 1 });
    },
  ],
  [
    'refused accounts use up no id, and no id is used twice',
    async (round) => {
      const { race, stores, tag } = round;
      const { id: before } = await add(round);
      const insert = (name: string) => call('accounts', 'insertAccount', accountNamed(tag + name));
      const counts = await race((racer) =>
        ['_a', `_b${'abc'[racer]}`, '_c', `_d${'abc'[racer]}`, '_e'].map(insert),
      );
      const made = 3 + 2 * RACERS;
      expect(counts).toEqual({ done: made, conflict: 5 * RACERS - made });
      const listed = await stores.accounts.listAccounts({ afterId: before, limit: 100 });
      expect(listed.map(({ id }) => id)).toEqual(
        Array.from({ length: made }, (_, index) => before + 1 + index),
      );
    },
  ],
  [
    'an address that several confirm belongs to one of them',
    async (round) => {
      const { race, stores, tag } = round;
      const claim = { email: `${tag}@example.net`, emailConfirmedAt: null };
      const claims = await addSeveral(round, RACERS, claim);
      const changes = { emailConfirmedAt: sampleTime };
      const reads: SecretAsRead[] = [];
      for (const [index, account] of claims.entries()) {
        reads.push(await addSecret(round, account, { tokenHash: `${index}` }));
      }
      const ways: ((read: SecretAsRead) => Call)[] = [
        ({ account }) => call('accounts', 'updateAccount', account.id, changes, KEEPS),
        ({ account }) => call('registration', 'apply', account, { changes }),
        (read) => call('secrets', 'spendToken', read, sampleTime, { changes }),
      ];
      const counts = await race((racer) => {
        const [way, read] = [ways[(round.number + racer) % 3], reads[racer]];
        return way === undefined || read === undefined ? [] : [way(read)];
      });
      expect(counts.conflict).toBe(RACERS - 1);
      expect(await stores.registration.findAccountsByEmail(claim.email)).toHaveLength(1);
    },
  ],
  [
    'no session survives a change of the password',
    (round) => playChange(round, { passwordHash: 'another' }),
  ],
  [
    'an account has as many sessions as it may have',
    async (round) => {
      const { race, stores, tag } = round;
      const { id: accountId, passwordHash } = await add(round);
      const start = (index: string) => {
        const session = sampleSession({ accountId, valueHash: digest(tag + index) });
        const conditions = { passwordHash, endsValueHash: undefined, atMost: 5 };
        return call('sessions', 'startSession', session, conditions);
      };
      await race((racer) => times(4, (index) => start(`${racer}${index}`)));
      expect(await stores.sessions.listSessions(accountId)).toHaveLength(5);
    },
  ],
  [
    'what is written for an account that is removed meanwhile is gone with it',
    async (round) => {
      const { race, stores } = round;
      const account = await add(round);
      const { id } = account;
      const conditions = { passwordHash: account.passwordHash, endsValueHash: undefined };
      const session = sampleSession({ accountId: id, valueHash: digest(round.tag) });
      const loginCode = { accountId: id, codeHash: 'h', sentAt: 1, validUntil: LATER };
      const writes = [
        call('accountLog', 'addLogEntry', id, LOG_ENTRY, LOG_BOUNDS),
        call('security', 'protectUntil', id, LATER),
        call('security', 'addLoginCode', loginCode, { apartMs: 0, perHour: 9 }),
        call('security', 'replaceRecoveryCodes', id, ['h'], 1),
      ];
      const removal = WAYS[2]?.(account);
      await race((racer) => {
        if (racer === 0) return [call('sessions', 'startSession', session, conditions), ...writes];
        return racer === 1 && removal !== undefined ? [removal] : writes;
      });
      expect(await stores.sessions.listSessions(id)).toEqual([]);
      expect(await stores.accountLog.listLogEntries(id)).toEqual([]);
      expect(await stores.security.countRecoveryCodes(id)).toBe(0);
    },
  ],
];

const codes: Case[] = [
  [
    'a link is spent once',
    async (round) => {
      const read = await addSecret(round, await add(round, '', { verifiedAt: null }));
      const change = { changes: { verifiedAt: sampleTime } };
      const spend = call('secrets', 'spendToken', read, sampleTime, change);
      expect(await round.race(each(spend, spend))).toEqual({ spent: 1, none: 2 * RACERS - 1 });
    },
  ],
  [
    'of links that replace each other one is left',
    async (round) => {
      const { race, stores, tag } = round;
      const { id: accountId } = await add(round);
      const put = (index: number) =>
        call('secrets', 'putSecret', sampleSecret({ accountId, tokenHash: digest(tag + index) }));
      await race((racer) => times(2, (index) => put(2 * racer + index)));
      const found = await Promise.all(
        Array.from({ length: 2 * RACERS }, (_, index) =>
          stores.secrets.findByToken('verify address', digest(tag + index), sampleTime),
        ),
      );
      expect(found.filter((one) => one !== undefined)).toHaveLength(1);
    },
  ],
  [
    'every wrong code counts, and the wait begins after the right number of them',
    async (round) => {
      const { race, stores } = round;
      const account = await add(round);
      const read = await addSecret(round, account, { codeHash: digest('right') });
      const tried = { codeHash: digest('wrong'), now: sampleTime, waits: WAITS };
      const spend = call('secrets', 'spendCode', read, tried, {});
      expect(await race(each(spend, spend, spend))).toEqual({
        wrong: WAITS.every,
        waiting: 3 * RACERS - WAITS.every,
      });
      expect(await stores.secrets.findSecret(account.id, 'verify address')).toMatchObject({
        wrongCodes: WAITS.every,
        waitUntil: sampleTime + WAITS.waitsMs[0],
      });
    },
  ],
  [
    'a recovery code is spent once, with one note of it',
    async (round) => {
      const { race, stores, tag } = round;
      const { id } = await add(round);
      await stores.security.replaceRecoveryCodes(id, [tag, 'other'], 1);
      const emailJobs = [
        sampleEmailJob({ accountId: id, kind: 'second factor changed', code: '' }),
      ];
      const notes = { entry: LOG_ENTRY, bounds: LOG_BOUNDS, emailJobs };
      const spend = call('security', 'spendRecoveryCode', id, tag, notes);
      expect(await race(each(spend, spend))).toEqual({ true: 1, false: 2 * RACERS - 1 });
      expect(await stores.security.countRecoveryCodes(id)).toBe(1);
      expect(await stores.accountLog.listLogEntries(id)).toMatchObject([{ count: 1 }]);
      const jobs = await stores.outbox.listEmailJobs(10_000);
      expect(jobs.filter(({ accountId }) => accountId === id)).toHaveLength(1);
    },
  ],
  [
    'of the login codes of an account one is spent, once',
    async (round) => {
      const { stores, race } = round;
      const { id: accountId } = await add(round);
      for (const codeHash of ['a', 'b']) {
        const code = { accountId, codeHash, sentAt: sampleTime, validUntil: LATER };
        await stores.security.addLoginCode(code, { apartMs: 0, perHour: 9 });
      }
      const spend = (hash: string) =>
        call('security', 'spendLoginCode', accountId, hash, sampleTime + 1, { newest: 2 });
      const counts = await race(each(spend('a'), spend('b')));
      expect(counts).toEqual({ true: 1, false: 2 * RACERS - 1 });
    },
  ],
  [
    'login codes are sent within their budget',
    async (round) => {
      const { id: accountId } = await add(round);
      const code = { accountId, codeHash: 'a', sentAt: sampleTime, validUntil: LATER };
      const send = call('security', 'addLoginCode', code, { apartMs: 60_000, perHour: 9 });
      expect(await round.race(each(send, send))).toEqual({ added: 1, done: 2 * RACERS - 1 });
    },
  ],
  [
    'a code of an app is spent once',
    async (round) => {
      const { security } = round.stores;
      const { id } = await add(round);
      await security.startTotp(id, { secret: 'AAAA', at: 1, sessionHash: 's' });
      const confirmed = { secret: 'AAAA', step: 7, at: 1, recoveryHashes: ['h'] };
      const confirm = call('security', 'confirmTotp', id, confirmed);
      expect(await round.race(each(confirm))).toEqual({ first: 1, refused: RACERS - 1 });
      const spend = call('security', 'spendTotpStep', id, 8);
      expect(await round.race(each(spend, spend))).toEqual({ true: 1, false: 2 * RACERS - 1 });
    },
  ],
  [
    'two factors that are turned on at once have one set of recovery codes',
    async (round) => {
      const { race, stores } = round;
      const { id } = await add(round);
      await stores.security.startTotp(id, { secret: 'AAAA', at: 1, sessionHash: 's' });
      const confirmed = { secret: 'AAAA', step: 7, at: 1, recoveryHashes: ['app'] };
      const confirm = call('security', 'confirmTotp', id, confirmed);
      const mail = call('security', 'turnOnMailCodes', id, 1, ['mail']);
      const counts = await race((racer) => [racer % 2 === 0 ? mail : confirm]);
      expect(counts).toEqual({ first: 1, further: 1, refused: 1 });
      expect(await stores.security.countRecoveryCodes(id)).toBe(1);
    },
  ],
  [
    'a claimed server gets its address once from a code',
    async (round) => {
      const { race, stores, number, tag } = round;
      const { id: accountId } = await add(round);
      const hash = sampleHash(number);
      await claimServer(stores, hash, accountId);
      const codeHash = digest(tag);
      await stores.claims.saveAddressCode({ hash, codeHash, expiresAt: LATER }, accountId);
      const place = { joinIp: '203.0.113.9', joinPort: 1 };
      const spend = call('claims', 'spendAddressCode', codeHash, place, sampleTime);
      expect(await race(each(spend, spend))).toEqual({ true: 1, false: 2 * RACERS - 1 });
    },
  ],
  [
    'a server is claimed once, by one of those who have a code for it',
    async (round) => {
      const { race, stores, number } = round;
      const hash = sampleHash(number);
      const rivals = await addSeveral(round, RACERS);
      for (const { id: accountId } of rivals) {
        const code = { hash, accountId, codeHash: `code ${accountId}`, expiresAt: LATER };
        await stores.claims.saveCode(code, sampleTime);
      }
      const counts = await race((racer) => {
        const code = { hash, codeHash: `code ${rivals[racer]?.id}` };
        return times(2, () => call('claims', 'completeClaim', code, sampleTime));
      });
      expect(counts).toEqual({ true: 1, false: 2 * RACERS - 1 });
      const claims = await stores.claims.listClaims();
      expect(claims.filter((claim) => claim.hash === hash)).toHaveLength(1);
    },
  ],
];

const WAITS = { every: 6, waitsMs: [60_000] } as const;

async function claimServer({ claims }: Repositories, hash: string, accountId: number) {
  await claims.saveCode({ hash, accountId, codeHash: 'code', expiresAt: LATER }, sampleTime);
  expect(await claims.completeClaim({ hash, codeHash: 'code' }, sampleTime)).toBe(true);
}

const decisions: Case[] = [
  [
    'an account has one open report on a server, which is closed once, with one entry and one email',
    async (round) => {
      const { race, stores, number } = round;
      const { id: accountId } = await add(round);
      const hash = sampleHash(number);
      const texts = { hash, serverName: 'Alpha', kind: 'fake', text: '' } as const;
      const report = { ...texts, accountId, createdAt: 1, wantsEmail: true };
      const counts = await race(each(call('reports', 'addReport', report)));
      expect(counts.conflict).toBe(RACERS - 1);
      const ids = (await stores.reports.listReportsOf(accountId)).map(({ id }) => id);
      expect(ids).toHaveLength(1);
      const entry = entryOf({ at: sampleTime, action: 'report closed', subject: hash });
      const close = call('reports', 'closeReports', { ids, entry });
      expect(await race(each(close, close))).toEqual({ 1: 1, 0: 2 * RACERS - 1 });
      expect(await countActions(stores, hash)).toBe(1);
      const jobs = await stores.outbox.listEmailJobs(10_000);
      expect(jobs.filter((job) => job.accountId === accountId)).toHaveLength(1);
    },
  ],
  [
    'a target is banned once, also where an earlier ban has expired, and is no longer banned once',
    async ({ race, stores, number }) => {
      const subject = `198.51.${number}.0/24`;
      const expired = banOf(subject, 'before', { expiresAt: 2 });
      await stores.moderation.addBan(expired, entryOf({ subject, action: 'ban added' }));
      const ban = banOf(subject, 'now', { createdAt: 3 });
      const added = call('moderation', 'addBan', ban, entryOf({ subject, action: 'ban added' }));
      expect(await race(each(added, added))).toEqual({ undefined: 1, conflict: 2 * RACERS - 1 });
      expect(await countActions(stores, subject)).toBe(2);
      const target = { kind: 'range', subject } as const;
      const entry = entryOf({ subject, action: 'ban removed' });
      const removed = call('moderation', 'removeBan', target, entry);
      expect(await race(each(removed, removed))).toEqual({ true: 1, false: 2 * RACERS - 1 });
      expect(await countActions(stores, subject)).toBe(3);
    },
  ],
  [
    'the audit log has one entry for each change that was made',
    async ({ race, stores, number }) => {
      const hash = sampleHash(number);
      const entry = entryOf({ subject: hash });
      const feature = call('moderation', 'addFeatured', hash, entry);
      expect(await race(each(feature, feature))).toEqual({ true: 1, false: 2 * RACERS - 1 });
      expect(await countActions(stores, hash)).toBe(1);
      const unlisted = { hash, reason: '', unlistedAt: 1 };
      await race(each(call('moderation', 'addUnlisted', unlisted, entry)));
      expect(await countActions(stores, hash)).toBe(1 + RACERS);
    },
  ],
  [
    'the same event is counted up in the log of an account',
    async (round) => {
      const { id } = await add(round);
      const note = call('accountLog', 'addLogEntry', id, LOG_ENTRY, LOG_BOUNDS);
      await round.race(each(note, note));
      const entries = await round.stores.accountLog.listLogEntries(id);
      expect(entries).toMatchObject([{ count: 2 * RACERS }]);
    },
  ],
  [
    'an email job is replaced once',
    async (round) => {
      const { race, stores, tag } = round;
      const { id: accountId } = await add(round);
      await stores.outbox.addEmailJob(sampleEmailJob({ accountId, accountName: tag }));
      const jobs = await stores.outbox.listEmailJobs(10_000);
      const id = jobs.find((job) => job.accountId === accountId)?.id ?? 0;
      const emails = times(2, () => ({ entry: emailTo(tag), most: 10_000 }));
      const counts = await race(each(call('outbox', 'replaceEmailJob', id, emails)));
      expect(counts).toEqual({ done: 1, undefined: RACERS - 1 });
      expect(await listEmailsTo(stores, tag)).toHaveLength(2);
    },
  ],
  [
    'the outbox takes as many emails as may wait, and each is removed once',
    async ({ race, stores, tag }) => {
      const waiting = (await stores.outbox.listDue(LATER, 10_000)).length;
      const put = call('outbox', 'addToOutbox', emailTo(tag), waiting + 5);
      expect(await race(each(put, put, put))).toEqual({ true: 5, false: 3 * RACERS - 5 });
      const [id = 0, ...others] = await listEmailsTo(stores, tag);
      expect(others).toHaveLength(4);
      const remove = call('outbox', 'removeFromOutbox', id);
      expect(await race(each(remove, remove))).toEqual({ true: 1, false: 2 * RACERS - 1 });
    },
  ],
  [
    'a notice and a value of the site that several set are set one after another',
    async ({ race, stores, tag }) => {
      const notice = { text: tag, level: 'info', until: null, setAt: 1 } as const;
      const value = {
        field: 'name',
        text: tag,
        bytes: undefined,
        entry: entryOf({ subject: tag }),
      };
      await race(
        each(
          call('site', 'saveNotice', notice, entryOf({ subject: tag, action: 'notice set' })),
          call('site', 'saveValues', [value]),
        ),
      );
      expect(await stores.site.loadSite()).toMatchObject({
        notice: { text: tag },
        values: [{ text: tag }],
      });
      expect(await countActions(stores, tag)).toBe(2 * RACERS);
    },
  ],
  [
    'a job with a code replaces the one before',
    async (round) => {
      const { race, stores, tag } = round;
      const { id: accountId } = await add(round);
      const job = sampleEmailJob({ accountId, accountName: tag });
      await race(each(call('outbox', 'addEmailJob', job), call('outbox', 'addEmailJob', job)));
      const jobs = await stores.outbox.listEmailJobs(10_000);
      expect(jobs.filter((one) => one.accountId === accountId)).toHaveLength(1);
    },
  ],
];

const servers: Case[] = [
  [
    'a server that several processes count first gets one series',
    async ({ race, stores, number }) => {
      const { history } = stores;
      const newcomers = times(20, (index) => ({
        hash: sampleHash(1000 * number + index),
        players: 1,
      }));
      const save = (racer: number) =>
        call('history', 'saveMinute', {
          ...{ at: number, players: 1, servers: 1 },
          ...{ series: new Uint32Array(), counts: new Uint16Array() },
          newcomers: racer === 1 ? newcomers.toReversed() : newcomers,
        });
      await race((racer) => [save(racer)]);
      for (const { hash } of newcomers) expect(await history.findSeries(hash)).toBeDefined();
    },
  ],
  [
    'batches of the same servers in another order are all saved',
    async ({ race, stores, number }) => {
      const hashes = Array.from({ length: 200 }, (_, index) => sampleHash(1000 * number + index));
      const orders = [hashes, hashes.toReversed(), [...hashes.slice(100), ...hashes.slice(0, 100)]];
      const save = (racer: number, aliveAt: number) => {
        const players = racer + 1;
        const saved = (orders[racer] ?? []).map((hash) => sampleServer({ hash, players }));
        return call('servers', 'saveBatch', { saved, removed: [], aliveAt });
      };
      await race((racer) => times(3, (index) => save(racer, index)));
      const stored = (await stores.servers.loadServers()).servers;
      const ofRound = stored.filter(({ hash }) => hashes.includes(hash));
      expect(ofRound).toHaveLength(hashes.length);
      // Whole batches: nobody finds a mixture of two.
      expect(new Set(ofRound.map(({ players }) => players)).size).toBe(1);
    },
  ],
  [
    'a server that one batch saves and another removes is saved or removed',
    async ({ race, stores, number }) => {
      const hashOf = (index: number) => sampleHash(1000 * number + index);
      const all = Array.from({ length: 100 }, (_, index) => hashOf(index));
      const saved = all.map((hash) => sampleServer({ hash }));
      await stores.servers.saveBatch({ saved, removed: [], aliveAt: 1 });
      const save = (kept: string[], removed: string[]) =>
        call('servers', 'saveBatch', {
          saved: kept.map((hash) => sampleServer({ hash })),
          removed: removed.map((hash) => sampleServer({ hash })),
          aliveAt: 1,
        });
      const [one, other] = [all.slice(0, 50), all.slice(50)];
      const counts = await race((racer) =>
        times(3, (index) => ((racer + index) % 2 === 0 ? save(one, other) : save(other, one))),
      );
      expect(counts).toEqual({ undefined: 3 * RACERS });
      const stored = (await stores.servers.loadServers()).servers.map(({ hash }) => hash);
      const left = stored.filter((hash) => all.includes(hash)).toSorted();
      expect([one, other]).toContainEqual(left);
    },
  ],
];

let rounds = 0;

function nextTag(): string {
  rounds += 1;
  const letters = [...String(rounds).padStart(4, '0')].map((digit) => 'abdefkpxyz'[Number(digit)]);
  return `race${letters.join('')}`;
}

/** Opens an empty database, and returns the store and where it is. */
type Open = (lifetimes: AsyncDisposableStack) => Promise<{ stores: Repositories; place: string }>;

const engines: [string, Open][] = [
  [
    'SQLite',
    async (lifetimes) => {
      const { path: place } = lifetimes.use(makeFolder());
      return { stores: lifetimes.use(openStore({ folder: place })), place };
    },
  ],
  [
    'PostgreSQL',
    async (lifetimes) => {
      const server = lifetimes.use(await startPostgres());
      const place = await server.makeDatabase();
      return { stores: lifetimes.use(await openPostgresStore(place)), place };
    },
  ],
];

describe.each(engines)('%s, by several processes at once', (engine, open) => {
  const lifetimes = new AsyncDisposableStack();
  let stores: Repositories;
  let racers: Racers;

  beforeAll(async () => {
    const opened = await open(lifetimes);
    stores = opened.stores;
    racers = lifetimes.use(await startRacers(engine, opened.place));
  }, 60_000);
  afterAll(() => lifetimes.disposeAsync(), 60_000);

  test.each([...accounts, ...codes, ...decisions, ...servers])(
    '%s',
    async (_sentence, play) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const tag = nextTag();
        await play({ stores, race: racers.race, number: rounds, tag });
      }
    },
    60_000,
  );
});
