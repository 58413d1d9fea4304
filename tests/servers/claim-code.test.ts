// The code of a claim: found in a heartbeat, and cut out of what everybody sees.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createClaimCode, takeClaimCodes } from '../../src/servers/claim-code.ts';
import { goodBeat } from './room.ts';

const CODE = 'muster-1a2b3c4d';
const take = (name: string, software = '') =>
  takeClaimCodes(goodBeat({ name, software }), () => 'Other name');

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
  ];
  test.each(cases)('%p is shown as %p: %s', (name, shown) => {
    expect(take(name)?.beat.name ?? name).toBe(shown);
  });

  test.each(['muster-', 'muster-1a2b3c4', 'muster-1A2B3C4D', 'muster-1a2b3c4dd', 'Muster server'])(
    '%p holds none',
    (name) => expect(take(name)).toBeUndefined(),
  );
});

test('in the software it is found and cut too, and the name stays', () => {
  const taken = take('Alpha', `MCGalaxy ${CODE}`);
  expect(taken).toMatchObject({ codes: [CODE], beat: { name: 'Alpha', software: 'MCGalaxy' } });
});

test('a heartbeat without software is looked at as well', () => {
  const { software: _software, ...beat } = goodBeat({ name: `A ${CODE}` });
  expect(takeClaimCodes(beat, () => '')?.beat).toMatchObject({ name: 'A', software: '' });
});

test('whatever stands around it, no code is left', () => {
  const around = fc.string({ unit: fc.constantFrom(...'ab -[]()&1muster'), maxLength: 20 });
  fc.assert(
    fc.property(around, around, (before, after) => {
      const taken = take(`${before}${CODE}${after}`, `${after}${CODE} ${before}`);
      const shown = `${taken?.beat.name} / ${taken?.beat.software}`;
      if (taken?.codes.length === 2) expect(shown).not.toContain(CODE);
    }),
  );
});
