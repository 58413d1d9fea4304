// The bounded queue: how many tasks run, wait and are refused, and whose turn it is.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createBoundedQueue,
  type KnownAs,
  type QueueBounds,
} from '../../../src/platform/lib/bounded-queue.ts';
import { BUSY_MESSAGE, Failure } from '../../../src/platform/lib/failure.ts';
import { rounds } from '../../support/rounds.ts';

describe('a bounded queue', () => {
  test('runs so many at once, starts the waiting ones in order, and refuses the rest', async () => {
    const queue = createBoundedQueue({ atOnce: 2, waiting: 2 });
    const started: string[] = [];
    const gates = new Map<string, PromiseWithResolvers<string>>();
    function submit(name: string): Promise<string> {
      return queue.run(() => {
        const gate = Promise.withResolvers<string>();
        gates.set(name, gate);
        started.push(name);
        return gate.promise;
      });
    }
    const results = ['a', 'b', 'c', 'd'].map(submit);
    const refused = submit('e');

    await expect(refused).rejects.toMatchObject({
      kind: 'unavailable',
      message: BUSY_MESSAGE,
    });
    expect(started).toEqual(['a', 'b']);

    gates.get('b')?.resolve('b done');
    expect(await results[1]).toBe('b done');
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c']);

    gates.get('a')?.resolve('a done');
    await results[0];
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c', 'd']);

    gates.get('c')?.resolve('c done');
    gates.get('d')?.resolve('d done');
    expect(await Promise.all(results)).toEqual(['a done', 'b done', 'c done', 'd done']);
    expect(started).not.toContain('e');
  });

  test('refuses clients whose turn comes too late, and goes on with the service’s own', async () => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 3, longestWaitMs: 0 });
    const client = { address: '192.0.2.1', site: '192.0.2.0' };
    const gate = Promise.withResolvers<void>();
    const first = queue.run(() => gate.promise);
    let isRun = false;
    const late = queue.run(async () => {
      isRun = true;
    }, client);
    const own = queue.run(async () => 'done');
    gate.resolve();
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
    expect(isRun).toBe(false);
    expect(await own).toBe('done');
    await first;
    expect(await queue.run(async () => 'next', client)).toBe('next');
  });

  const failures: [string, () => Promise<never>][] = [
    ['a task that rejects', () => Promise.reject(new Error('broken'))],
    [
      'a task that throws before its promise',
      () => {
        throw new Error('broken');
      },
    ],
  ];
  test.each(failures)('%s rejects its caller and gives its place back', async (_, task) => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 0 });
    await expect(queue.run(task)).rejects.toThrow('broken');
    expect(await queue.run(async () => 'next')).toBe('next');
  });

  test('a freed place goes to the waiting task, not to a new one', async () => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 1 });
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = queue.run(() => gate.promise);
    const second = queue.run(async () => order.push('second'));
    gate.resolve();
    await first;
    const third = queue.run(async () => order.push('third'));
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
  });

  test('never runs more than its bounds, and answers each task, whatever they do', async () => {
    const bounds = fc.record({
      atOnce: fc.integer({ min: 1, max: 4 }),
      waiting: fc.integer({ min: 0, max: 4 }),
    });
    const tasks = fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(bounds, tasks, async ({ atOnce, waiting }, plans) => {
        const queue = createBoundedQueue({ atOnce, waiting });
        let running = 0;
        let mostRunning = 0;
        const outcomes = await Promise.allSettled(
          plans.map((plan) =>
            queue.run(async () => {
              running += 1;
              mostRunning = Math.max(mostRunning, running);
              for (let turn = 0; turn < plan.turns; turn += 1) await Promise.resolve();
              running -= 1;
              if (plan.fails) throw new Error('planned');
            }),
          ),
        );
        const refused = outcomes.filter(
          (outcome) => outcome.status === 'rejected' && outcome.reason instanceof Failure,
        );
        expect(refused.length).toBe(Math.max(0, plans.length - atOnce - waiting));
        expect(mostRunning).toBeLessThanOrEqual(atOnce);
        expect(await queue.run(async () => 'free again')).toBe('free again');
      }),
      rounds(100),
    );
  });
});

describe('clients of a bounded queue', () => {
  const ATTACKERS = ['203.0.113.1', '203.0.113.2', '198.51.100.3', '192.0.2.4'];
  const seen = (seenAt: number, by: KnownAs['by'] = 'network'): KnownAs => ({ by, seenAt });
  const siteOf = (address: string) => address.replace(/\.\d+$/, '');

  function openGated(bounds: QueueBounds) {
    const queue = createBoundedQueue(bounds);
    const started: string[] = [];
    const gates: (() => void)[] = [];
    const refused: string[] = [];
    return {
      started,
      refused,
      submit(address: string, known?: KnownAs) {
        const caller = { address, site: siteOf(address), known };
        const task = () => {
          started.push(address);
          return new Promise<void>((resolve) => gates.push(resolve));
        };
        queue.run(task, caller).catch((error) => {
          if (!(error instanceof Failure)) throw error;
          refused.push(address);
        });
      },
      /** Ends so many tasks, one after the other. */
      async end(count: number) {
        for (let ended = 0; ended < count; ended += 1) {
          gates.shift()?.();
          for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        }
      },
    };
  }

  test('have three places for each address, whatever they ask for', async () => {
    const { submit, refused, end, started } = openGated({ atOnce: 1, waiting: 32 });
    for (let count = 0; count < 10; count += 1) submit('203.0.113.1');
    await end(0);
    expect(refused).toHaveLength(7);
    await end(2);
    // Those that ended leave their places to others.
    submit('203.0.113.1');
    submit('203.0.113.1');
    submit('203.0.113.1');
    await end(0);
    expect(refused).toHaveLength(8);
    await end(9);
    expect(started).toHaveLength(5);
  });

  test('take turns by address: the last one waits for one task of each other', async () => {
    const { submit, started, end } = openGated({ atOnce: 1, waiting: 32 });
    for (const address of ATTACKERS) for (let count = 0; count < 3; count += 1) submit(address);
    submit('192.0.2.99');
    await end(6);
    expect(started.indexOf('192.0.2.99')).toBeGreaterThan(0);
    expect(started.indexOf('192.0.2.99')).toBeLessThanOrEqual(6);
    await end(13);
    expect(started).toHaveLength(13);
  });

  test('take turns by site first, so that many addresses of one are no more turns', async () => {
    const { submit, started, end } = openGated({ atOnce: 1, waiting: 32 });
    for (let host = 1; host <= 12; host += 1) submit(`203.0.113.${host}`);
    submit('192.0.2.99');
    await end(2);
    expect(started.slice(0, 3)).toContain('192.0.2.99');
    await end(13);
    expect(started).toHaveLength(13);
  });

  test('of one site hold half of all places at most', async () => {
    const { submit, refused, end } = openGated({ atOnce: 2, waiting: 30 });
    for (let host = 1; host <= 40; host += 1) submit(`203.0.113.${host}`, seen(5));
    await end(0);
    expect(refused).toHaveLength(24);
  });

  test('have one place for each address while more than half are taken', async () => {
    const { submit, refused, end } = openGated({ atOnce: 1, waiting: 19 });
    for (let site = 1; site <= 11; site += 1) submit(`203.0.${site}.1`);
    submit('203.0.1.1');
    submit('203.0.50.1');
    await end(0);
    expect(refused).toEqual(['203.0.1.1']);
  });

  const comers: [string, KnownAs | undefined, KnownAs | undefined, boolean][] = [
    ['by their network', undefined, seen(5), true],
    ['by their device, before those known by their network', seen(5), seen(9, 'device'), true],
    ['for longer', seen(5), seen(4), true],
    ['as well', seen(5), seen(5), false],
    ['for a shorter time', seen(5), seen(6), false],
    ['not at all', undefined, undefined, false],
  ];
  test.each(comers)('that are known %s', async (_, before, known, isBetter) => {
    const { submit, refused, started, end } = openGated({ atOnce: 1, waiting: 4 });
    for (let site = 1; site <= 5; site += 1) submit(`203.0.${site}.1`, before);
    submit('192.0.2.1', known);
    await end(1);
    // The one that came last makes place, never the one that waits longest.
    expect(refused).toEqual([isBetter ? '203.0.5.1' : '192.0.2.1']);
    await end(1);
    expect(started.includes('192.0.2.1')).toBe(isBetter);
    await end(5);
    expect(started).toHaveLength(5);
  });

  test('that have waited for long go before those that are known better', async () => {
    let now = 0;
    const bounds = { atOnce: 1, waiting: 9, longestWaitMs: 8_000, now: () => now };
    const { submit, started, end } = openGated(bounds);
    // One site that had turns already, so that all others would go first.
    submit('203.0.113.1');
    submit('203.0.113.1');
    for (let site = 1; site <= 4; site += 1) submit(`198.51.${site}.1`, seen(site));
    now = 6_000;
    await end(2);
    expect(started.slice(1)).toContain('203.0.113.1');
  });

  /**
   * Forty workers log in to accounts of their own again and again, and are known since their first turn;
   * an honest client comes every ninth turn. For how many turns it waited, 0 where it was refused.
   */
  async function flood(networks: number, honest: KnownAs | undefined): Promise<number[]> {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 32, now: () => 0 });
    const gates: (() => void)[] = [];
    const seenAt = new Map<number, number>();
    let turn = 0;
    const task = () => new Promise<void>((resolve) => gates.push(resolve));
    const settle = async () => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
    };
    let isOver = false;
    const idle = new Set<number>();
    const attack = (worker: number) => {
      const site = `198.51.${worker % networks}`;
      const at = seenAt.get(worker);
      const known = at === undefined ? undefined : seen(at);
      const done = () => {
        seenAt.set(worker, seenAt.get(worker) ?? turn);
        if (!isOver) attack(worker);
      };
      queue.run(task, { address: `${site}.1`, site, known }).then(done, () => idle.add(worker));
    };
    for (let worker = 0; worker < 40; worker += 1) attack(worker);
    const waits: number[] = [];
    const tries: Promise<unknown>[] = [];
    for (turn = 1; turn <= 9 * 40; turn += 1) {
      await settle();
      if (turn > 9 * 20 && turn % 9 === 0) {
        const [place, came] = [waits.push(0) - 1, turn];
        const started = () => {
          waits[place] = turn - came + 1;
          return task();
        };
        const client = { address: '192.0.2.1', site: '192.0.2', known: honest };
        tries.push(queue.run(started, client).catch(() => {}));
        await settle();
      }
      gates.shift()?.();
      await settle();
      for (const worker of idle) if (idle.delete(worker)) attack(worker);
    }
    isOver = true;
    while (gates.length > 0) {
      gates.shift()?.();
      await settle();
    }
    await Promise.all(tries);
    return waits;
  }

  const floods: [string, number, KnownAs | undefined, number][] = [
    ['known by its device, from 40 networks', 40, seen(99, 'device'), 3],
    ['known by its network, from 40 networks', 40, seen(-1), 3],
    ['that is not known, from 4 networks', 4, undefined, 9],
  ];
  test.each(floods)('a flood lets a client %s wait for a few turns only', async (...row) => {
    const [, networks, honest, most] = row;
    const waits = await flood(networks, honest);
    expect(waits).toHaveLength(20);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits), `${waits}`).toBeLessThanOrEqual(most);
  });

  test('each get an answer, and no place stays taken', async () => {
    const callers = fc.array(
      fc.record({ site: fc.nat(3), host: fc.nat(3), isKnown: fc.boolean() }),
      {
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(callers, async (some) => {
        const { submit, refused, started, end } = openGated({ atOnce: 2, waiting: 6 });
        for (const { site, host, isKnown } of some)
          submit(`203.0.${site}.${host}`, isKnown ? seen(site) : undefined);
        await end(some.length + 1);
        expect(started.length + refused.length).toBe(some.length);
        // Empty again: a stranger has all three places.
        for (let count = 0; count < 3; count += 1) submit('192.0.2.1');
        await end(4);
        expect(started.slice(-3)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1']);
      }),
    );
  });
});
