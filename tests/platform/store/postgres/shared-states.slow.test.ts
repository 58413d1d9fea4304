// Only PostgreSQL shows what three replicas count, spend and remember together.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { postgresList } from '../../../../src/app/postgres-stores.ts';
import { createAttempts } from '../../../../src/modules/account/attempts.ts';
import type { Visitor } from '../../../../src/modules/sessions/sessions.ts';
import { Failure } from '../../../../src/platform/lib/failure.ts';
import type { SharedStates } from '../../../../src/platform/lib/state-ports.ts';
import { inputFailures } from '../../../../src/platform/messages/messages.ts';
import { openMigratedPool } from '../../../../src/platform/store/postgres/open-store.ts';
import { openSharedStates } from '../../../../src/platform/store/postgres/shared-states.ts';
import { openStores } from '../../../../src/platform/store/postgres/stores.ts';
import { describeSharedStates } from '../../../contract/shared-states.ts';
import { codeIn, openLinks } from '../../../modules/launcher-link/linking.ts';
import { eventually } from '../../../support/eventually.ts';
import { outcomeOf } from '../../../support/failures.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { createFakeMailer } from '../../../support/fake-mailer.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import {
  type Accounts,
  ADDRESS,
  HOUR_MS,
  launcherAt,
  MINUTE_MS,
  OPEN_RULES,
  openAccounts,
  PASSWORD,
  quickPasswords,
} from '../../../support/test-accounts.ts';

const REPLICAS = 3;
const NOBODY: Visitor = { kind: 'none' };
const START = Date.UTC(2026, 0, 1);

let server: PostgresServer;
const lifetimes = new AsyncDisposableStack();
let ofTest = new AsyncDisposableStack();

beforeAll(async () => {
  server = lifetimes.use(await startPostgres());
}, 60_000);
afterAll(() => lifetimes.disposeAsync(), 60_000);
afterEach(async () => {
  await ofTest.disposeAsync();
  ofTest = new AsyncDisposableStack();
}, 60_000);

describe('on PostgreSQL', () => {
  describeSharedStates(async (clock) => {
    const pool = ofTest.use(await openMigratedPool(await server.makeDatabase(), {}));
    return openSharedStates(pool.orm, clock);
  });
});

interface Replica extends ReturnType<typeof openAccounts> {
  states: SharedStates;
  clock: FakeClock;
}

/** Replicas with a clock each, as it is on several machines. */
async function openReplicas(rules: Partial<typeof OPEN_RULES> = {}) {
  const url = await server.makeDatabase();
  const mailer = createFakeMailer();
  const clocks: FakeClock[] = [];
  const replicas: Replica[] = [];
  for (let number = 0; number < REPLICAS; number += 1) {
    const clock = createFakeClock(START);
    const pool = ofTest.use(await openMigratedPool(url, {}));
    const states = await openSharedStates(pool.orm, clock);
    const module = openAccounts({
      ...openStores(postgresList, pool.orm),
      ...{ states, clock, mailer, passwords: quickPasswords },
      hashing: { atOnce: 100, waiting: 1_000 },
      countries: { findCountry: () => 'NL' },
      isNewDeviceCodeOn: () => false,
      siteName: () => 'muster.test',
      rulesVersion: () => undefined,
      rules: { ...OPEN_RULES, ...rules },
      report() {},
    });
    clocks.push(clock);
    replicas.push({ ...module, states, clock });
  }
  const [a, b, c] = replicas;
  if (a === undefined || b === undefined || c === undefined) throw new Error('no replicas');
  return {
    ...{ url, mailer, replicas, a, b, c },
    advance(ms: number) {
      for (const clock of clocks) clock.advance(ms);
    },
    /** Sets the clock of one replica. */
    shift: (number: number, ms: number) => clocks[number]?.advance(ms),
    async register(name: string) {
      const request = { name, email: `${name}@example.net`, password: PASSWORD };
      const by = a.administration.by({ kind: 'command line' });
      return by.createAccount({ ...request, role: 'player', isVerified: true });
    },
  };
}

/** A visitor with a session and a token of one replica, as another one sees them. */
async function visit(
  { accounts }: Replica,
  at: Replica = { accounts } as Replica,
): Promise<{ visitor: Visitor; token: string }> {
  const { sessionValue, token } = accounts.describeLogin(NOBODY);
  return { visitor: await at.accounts.recogniseVisitor([sessionValue]), token };
}

/** The second step of a launcher's login. */
async function logIn(
  accounts: Accounts,
  { visitor, token }: { visitor: Visitor; token: string },
  form: { username?: string; password?: string; loginCode?: string } = {},
  address = ADDRESS,
) {
  const whole = { username: 'Alice', password: PASSWORD, loginCode: '', token, ...form };
  return accounts.completeLogin(visitor, whole, launcherAt(address));
}

/** How often each outcome came. */
function count(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe('over three replicas', () => {
  test('a session and a token of one log in at another, once', async () => {
    const { a, b, c, replicas, register } = await openReplicas();
    await register('Alice');
    const visited = await visit(a, b);
    expect(visited.visitor.kind).toBe('anonymous');
    const states = await Promise.all(replicas.map(({ accounts }) => logIn(accounts, visited)));
    const errors = states.map((state) => state.errors.join());
    expect(count(errors)).toEqual({ '': 1, token: REPLICAS - 1 });
    const won = states.find((state) => state.isAuthenticated);
    expect(await c.accounts.recogniseVisitor([won?.sessionValue ?? ''])).toMatchObject({
      kind: 'account',
    });
  });

  test('a session that ended at one is not logged in with at another, which gives a new one', async () => {
    const { a, b, register } = await openReplicas();
    await register('Alice');
    const visited = await visit(a);
    const further = a.accounts.describeLogin(visited.visitor);
    expect((await logIn(a.accounts, visited)).isAuthenticated).toBe(true);
    // Pages are shown without asking the database: there it is a visitor like any other.
    const value = visited.visitor.kind === 'anonymous' ? visited.visitor.value : '';
    const visitor = await b.accounts.recogniseVisitor([value]);
    const state = await logIn(b.accounts, { visitor, token: further.token });
    expect(state.errors).toEqual(['token']);
    expect(state.sessionValue).not.toBe(value);
    // From then on the other one knows.
    expect(await b.accounts.recogniseVisitor([value])).toEqual(NOBODY);
    const anew = await b.accounts.recogniseVisitor([state.sessionValue]);
    const again = await logIn(a.accounts, { visitor: anew, token: state.token });
    expect(again.isAuthenticated).toBe(true);
  });

  test('wrong passwords at the same time are as many as at one', async () => {
    const { replicas, register, advance, a, b } = await openReplicas();
    await register('Alice');
    const guesses = replicas.flatMap((replica) =>
      Array.from({ length: 12 }, async () => {
        const { errors } = await logIn(replica.accounts, await visit(replica), { password: 'no' });
        return errors.join();
      }),
    );
    const counts = count(await Promise.all(guesses));
    expect(counts.password).toBe(10);
    const [busy, tooMany] = [counts[inputFailures.busy] ?? 0, 0];
    expect(busy + tooMany).toBeLessThanOrEqual(3 * 12 - 10);
    for (const { accounts } of [a, b]) {
      const { errors } = await logIn(accounts, await visit(a), {});
      expect(errors).toEqual([expect.stringContaining('Too many attempts')]);
    }
    advance(5 * MINUTE_MS);
    expect((await logIn(b.accounts, await visit(b))).errors).toEqual([]);
  });

  test('wrong names from an address are counted together', async () => {
    const { replicas, a } = await openReplicas();
    for (let number = 0; number < 99; number += 1) {
      const replica = replicas[number % REPLICAS] ?? a;
      const state = await logIn(replica.accounts, await visit(replica), { username: `N${number}` });
      expect(state.errors).toEqual(['username']);
    }
    const last = replicas.map(async (replica) =>
      (await logIn(replica.accounts, await visit(replica), { username: 'Last' })).errors.join(),
    );
    expect(count(await Promise.all(last)).username).toBe(1);
  });

  test('a launcher that asks at one is approved at two others once, and gets one session', async () => {
    const { a, b, c, replicas, register } = await openReplicas();
    await register('Alice');
    openLinks(a.accounts, a.clock);
    const owners = await Promise.all(
      [b, c].map(async ({ accounts, clock }) => {
        const { sessionValue } = await logIn(accounts, await visit(a));
        const visitor = await accounts.recogniseVisitor([sessionValue]);
        if (visitor.kind !== 'account') throw new Error('not logged in');
        return { visitor, links: openLinks(accounts, clock) };
      }),
    );
    const launcher = await visit(a);
    const code = codeIn((await logIn(a.accounts, launcher, { password: 'link' })).errors);
    for (const { visitor, links } of owners) {
      await links.enterCode(visitor, code, launcherAt(ADDRESS));
    }
    const approvals = owners.map(({ visitor, links }) => outcomeOf(links.approve(visitor)));
    const outcomes = await Promise.all(approvals);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    const states = await Promise.all(
      [...replicas, ...replicas].map(({ accounts }) =>
        accounts.beginLogin(launcher.visitor, launcherAt(ADDRESS)),
      ),
    );
    expect(states.filter(({ isAuthenticated }) => isAuthenticated)).toHaveLength(1);
    const [{ visitor } = { visitor: NOBODY }] = owners;
    if (visitor.kind !== 'account') throw new Error('not logged in');
    const { sessions } = await a.accounts.security.describeAll(visitor);
    expect(sessions).toHaveLength(3);
  });

  test('a login that waits for its code at one is finished at another', async () => {
    const { a, b, c, mailer, register } = await openReplicas();
    const { id } = await register('Alice');
    const owner = await logIn(a.accounts, await visit(a));
    const visitor = await b.accounts.recogniseVisitor([owner.sessionValue]);
    if (visitor.kind !== 'account') throw new Error('not logged in');
    const proof = { password: PASSWORD, code: '' };
    await b.accounts.security.turnOnMailCodes(visitor, proof, launcherAt(ADDRESS));
    // The codes in the place of this one are shown by whichever replica is asked.
    const fresh = await c.accounts.security.findFreshCodes(visitor);
    expect(fresh).toHaveLength(10);
    await a.accounts.security.forgetFreshCodes(visitor);
    expect(await c.accounts.security.findFreshCodes(visitor)).toBeUndefined();
    const caller = { ...launcherAt('198.51.100.7'), deviceValue: '' };
    const form = { username: 'Alice', password: PASSWORD };
    const first = await a.accounts.logIn(NOBODY, form, caller);
    if (!('step' in first)) throw new Error('no code was needed');
    const pending = await b.accounts.recogniseVisitor([first.sessionValue]);
    expect(await c.accounts.findCodeStep(pending, caller)).toMatchObject({ accountName: 'Alice' });
    const code = mailer.loginCode();
    const entered = await Promise.all(
      [b, c].map(({ accounts }) => outcomeOf(accounts.enterCode(pending, code, caller))),
    );
    const finished = entered.filter((one) => one !== undefined && 'account' in one);
    expect(finished).toMatchObject([{ account: { id } }]);
    expect(await a.accounts.findCodeStep(pending, caller)).toBeUndefined();
  });

  test('wrong codes at the same time are as many as at one', async () => {
    const { replicas, a, register } = await openReplicas();
    await register('Alice');
    const owner = await logIn(a.accounts, await visit(a));
    const visitor = await a.accounts.recogniseVisitor([owner.sessionValue]);
    if (visitor.kind !== 'account') throw new Error('not logged in');
    const proof = { password: PASSWORD, code: '' };
    await a.accounts.security.turnOnMailCodes(visitor, proof, launcherAt(ADDRESS));
    const guesses = replicas.flatMap((replica) =>
      Array.from({ length: 3 }, async () => {
        const form = { loginCode: '000000' };
        const place = '198.51.100.9';
        return (await logIn(replica.accounts, await visit(replica), form, place)).errors.join();
      }),
    );
    expect(count(await Promise.all(guesses)).login_code).toBe(5);
  });

  test('registrations hold their budget, and a form counts once', async () => {
    const { replicas, advance } = await openReplicas({
      registrationsPerAddress: 4,
      registrationsPerHour: 1_000,
    });
    const value = 'a.session-of-the-form';
    const forms = Array.from({ length: 12 }, (_, number) => {
      const replica = replicas[number % REPLICAS];
      return { replica, challenge: replica?.registration.openForm(value).challenge ?? '' };
    });
    advance(5_000);
    const signUp = (replica: Replica | undefined, name: string, challenge: string) =>
      outcomeOf(
        (replica as Replica).registration.signUp.register(
          {
            ...{ name, email: `${name}@example.net`, password: 'a good new one', invite: '' },
            ...{ challenge, proof: '', trap: '', agreedRules: '' },
          },
          { sessionValue: value, address: ADDRESS },
        ),
      );
    const outcomes = await Promise.all(
      forms.map(({ challenge }, number) =>
        signUp(replicas[(number + 1) % REPLICAS], `Name_${'abcdefghjkmn'[number]}`, challenge),
      ),
    );
    const failed = outcomes.filter((outcome) => outcome instanceof Failure);
    expect(outcomes).toHaveLength(failed.length + 4);
    for (const failure of failed) expect(failure.kind).toBe('rate_limited');
    advance(HOUR_MS);
    const challenge = replicas[0]?.registration.openForm(value).challenge ?? '';
    advance(5_000);
    const twice = await Promise.all(
      replicas.map((replica, number) => signUp(replica, `Twice_${'abc'[number]}`, challenge)),
    );
    expect(twice.filter((outcome) => !(outcome instanceof Failure))).toHaveLength(1);
  });

  test('a process that ends in the middle of a check leaves its place taken until the window is over', async () => {
    const { a, b, c, advance } = await openReplicas();
    const limits = { kind: 'guesses', limit: 2, windowMs: MINUTE_MS, keysAtMost: 10 };
    const [one, other, third] = [a, b, c].map(({ states }) => createAttempts(states, limits));
    // Nobody reports the end of these.
    await one?.begin('key');
    await other?.begin('key');
    await expect(third?.begin('key')).rejects.toMatchObject({ kind: 'unavailable' });
    advance(MINUTE_MS);
    await third?.begin('key');
  });

  test('a replica whose clock is behind counts what the others counted', async () => {
    const { a, b, shift } = await openReplicas();
    shift(1, -30_000);
    const limits = { kind: 'guesses', limit: 2, windowMs: MINUTE_MS, keysAtMost: 10 };
    const [ahead, behind] = [a, b].map(({ states }) => createAttempts(states, limits));
    for (const attempts of [ahead, behind]) {
      const end = await attempts?.begin('key');
      await end?.('wrong');
    }
    await expect(behind?.begin('key')).rejects.toMatchObject({ kind: 'rate_limited' });
    await expect(ahead?.begin('key')).rejects.toMatchObject({ kind: 'rate_limited' });
  });

  test('a visitor without an account leaves no row, and no row holds a name, an address or a session', async () => {
    const { a, b, url, register } = await openReplicas();
    await using client = new SQL(url, { max: 1 });
    const readAll = async () => JSON.stringify(await client`SELECT * FROM shared_states`);
    const before = await readAll();
    const visited = await visit(a, b);
    a.registration.openForm('a.session');
    await b.registration.recovery.openForm('a.session');
    await logIn(b.accounts, { ...visited, token: 'made up' });
    expect(await readAll()).toBe(before);
    await register('Alice');
    const state = await logIn(a.accounts, visited, { password: 'wrong horse' });
    const after = await readAll();
    expect(after.length).toBeGreaterThan(before.length);
    for (const secret of ['Alice', ADDRESS, state.sessionValue, visited.token, 'wrong horse']) {
      expect(after).not.toContain(secret);
    }
  });

  test('while the database is away nobody logs in, and visitors are still recognised', async () => {
    const { a, b, register } = await openReplicas({ isProofOfWorkRequired: true });
    await register('Alice');
    const visited = await visit(a);
    await server.stop();
    try {
      const login = await outcomeOf(logIn(b.accounts, visited));
      expect(login).toMatchObject({ kind: 'unavailable', retryAfterSeconds: expect.any(Number) });
      const value = visited.visitor.kind === 'anonymous' ? visited.visitor.value : '';
      expect((await b.accounts.recogniseVisitor([value])).kind).toBe('anonymous');
      expect(b.accounts.describeLogin(visited.visitor).sessionValue).toBe(value);
      expect(b.registration.openForm(value).challenge).toHaveLength(56);
      expect(await b.registration.recovery.openForm(value)).toBeUndefined();
      const request = outcomeOf(b.registration.recovery.request('Alice', ADDRESS));
      expect(await request).toMatchObject({ kind: 'unavailable' });
    } finally {
      await server.start();
    }
    // The pool looks for the server again within some seconds of its return.
    const again = await eventually(
      () => outcomeOf(logIn(b.accounts, visited)),
      (outcome) => !(outcome instanceof Failure),
    );
    expect(again).toMatchObject({ errors: [] });
  }, 60_000);
});
