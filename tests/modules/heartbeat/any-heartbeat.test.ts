// Any heartbeat is either one that lists can show, or is refused with sentences.

import { describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import {
  explainHeartbeat,
  HeartbeatSchema,
  type RawHeartbeat,
  readHeartbeat,
} from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { serverListFormat } from '../../../src/modules/list/list-api.ts';
import { rounds } from '../../support/rounds.ts';
import { createTestRegistry, goodBeat, rawBeat } from '../../support/test-servers.ts';

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
  .map((all) => all.map((unit) => String.fromCharCode(unit)).join(''));
const nasty = fc.constantFrom(
  '',
  '\0',
  '\u2028',
  '\u202e\u2066',
  '\u200b',
  '\ud800',
  '"\\',
  '"errors":',
  '</script>',
  '__proto__',
  'x'.repeat(64),
  'x'.repeat(65_536),
  '😀'.repeat(256),
  '😀'.repeat(257),
);
const anyText = fc.oneof(nasty, units, fc.string({ unit: 'binary' }), fc.string());
const anyNumber = fc.oneof(anyText, fc.integer({ min: -2, max: 70_000 }).map(String));
const anyFlag = fc.oneof(anyText, fc.constantFrom('true', 'False', '1', '0', 'TRUE'));

const anyRaw: fc.Arbitrary<RawHeartbeat> = fc.record(
  {
    name: anyText,
    port: anyNumber,
    users: anyNumber,
    max: anyNumber,
    public: anyFlag,
    salt: anyText,
    software: anyText,
    web: anyFlag,
  },
  { requiredKeys: [] },
);

/** Mostly right, so that a good part is accepted. */
const nearlyGood = fc
  .record({ name: anyText, salt: anyText, software: anyText, users: anyNumber })
  .map((changes) => rawBeat(changes));

describe('any heartbeat', () => {
  test('satisfies the schema, or is refused with sentences in ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(anyRaw, nearlyGood), (raw) => {
        const beat = readHeartbeat(raw);
        const sentences = explainHeartbeat(raw);
        if (beat !== undefined) expect(Value.Check(HeartbeatSchema, beat)).toBe(true);
        expect(sentences.length > 0).toBe(beat === undefined);
        expect(new Set(sentences).size).toBe(sentences.length);
        for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][\x20-\x7e]{10,300}\.$/);
      }),
      rounds(400),
    );
  });

  test('that is accepted has its salt exactly as it was sent', () => {
    const salts = fc.oneof(
      units,
      fc.string({ unit: 'binary', minLength: 1, maxLength: 256, size: 'max' }),
    );
    let accepted = 0;
    fc.assert(
      fc.property(salts, (salt) => {
        const beat = readHeartbeat(rawBeat({ salt }));
        const length = [...salt].length;
        expect(beat === undefined).toBe(length < 1 || length > 256 || salt.includes('\0'));
        if (beat === undefined) return;
        accepted += 1;
        expect(beat.salt).toBe(salt);
      }),
    );
    expect(accepted).toBeGreaterThan(10);
  });

  test('that is refused never has its salt repeated', () => {
    const salts = fc.string({ minLength: 257, maxLength: 400 });
    fc.assert(
      fc.property(salts, (salt) => {
        const described = explainHeartbeat(rawBeat({ salt }));
        expect(described).toHaveLength(1);
        // What is said depends on its length alone.
        const ofSameLength = 'x'.repeat([...salt].length);
        expect(explainHeartbeat(rawBeat({ salt: ofSameLength }))).toEqual(described);
      }),
    );
  });
});

// C1.12, C1.13
describe('a list with any accepted heartbeat', () => {
  test('is JSON in pure ASCII with no escapes but three and no space between strings, and says what was sent', () => {
    const { registry } = createTestRegistry();
    let arrival = 0;
    let shown = 0;
    fc.assert(
      fc.property(nearlyGood, (raw) => {
        const parsed = readHeartbeat(raw);
        if (parsed === undefined) return;
        shown += 1;
        arrival += 1;
        const { listing } = registry.save(goodBeat(parsed), '203.0.113.7', arrival);
        const record = serverListFormat.describe(listing, 5);
        const list = serverListFormat.write([record, record]);
        expect(list).toMatch(/^(?:[\x20-\x5b\x5d-\x7e]|\\["\\]|\\u[0-9a-f]{4})*$/);
        expect(list.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
        const { name, software, users: players } = parsed;
        const sent = { name, software, players };
        expect(JSON.parse(list)).toMatchObject({ servers: [sent, sent] });
      }),
      rounds(1_000),
    );
    expect(shown).toBeGreaterThan(10);
  });
});
