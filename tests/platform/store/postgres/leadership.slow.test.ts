// Only PostgreSQL shows that one replica leads at a time, and another follows within seconds of its end.

import { afterAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openPostgresStore } from '../../../../src/app/open-stores.ts';
import { postgresList } from '../../../../src/app/postgres-stores.ts';
import { lockWrites } from '../../../../src/platform/store/postgres/engine.ts';
import {
  createLeadership,
  RENEW_EVERY_MS,
} from '../../../../src/platform/store/postgres/leadership.ts';
import { openPool } from '../../../../src/platform/store/postgres/pool.ts';
import { openStores } from '../../../../src/platform/store/postgres/stores.ts';
import { accountNamed, refusalOf } from '../../../contract/fresh-stores.ts';
import { startPostgres } from '../../../support/postgres.ts';

/** How soon another replica leads. */
const TAKEOVER_MS = 5_000;
await using resources = new AsyncDisposableStack();
const lifetimes = resources.move();
const server = lifetimes.use(await startPostgres());
afterAll(() => lifetimes.disposeAsync(), 60_000);

interface Term {
  epoch: number;
  holder: string;
  began: number;
  worked: number;
  works: number;
}

async function readTerms(client: SQL): Promise<Term[]> {
  const rows: Term[] = await client`
    SELECT epoch::int, holder, began_at::float8 AS began, worked_at::float8 AS worked, works::int
    FROM leader_terms ORDER BY epoch`;
  return [...rows];
}

async function databaseTime(client: SQL): Promise<number> {
  const [row] = await client`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
  return row.now;
}

/** Waits until `find` finds something; the time limit of the test bounds it. */
async function until<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await Bun.sleep(20);
  }
}

/** Terms of which a later one began before an earlier one wrote last. */
function overlaps(terms: readonly Term[]): [Term, Term][] {
  return terms
    .slice(1)
    .map((term, index): [Term, Term] => [terms[index] as Term, term])
    .filter(([before, after]) => after.began < before.worked);
}

describe('a leader', () => {
  /** Two replicas, whose leases are renewed when a test says so. */
  async function openTwo(postgres = server) {
    await using stack = new AsyncDisposableStack();
    const url = await postgres.makeDatabase();
    stack.use(await openPostgresStore(url));
    const client = stack.use(new SQL(url, { max: 1 }));
    const open = (name: string) => {
      const { orm } = stack.use(openPool(url));
      const leadership = createLeadership(orm, name);
      const unheard = { announce: async () => {}, onBegun() {}, onUndone() {} };
      const store = openStores(postgresList, orm, { replica: name, leadership, ...unheard });
      return { orm, leadership, store };
    };
    const pair = { client, one: open('one'), two: open('two') };
    const owned = stack.move();
    return { ...pair, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  }

  type Pair = Awaited<ReturnType<typeof openTwo>>;
  const termsOf = ({ one, two }: Pair) => [one.leadership.term(), two.leadership.term()];
  const namesIn = async ({ client }: Pair): Promise<string[]> =>
    (await client`SELECT name FROM accounts ORDER BY id`).map((row: { name: string }) => row.name);

  test('that gives its lease up is followed at once', async () => {
    await using pair = await openTwo();
    const { one, two } = pair;
    await one.leadership.renew();
    await two.leadership.renew();
    expect(termsOf(pair)).toEqual([1, undefined]);
    await one.leadership.release();
    expect(termsOf(pair)).toEqual([undefined, undefined]);
    await two.leadership.renew();
    await one.leadership.renew();
    expect(termsOf(pair)).toEqual([undefined, 2]);
  });

  test('that ends without a word is followed within 5 s, once it no longer relies on its lease', async () => {
    await using pair = await openTwo();
    const { one, two, client } = pair;
    await one.leadership.renew();
    const endedAt = await databaseTime(client);
    await until(async () => {
      await two.leadership.renew();
      await Bun.sleep(RENEW_EVERY_MS);
      return two.leadership.term();
    });
    expect(one.leadership.term()).toBeUndefined();
    const [, second] = await readTerms(client);
    expect((second?.began ?? 0) - endedAt).toBeLessThan(TAKEOVER_MS);
  }, 30_000);

  test('that another one followed without its knowledge extends and gives up nothing of the other', async () => {
    await using pair = await openTwo();
    const { one, two, client } = pair;
    await one.leadership.renew();
    await client`UPDATE leader_lease SET expires_at = 0`;
    await two.leadership.renew();
    const readLease = () => client`SELECT epoch, holder, expires_at FROM leader_lease`;
    const [held] = await readLease();
    expect(held).toMatchObject({ epoch: '2', holder: 'two' });
    // This one finds out by renewing, or while it ends.
    expect(termsOf(pair)).toEqual([1, 2]);
    await one.leadership.renew();
    expect(termsOf(pair)).toEqual([undefined, 2]);
    expect((await readLease())[0]).toEqual(held);
    await client`UPDATE leader_lease SET expires_at = 0`;
    await one.leadership.renew();
    const [next] = await readLease();
    await two.leadership.release();
    expect((await readLease())[0]).toEqual(next);
  });

  test('stays the leader while it renews its lease, and while nobody else takes it', async () => {
    await using pair = await openTwo();
    const { one, two } = pair;
    const end = performance.now() + TAKEOVER_MS;
    while (performance.now() < end) {
      await one.leadership.renew();
      await two.leadership.renew();
      await Bun.sleep(RENEW_EVERY_MS);
    }
    expect(termsOf(pair)).toEqual([1, undefined]);
    await until(async () => (one.leadership.term() === undefined ? true : undefined));
    await one.leadership.renew();
    expect(termsOf(pair)).toEqual([1, undefined]);
  }, 30_000);

  test('writes nothing in its work when it leads no more, and everything else as before', async () => {
    await using pair = await openTwo();
    const { one, two } = pair;
    await one.leadership.renew();
    expect(() => two.leadership.run(() => {})).toThrow('Another replica');
    await one.leadership.run(async () => {
      await one.store.accounts.insertAccount(accountNamed('Before'));
      expect(await one.leadership.confirm()).toBe(true);
      await one.leadership.release();
      await two.leadership.renew();
      const late = one.store.accounts.insertAccount(accountNamed('Late'));
      expect(await refusalOf(late)).toMatchObject({ kind: 'unavailable' });
      const lateMinutes = one.store.history.removeMinutes(0, 1);
      expect(await refusalOf(lateMinutes)).toMatchObject({ kind: 'unavailable' });
      expect(await one.leadership.confirm()).toBe(false);
    });
    await one.store.accounts.insertAccount(accountNamed('After'));
    expect(await namesIn(pair)).toEqual(['Before', 'After']);
    expect(await readTerms(pair.client)).toMatchObject([
      { epoch: 1, holder: 'one', works: 2 },
      { epoch: 2, holder: 'two', works: 0 },
    ]);
  });

  test('that lost its lease takes no change along that waits behind its own', async () => {
    await using pair = await openTwo();
    const { one, two, client } = pair;
    await one.leadership.renew();
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = client.begin(async (tx) => {
      await tx`SELECT 1 FROM write_lock WHERE id = 1 FOR UPDATE`;
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const add = (name: string) => one.store.accounts.insertAccount(accountNamed(name));
    const work = refusalOf(one.leadership.run(() => add('Work')));
    const request = add('Request');
    await one.leadership.release();
    await two.leadership.renew();
    released.resolve();
    await holding;
    expect(await work).toMatchObject({ kind: 'unavailable' });
    expect(await request).toMatchObject({ name: 'Request' });
    expect(await namesIn(pair)).toEqual(['Request']);
  });

  test('is waited for while it writes, and not when it hangs in the middle', async () => {
    await using pair = await openTwo();
    const { one, two, client } = pair;
    await one.leadership.renew();
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const refused = refusalOf(
      one.orm.transaction((tx) =>
        one.leadership.fence(tx, 1, async () => {
          begun.resolve();
          await never.promise;
        }),
      ),
    );
    await begun.promise;
    const begunAt = await databaseTime(client);
    // Renewing does not wait for what the leader itself writes.
    await one.leadership.renew();
    expect(termsOf(pair)).toEqual([1, undefined]);
    await until(async () => {
      await two.leadership.renew();
      return two.leadership.term();
    });
    const [, second] = await readTerms(client);
    expect(second?.began).toBeGreaterThan(begunAt);
    never.resolve();
    await refused;
    expect(overlaps(await readTerms(client))).toEqual([]);
  }, 30_000);

  test('or any other replica that hangs in the middle of a change does not stop those of the others', async () => {
    await using pair = await openTwo();
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const refused = refusalOf(
      pair.one.orm.transaction(async (tx) => {
        await lockWrites(tx);
        begun.resolve();
        await never.promise;
      }),
    );
    await begun.promise;
    await pair.two.store.accounts.insertAccount(accountNamed('Other'));
    expect(await namesIn(pair)).toEqual(['Other']);
    never.resolve();
    await refused;
  }, 30_000);

  test('leads no more while the database is away, and again when it is back', async () => {
    await using own = await startPostgres();
    await using pair = await openTwo(own);
    const { one } = pair;
    await one.leadership.renew();
    await own.stop();
    await refusalOf(one.leadership.renew());
    await until(async () => (one.leadership.term() === undefined ? true : undefined));
    expect(() => one.leadership.run(() => {})).toThrow('Another replica');
    await own.start();
    await until(async () => {
      await one.leadership.renew().catch(() => {});
      return one.leadership.term();
    });
    await one.leadership.run(() => one.store.accounts.insertAccount(accountNamed('Back')));
    expect(await namesIn(pair)).toEqual(['Back']);
  }, 60_000);
});
