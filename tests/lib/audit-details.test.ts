// The details of entries in the audit log: what is written can be read again, and what is not known is left alone.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type DetailFacts, readDetail, writeDetail } from '../../src/lib/audit-details.ts';

const END = Date.UTC(2031, 1, 3, 14, 30);
const read = (action: string, detail: string, subject = '') =>
  readDetail({ action, subject, detail });

const CASES: [action: string, text: string, facts: DetailFacts, subject?: string][] = [
  ['ban added', 'range, for ever', { form: 'ban', target: 'range', until: null }],
  ['ban added', 'name, until 2031-02-03 14:30 UTC', { form: 'ban', target: 'name', until: END }],
  ['ban removed', 'server', { form: 'target', target: 'server' }],
  ['account suspended', 'for ever', { form: 'suspension', until: null }],
  ['account suspended', 'until 2031-02-03 14:30 UTC', { form: 'suspension', until: END }],
  [
    'notice set',
    'outage, until 2031-02-03 14:30 UTC: no end: in sight',
    { form: 'notice', level: 'outage', until: END, text: 'no end: in sight' },
  ],
  ['notice set', 'info, no end: Hi', { form: 'notice', level: 'info', until: null, text: 'Hi' }],
  ['report closed', 'report 7, fake', { form: 'report', id: 7, about: 'fake' }],
  ['report closed', 'reports 1, 3', { form: 'reports', ids: [1, 3], more: 0 }],
  ['report closed', 'reports 1, 3 and 950 more', { form: 'reports', ids: [1, 3], more: 950 }],
  [
    'account created',
    'moderator, verified',
    { form: 'account', role: 'moderator', isVerified: true },
  ],
  ['account created', 'player, unverified', { form: 'account', role: 'player', isVerified: false }],
  ['account renamed', 'to Bob_2', { form: 'rename', name: 'Bob_2' }],
  [
    'account details changed',
    'flags "dm", forum title "The "best"", premium yes',
    { form: 'account details', flags: 'dm', forumTitle: 'The "best"', isPremium: true },
  ],
  ['account details changed', 'premium no', { form: 'account details', isPremium: false }],
  ['account details changed', 'flags ""', { form: 'account details', flags: '' }],
  ['role changed', 'from player to moderator', { form: 'role', from: 'player', to: 'moderator' }],
  ['email deleted', 'reset password', { form: 'email', email: 'reset password' }],
  ['country set', 'NZ', { form: 'text', text: 'NZ' }],
  ['site changed', 'Blocks & more', { form: 'text', text: 'Blocks & more' }, 'site name'],
  ['site changed', 'none', { form: 'none' }, 'site logo'],
  ['site changed', 'version 2bad78d18a', { form: 'version', version: '2bad78d18a' }, 'site rules'],
];

describe('a detail', () => {
  test.each(CASES)('of "%s", %p, is written and read', (action, text, facts, ...[subject]) => {
    expect(writeDetail(facts)).toBe(text);
    expect(read(action, text, subject)).toEqual(facts);
  });

  test('of changed account details is read whatever the title holds', () => {
    const parts = fc.record(
      {
        flags: fc.constantFrom('', 'd', 'dmepr'),
        forumTitle: fc.oneof(
          fc.string({ maxLength: 64 }),
          fc.constantFrom('", premium yes', '", role from player to moderator', '", "', '"'),
        ),
        isPremium: fc.boolean(),
      },
      { requiredKeys: ['forumTitle'] },
    );
    fc.assert(
      fc.property(parts, (changed) => {
        const facts = { form: 'account details', ...changed } as const;
        expect(read('account details changed', writeDetail(facts))).toEqual(facts);
      }),
    );
  });

  test('of a notice is read whatever the notice says', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.constant(END)), (text, until) => {
        const facts = { form: 'notice', level: 'info', until, text } as const;
        expect(read('notice set', writeDetail(facts))).toEqual(facts);
      }),
    );
  });

  test.each([
    ['ban added', 'name until tomorrow'],
    ['account suspended', 'until 2031-02-03'],
    ['notice set', 'Hello'],
    ['report closed', 'report seven, fake'],
    ['account created', 'player'],
    ['account renamed', 'Bob'],
    ['account details changed', 'colour "red"'],
    ['role changed', 'to moderator'],
    ['server featured', 'by hand'],
    ['an action of another version', 'anything'],
    ['account verified', ''],
  ])('of "%s" that says %p has no facts', (action, text) => {
    expect(read(action, text)).toBeUndefined();
  });

  test('of anything else is read or left alone, and never fails', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CASES.map(([action]) => action)),
        fc.string(),
        (action, text) => {
          read(action, text);
        },
      ),
    );
  });
});
