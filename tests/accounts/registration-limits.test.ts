// What keeps programs from registering: challenges, proofs, waits, budgets.

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createSignedTokens } from '../../src/accounts/login/login-token.ts';
import {
  createRegistrationLimits,
  FORM_LIFETIME_MS,
  isProof,
} from '../../src/accounts/registration/registration-limits.ts';
import { createMemoryStates } from '../../src/accounts/shared-states.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { Failure } from '../../src/lib/failure.ts';
import { failureIn, failureOf, outcomeOf } from '../support/failures.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { findProof } from '../support/proof.ts';
import { ADDRESS, HOUR_MS } from './fixture.ts';

const SESSION = 'a.one';

function openLimits(
  options: Partial<Parameters<typeof createRegistrationLimits>[1]> & { onScarce?: () => void } = {},
) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const whole = {
    isProofOfWorkRequired: true,
    registrationsPerAddress: 100,
    registrationsPerHour: 1_000,
    ...options,
  };
  const states = createMemoryStates(clock);
  return { clock, limits: createRegistrationLimits({ clock, states }, whole, options.onScarce) };
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
    ['the last part left out', proof.split('.').slice(0, -1).join('.')],
    ['the last part empty', `${proof.split('.').slice(0, -1).join('.')}.`],
    ['the first part alone', proof.split('.')[0] ?? ''],
    ['the last part one too many', proof.replace(/\d+$/, (number) => `${Number(number) + 1}`)],
    ['the first part one too many', proof.replace(/^\d+/, (number) => `${Number(number) + 1}`)],
    [
      'one part with a bit too few',
      [findNumber(challenge, 0, 12), ...proof.split('.').slice(1)].join('.'),
    ],
    ['one part too many', `${proof}.0`],
    ['parts in other order', proof.split('.').reverse().join('.')],
    ['zeros', Array(16).fill('0').join('.')],
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

describe('a challenge', () => {
  function openChallenges(clock: Clock, bounds: { spentAtMost?: number } = {}) {
    const states = createMemoryStates(clock);
    const options = { purpose: 'forms', lifetimeMs: FORM_LIFETIME_MS, ...bounds };
    return { states, challenges: createSignedTokens({ clock, states }, options) };
  }

  test('is good for its session, for two hours, once', async () => {
    const clock = createFakeClock(0);
    const { states, challenges } = openChallenges(clock);
    const one = challenges.issue(SESSION);
    clock.advance(2 * HOUR_MS);
    expect(challenges.findAge(SESSION, one)).toBe(2 * HOUR_MS);
    expect(challenges.findAge('a.two', one)).toBeUndefined();
    expect(await challenges.spend('a.two', one)).toBe(false);
    expect(await challenges.spend(SESSION, one)).toBe(true);
    expect(await challenges.spend(SESSION, one)).toBe(false);
    expect(challenges.findAge(SESSION, one)).toBeUndefined();
    const late = challenges.issue(SESSION);
    clock.advance(2 * HOUR_MS + 1);
    expect(challenges.findAge(SESSION, late)).toBeUndefined();
    await states.sweep();
    expect(await challenges.spend(SESSION, one)).toBe(false);
  });

  test('that anybody makes up, or alters, is none', () => {
    const { challenges } = openChallenges(createFakeClock(0));
    const one = challenges.issue(SESSION);
    fc.assert(
      fc.property(fc.nat(55), fc.constantFrom(...'ABCxyz019-_'), (at, sign) => {
        const altered = one.slice(0, at) + sign + one.slice(at + 1);
        if (altered !== one) expect(challenges.findAge(SESSION, altered)).toBeUndefined();
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => challenges.findAge(SESSION, text) === undefined));
    expect(openChallenges(createFakeClock(0)).challenges.findAge(SESSION, one)).toBeUndefined();
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
    clock.advance(HOUR_MS);
    expect(limits.openForm(SESSION, challenge).challenge).toBe(challenge);
    expect(limits.openForm('a.two', challenge).challenge).not.toBe(challenge);
    clock.advance(2 * HOUR_MS);
    expect(limits.openForm(SESSION, challenge).challenge).not.toBe(challenge);
  });
});

describe('the budget', () => {
  async function admitFrom(opened: ReturnType<typeof openLimits>, address: string) {
    const { challenge } = opened.limits.openForm(SESSION);
    opened.clock.advance(3_000);
    const form = { challenge, proof: '', trap: '' };
    const outcome = await outcomeOf(opened.limits.admit(SESSION, form, address));
    return outcome instanceof Failure ? outcome : undefined;
  }

  test('of a network says when to come back, and holds nobody else up', async () => {
    const opened = openLimits({ isProofOfWorkRequired: false, registrationsPerAddress: 2 });
    expect(await admitFrom(opened, '2001:db8::1')).toBeUndefined();
    expect(await admitFrom(opened, '2001:db8::2')).toBeUndefined();
    const failure = await admitFrom(opened, '2001:db8::3');
    expect(failure?.message).toMatch(/from your network.*\. Try again in 30 minutes\.$/);
    expect(failure?.retryAfterSeconds).toBeGreaterThan(29 * 60);
    expect(await admitFrom(opened, '2001:db8:0:1::1')).toBeUndefined();
    opened.clock.advance(30 * 60_000);
    expect(await admitFrom(opened, '2001:db8::3')).toBeUndefined();
  });

  const SITES: [string, (host: number) => string][] = [
    ['/48', (host) => `2001:db8:7:${host}::1`],
    ['/24', (host) => `203.0.113.${host}`],
  ];
  test.each(SITES)('of a %s is an eighth of what there is for all', async (_size, addressOf) => {
    const opened = openLimits({
      isProofOfWorkRequired: false,
      registrationsPerAddress: 2,
      registrationsPerHour: 80,
    });
    for (let host = 0; host < 10; host += 1) {
      expect(await admitFrom(opened, addressOf(host))).toBeUndefined();
    }
    const failure = await admitFrom(opened, addressOf(99));
    expect(failure?.message).toMatch(/from your network.*\. Try again in 6 minutes\.$/);
    expect(await admitFrom(opened, '2001:db8:8::1')).toBeUndefined();
    expect(await admitFrom(opened, '203.0.112.1')).toBeUndefined();
  });

  const PROVIDERS: [string, (site: number) => string][] = [
    ['/32', (site) => `2001:db8:${site}::1`],
    ['/16', (site) => `203.0.${site}.7`],
  ];
  test.each(PROVIDERS)(
    'of a %s is a quarter of what there is for all',
    async (_size, addressOf) => {
      const opened = openLimits({
        isProofOfWorkRequired: false,
        registrationsPerAddress: 2,
        registrationsPerHour: 80,
      });
      for (let site = 0; site < 20; site += 1) {
        expect(await admitFrom(opened, addressOf(site))).toBeUndefined();
      }
      expect((await admitFrom(opened, addressOf(99)))?.retryAfterSeconds).toBeGreaterThan(0);
      expect(await admitFrom(opened, '2001:db9::1')).toBeUndefined();
      expect(await admitFrom(opened, '203.1.0.7')).toBeUndefined();
    },
  );

  test('of an address is never less for the network around it', async () => {
    const opened = openLimits({
      isProofOfWorkRequired: false,
      registrationsPerAddress: 4,
      registrationsPerHour: 16,
    });
    for (let host = 0; host < 4; host += 1) {
      expect(await admitFrom(opened, `2001:db8::${host}`)).toBeUndefined();
    }
    expect((await admitFrom(opened, '2001:db8:0:1::1'))?.retryAfterSeconds).toBeGreaterThan(0);
    expect(await admitFrom(opened, '2001:db9:1::1')).toBeUndefined();
  });

  test('keeps half for networks that registered nobody for a day, and the operator is notified', async () => {
    const described: string[] = [];
    const opened = openLimits({
      ...{ isProofOfWorkRequired: false, registrationsPerAddress: 5, registrationsPerHour: 100 },
      onScarce: () => described.push('scarce'),
    });
    // Twenty addresses all over the world, as much as they can.
    let admitted = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      for (let host = 1; host <= 20; host += 1) {
        if ((await admitFrom(opened, `198.${host}.7.7`)) === undefined) admitted += 1;
      }
    }
    expect(admitted).toBeGreaterThanOrEqual(50);
    expect(admitted).toBeLessThan(80);
    expect(described).toEqual(['scarce']);
    for (let host = 1; host <= 20; host += 1) {
      expect(await admitFrom(opened, `100.${host}.7.7`)).toBeUndefined();
    }
    expect(described).toEqual(['scarce']);
    opened.clock.advance(24 * HOUR_MS);
    expect(await admitFrom(opened, '198.1.7.7')).toBeUndefined();
    expect(described).toEqual(['scarce']);
  });

  test('in all stops everybody', async () => {
    const opened = openLimits({ isProofOfWorkRequired: false, registrationsPerHour: 2 });
    expect(await admitFrom(opened, '203.0.113.1')).toBeUndefined();
    expect(await admitFrom(opened, '198.51.100.2')).toBeUndefined();
    expect((await admitFrom(opened, '192.0.2.3'))?.message).toMatch(/Try again in 60 minutes/);
  });

  test('is not spent by a form that is refused for anything else', async () => {
    const opened = openLimits({ isProofOfWorkRequired: false, registrationsPerAddress: 1 });
    const { challenge } = opened.limits.openForm(SESSION);
    for (let count = 0; count < 5; count += 1) {
      const form = { challenge, proof: '', trap: 'x' };
      expect(await failureOf(opened.limits.admit(SESSION, form, ADDRESS))).toBeDefined();
    }
    expect(await admitFrom(opened, ADDRESS)).toBeUndefined();
  });
});
