// Only measured time shows that an answer does not tell whether an address has an account.

import { expect, test } from 'bun:test';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { PASSWORD } from '../support/test-service.ts';
import { challengeOf, NEW_PASSWORD, openLoggedIn, send } from './account-forms.ts';

const TRIES = 200;
const MAX_APART = 0.2;
/** Of what hashes no password a try is a fraction of a millisecond: more of them can be told apart better. */
const QUICK = { tries: 1_000, mostApart: 0.05 };
/** A machine that is busy with something else may spoil one measurement; what tells, tells each time. */
const PATIENCE = { retry: 2 };

/** Median milliseconds of each of two actions, done in turn. */
async function compare(
  action: (isUsed: boolean, round: number) => Promise<() => Promise<void>>,
  tries = TRIES,
) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < tries + 10; round += 1) {
    // Which comes first changes, since the second finds everything warm.
    for (const isUsed of round % 2 === 0 ? [true, false] : [false, true]) {
      const timed = await action(isUsed, round);
      const start = performance.now();
      await timed();
      const ms = performance.now() - start;
      if (round >= 10) times[isUsed ? 0 : 1].push(ms);
    }
  }
  return times.map((all) => all.toSorted((a, b) => a - b)[tries / 2] ?? 0) as [number, number];
}

function expectAlike([used, fresh]: [number, number], mostApart = MAX_APART): void {
  expect(Math.abs(used - fresh) / Math.min(used, fresh), `${used} ms, ${fresh} ms`).toBeLessThan(
    mostApart,
  );
}

async function openCrowded(): Promise<TestApp> {
  const app = await openTestApp({
    registrationsPerAddress: 1_000_000,
    registrationsPerHour: 1_000_000,
  });
  await app.register('Owner');
  return app;
}

/** Another network for each try, as attackers have them. */
const addressOf = (round: number, isUsed: boolean) =>
  `10.${isUsed ? 1 : 2}.${round >> 8}.${round & 255}`;

test(
  'registration',
  async () => {
    await using app = await openCrowded();
    const times = await compare(async (isUsed, round) => {
      const browser = app.browser(addressOf(round, isUsed));
      const page = await browser.request('/acc/register/');
      app.skip(5_000);
      const name = `${isUsed ? 'Yan' : 'Tan'}_${round + 100}`;
      const email = isUsed ? 'owner@example.net' : `newco${round + 100}@example.net`;
      const fields = { name, email, password: NEW_PASSWORD, challenge: challengeOf(page.text) };
      return async () => {
        expect((await send(browser, '/acc/register/', fields)).status).toBe(303);
      };
    });
    expectAlike(times);
  },
  PATIENCE,
);

test.each([
  ['by name', 'Owner', 'Nemoo'],
  ['by address', 'owner@example.net', 'nemoo@example.net'],
])(
  'a forgotten password, %s',
  async (_title, used, fresh) => {
    await using app = await openCrowded();
    const times = await compare(async (isUsed, round) => {
      const browser = app.browser(addressOf(round, isUsed));
      await browser.request('/acc/forgot/');
      app.skip(60_000);
      return async () => {
        const answer = await send(browser, '/acc/forgot/', { who: isUsed ? used : fresh });
        expect(answer.status).toBe(303);
      };
    }, QUICK.tries);
    expectAlike(times, QUICK.mostApart);
  },
  PATIENCE,
);

test(
  'a new address',
  async () => {
    await using app = await openCrowded();
    await app.register('Alice');
    await app.register('Betty');
    const [one, two] = [await openLoggedIn(app, 'Alice'), await openLoggedIn(app, 'Betty')];
    const times = await compare(async (isUsed, round) => {
      app.skip(20 * 60_000);
      const email = isUsed ? 'owner@example.net' : `newco@example.net`;
      return async () => {
        // Each account asks for both in turn.
        const browser = isUsed === (round % 2 === 0) ? one : two;
        const answer = await send(browser, '/acc/email/', { email, password: PASSWORD });
        expect(answer.status).toBe(303);
      };
    });
    expectAlike(times);
  },
  PATIENCE,
);
