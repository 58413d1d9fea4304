// The code of a claim: found in a heartbeat, and cut out of what the public sees.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createClaimCode, takeClaimCodes } from '../../../src/modules/claims/claim-code.ts';
import { rawBeat } from '../../support/test-servers.ts';

const CODE = 'muster-1a2b3c4d';
const take = (name: string, software = '') =>
  takeClaimCodes(rawBeat({ name, software }), () => 'Other name');

test('a new code is of the shape that is looked for, and differs from the last', () => {
  const codes = Array.from({ length: 50 }, createClaimCode);
  for (const code of codes) expect(take(code)?.codes).toEqual([code]);
  expect(new Set(codes).size).toBe(50);
});

describe('in the name', () => {
  const cases: [name: string, shown: string, why: string][] = [
    [`My server ${CODE}`, 'My server', 'at the end'],
    [`${CODE} My server`, 'My server', 'in front'],
    [`My ${CODE} server`, 'My server', 'in the middle'],
    [`My server [${CODE}]`, 'My server', 'in brackets'],
    [`My server (${CODE}) &a24/7`, 'My server &a24/7', 'in round ones, before more'],
    [`My${CODE}server`, `My${CODE}server`, 'not when the word goes on'],
    [`&a${CODE}&fAlpha`, '&a &fAlpha', 'between colour codes'],
    [CODE, 'Other name', 'alone'],
    [`[${CODE}]`, 'Other name', 'alone in brackets'],
    [`${CODE} ${CODE}`, 'Other name', 'twice'],
    [`My ${CODE} server ${CODE}`, 'My server', 'twice with words between'],
    [`My server ${CODE}${CODE}`, 'My server', 'twice in one word'],
    [`[${CODE}${CODE}${CODE}]`, 'Other name', 'three times in brackets'],
    [`[${CODE}][${CODE}] My server`, 'My server', 'twice in brackets'],
    [`${CODE}/${CODE}-${CODE} A`, '/ - A', 'with signs between'],
    [`My server ${CODE.toUpperCase()}`, 'My server', 'in capitals'],
    ['My server Muster-1A2b3c4D', 'My server', 'in both'],
    [`${CODE.toUpperCase()}${CODE} My server`, 'My server', 'twice, in capitals and not'],
    [`My &C${CODE.toUpperCase()}`, 'My &C', 'after a colour code in capitals'],
    [`&C${CODE} &f`, 'Other name', 'with colour codes alone beside it'],
    [`\u200b${CODE}`, 'Other name', 'with an invisible character alone beside it'],
    [`My${CODE}${CODE}server`, `My${CODE}${CODE}server`, 'not when the word goes on after two'],
  ];
  test.each(cases)('%p is shown as %p: %s', (name, shown) => {
    expect(take(name)?.raw.name ?? name).toBe(shown);
  });

  test.each(['muster-', 'muster-1a2b3c4', 'MUSTER-1A2B3C4', 'muster-1a2b3c4dd', 'Muster server'])(
    '%p holds none',
    (name) => expect(take(name)).toBeUndefined(),
  );
});

test('in the software it is found and cut too, and the name stays', () => {
  const taken = take('Alpha', `MCGalaxy ${CODE}`);
  expect(taken).toMatchObject({ codes: [CODE], raw: { name: 'Alpha', software: 'MCGalaxy' } });
});

test.each([
  CODE.toUpperCase(),
  `${CODE}${CODE}`,
  `${CODE.toUpperCase()} ${CODE}`,
  'Muster-1a2B3c4d',
])('%p is recognised as it was given out', (text) => {
  const codes = [...(take(`A ${text}`)?.codes ?? []), ...(take('A', text)?.codes ?? [])];
  expect(new Set(codes)).toEqual(new Set([CODE]));
});

test('a field that is missing stays missing', () => {
  const { software: _software, ...named } = rawBeat({ name: `A ${CODE}` });
  const bare = takeClaimCodes(named, () => '')?.raw;
  expect(bare).toMatchObject({ name: 'A' });
  expect(bare !== undefined && 'software' in bare).toBe(false);
  const { name: _name, ...nameless } = rawBeat({ software: CODE });
  const rest = takeClaimCodes(nameless, () => 'Other name')?.raw;
  expect(rest).toMatchObject({ software: '' });
  expect(rest !== undefined && 'name' in rest).toBe(false);
});

test('a heartbeat full of codes is searched quickly', () => {
  const texts = [`${CODE.repeat(4_300)}z`, `[${CODE.repeat(4_300)}`, `${'muster-'.repeat(9_000)}`];
  for (const text of texts) {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 5; time += 1) {
      const from = performance.now();
      take(text);
      bestMs = Math.min(bestMs, performance.now() - from);
    }
    expect(bestMs).toBeLessThan(10);
  }
});

test('whatever stands around it, no code is left', () => {
  const around = fc.string({ unit: fc.constantFrom(...'ab -[]()&1muster'), maxLength: 20 });
  fc.assert(
    fc.property(around, around, (before, after) => {
      const taken = take(`${before}${CODE}${after}`, `${after}${CODE} ${before}`);
      const shown = `${taken?.raw.name} / ${taken?.raw.software}`;
      if (taken?.codes.length === 2) expect(shown.toLowerCase()).not.toContain(CODE);
    }),
  );
});
