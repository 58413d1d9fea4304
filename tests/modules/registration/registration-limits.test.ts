// What keeps programs from registering: challenges, proofs, waits, budgets.

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { isProof } from '../../../src/modules/account/proof-of-work.ts';
import type { RegistrationRules } from '../../../src/modules/account/settings.ts';
import { createRegistrationLimits } from '../../../src/modules/registration/registration-limits.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import { failureIn, failureOf, outcomeOf } from '../../support/failures.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { findProof } from '../../support/proof.ts';
import { createReporter } from '../../support/reporter.ts';
import { ADDRESS, HOUR_MS, OPEN_RULES } from '../../support/test-accounts.ts';

const SESSION = 'a.one';

function openLimits(rules: Partial<RegistrationRules> = {}, onScarce = () => {}) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const bounds = { registrationsPerAddress: 100, registrationsPerHour: 1_000 };
  const whole = { ...OPEN_RULES, isProofOfWorkRequired: true, ...bounds, ...rules };
  const states = createMemoryStates(clock);
  const report = createReporter({ budget_scarce: onScarce });
  return { clock, limits: createRegistrationLimits({ clock, states, rules: whole, report }) };
}

/** A number whose hash begins with exactly so many zero bits. */
function findNumber(challenge: string, index: number, bits: number): number {
  for (let number = 0; ; number += 1) {
    const digest = createHash('sha256').update(`${challenge}.${index}.${number}`).digest();
    if (Math.clz32(digest.readUInt32BE(0)) === bits) return number;
  }
}

describe('a proof of work', () => {
  const challenge = 'a-challenge';
  const proof = findProof(challenge);

  test('that was worked for is one', () => {
    expect(isProof(challenge, proof)).toBe(true);
  });

  test.each([
    ['none', ''],
    ['one part too few', proof.split('.').slice(1).join('.')],
    ['the last part empty', `${proof.split('.').slice(0, -1).join('.')}.`],
    ['the last part one too many', proof.replace(/\d+$/, (number) => `${Number(number) + 1}`)],
    [
      'one part with a bit too few',
      [findNumber(challenge, 0, 12), ...proof.split('.').slice(1)].join('.'),
    ],
    ['one part too many', `${proof}.0`],
    ['parts in other order', proof.split('.').reverse().join('.')],
    ['a second spelling', proof.replace(/^/, '0')],
    ['a sign', proof.replace(/^/, '+')],
    ['a hundred thousand digits', '1'.repeat(100_000)],
  ])('%s is none', (_title, text) => {
    expect(isProof(challenge, text)).toBe(false);
  });

  test('for another challenge is none', () => {
    expect(isProof('another', proof)).toBe(false);
  });

  test('of any text is judged without an error', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.') })),
        (text) => {
          expect(isProof(challenge, text)).toBe(false);
        },
      ),
    );
  });
});

describe('a form', () => {
  const fields = { proof: '', trap: '' };

  test('with its proof is admitted after three seconds, and once', async () => {
    const { clock, limits } = openLimits();
    const { challenge, proof: requested } = limits.openForm(SESSION);
    expect(requested).toEqual({ parts: 16, bits: 13 });
    const form = { challenge, proof: findProof(challenge), trap: '' };
    clock.advance(2_999);
    expect(failureIn(() => limits.check(SESSION, form))?.message).toMatch(
      /sent too quickly\. .* in 1 second\./,
    );
    clock.advance(1);
    await limits.admit(SESSION, form, ADDRESS);
    expect((await failureOf(limits.admit(SESSION, form, ADDRESS)))?.message).toMatch(
      /already sent/,
    );
  });

  test('without a proof waits half a minute, and the answer says how long', async () => {
    const { clock, limits } = openLimits();
    const { challenge, waitWithoutProofMs } = limits.openForm(SESSION);
    expect(waitWithoutProofMs).toBe(30_000);
    clock.advance(10_000);
    const failure = await failureOf(limits.admit(SESSION, { ...fields, challenge }, ADDRESS));
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 20 });
    expect(failure?.message).toMatch(
      /not done the calculation.*\. Send the form again in 20 seconds\.$/,
    );
    clock.advance(20_000);
    await limits.admit(SESSION, { ...fields, challenge }, ADDRESS);
  });

  test('needs none where the proof is switched off', async () => {
    const { clock, limits } = openLimits({ isProofOfWorkRequired: false });
    const { challenge, proof } = limits.openForm(SESSION);
    expect(proof).toBeUndefined();
    clock.advance(3_000);
    await limits.admit(SESSION, { ...fields, challenge }, ADDRESS);
  });

  test('with the trap filled in is refused', async () => {
    const { clock, limits } = openLimits({ isProofOfWorkRequired: false });
    const { challenge } = limits.openForm(SESSION);
    clock.advance(60_000);
    const form = { challenge, proof: '', trap: 'x' };
    expect((await failureOf(limits.admit(SESSION, form, ADDRESS)))?.message).toMatch(
      /hidden field was filled in/,
    );
  });

  test('that is shown again keeps its challenge while that is good', async () => {
    const { clock, limits } = openLimits();
    const { challenge } = limits.openForm(SESSION);
    clock.advance(2 * HOUR_MS);
    expect(limits.openForm(SESSION, challenge).challenge).toBe(challenge);
    expect(limits.openForm('a.two', challenge).challenge).not.toBe(challenge);
    clock.advance(1);
    expect(limits.openForm(SESSION, challenge).challenge).not.toBe(challenge);
  });
});

describe('the budget', () => {
  /** Opens limits without a proof; `admit` returns why a registration from an address is refused. */
  function openBudget(perAddress: number, perHour = 1_000, onScarce?: () => void) {
    const bounds = { registrationsPerAddress: perAddress, registrationsPerHour: perHour };
    const { clock, limits } = openLimits({ isProofOfWorkRequired: false, ...bounds }, onScarce);
    async function admit(address: string) {
      const { challenge } = limits.openForm(SESSION);
      clock.advance(3_000);
      const form = { challenge, proof: '', trap: '' };
      const outcome = await outcomeOf(limits.admit(SESSION, form, address));
      return outcome instanceof Failure ? outcome : undefined;
    }
    return { clock, limits, admit };
  }

  test('of a network says when to come back, and holds nobody else up', async () => {
    const { clock, admit } = openBudget(2);
    expect(await admit('2001:db8::1')).toBeUndefined();
    expect(await admit('2001:db8::2')).toBeUndefined();
    const failure = await admit('2001:db8::3');
    expect(failure?.message).toMatch(/from your network.*\. Try again in 30 minutes\.$/);
    expect(failure?.retryAfterSeconds).toBeGreaterThan(29 * 60);
    expect(await admit('2001:db8:0:1::1')).toBeUndefined();
    clock.advance(30 * 60_000);
    expect(await admit('2001:db8::3')).toBeUndefined();
  });

  const NETWORKS: [string, number, (place: number) => string, string[]][] = [
    ['/48 is an eighth', 10, (host) => `2001:db8:7:${host}::1`, ['2001:db8:8::1', '203.0.112.1']],
    ['/24 is an eighth', 10, (host) => `203.0.113.${host}`, ['2001:db8:8::1', '203.0.112.1']],
    ['/32 is a quarter', 20, (site) => `2001:db8:${site}::1`, ['2001:db9::1', '203.1.0.7']],
    ['/16 is a quarter', 20, (site) => `203.0.${site}.7`, ['2001:db9::1', '203.1.0.7']],
  ];
  test.each(NETWORKS)(
    'of a %s of what there is for all',
    async (_size, most, addressOf, others) => {
      const { admit } = openBudget(2, 80);
      for (let place = 0; place < most; place += 1) {
        expect(await admit(addressOf(place))).toBeUndefined();
      }
      expect((await admit(addressOf(99)))?.message).toMatch(/from your network.*\. Try again in /);
      for (const other of others) expect(await admit(other)).toBeUndefined();
    },
  );

  test('of an address is never less for the network around it', async () => {
    const { admit } = openBudget(4, 16);
    for (let host = 0; host < 4; host += 1) {
      expect(await admit(`2001:db8::${host}`)).toBeUndefined();
    }
    expect((await admit('2001:db8:0:1::1'))?.retryAfterSeconds).toBeGreaterThan(0);
    expect(await admit('2001:db9:1::1')).toBeUndefined();
  });

  test('keeps half for networks that registered nobody for a day, and the operator is notified', async () => {
    const described: string[] = [];
    const { clock, admit } = openBudget(5, 100, () => described.push('scarce'));
    // Twenty addresses all over the world, as much as they can.
    let admitted = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      for (let host = 1; host <= 20; host += 1) {
        if ((await admit(`198.${host}.7.7`)) === undefined) admitted += 1;
      }
    }
    expect(admitted).toBeGreaterThanOrEqual(50);
    expect(admitted).toBeLessThan(80);
    expect(described).toEqual(['scarce']);
    for (let host = 1; host <= 20; host += 1) {
      expect(await admit(`100.${host}.7.7`)).toBeUndefined();
    }
    clock.advance(24 * HOUR_MS);
    expect(await admit('198.1.7.7')).toBeUndefined();
    expect(described).toEqual(['scarce']);
  });

  test('in all stops everybody', async () => {
    const { admit } = openBudget(100, 2);
    expect(await admit('203.0.113.1')).toBeUndefined();
    expect(await admit('198.51.100.2')).toBeUndefined();
    expect((await admit('192.0.2.3'))?.message).toMatch(/Try again in 60 minutes/);
  });

  test('is not spent by a form that is refused for anything else', async () => {
    const { limits, admit } = openBudget(1);
    const { challenge } = limits.openForm(SESSION);
    const form = { challenge, proof: '', trap: 'x' };
    await failureOf(limits.admit(SESSION, form, ADDRESS));
    expect(await admit(ADDRESS)).toBeUndefined();
  });
});
