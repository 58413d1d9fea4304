// The fields of a heartbeat, at both ends of every limit, and the sentences about wrong ones.

import { describe, expect, test } from 'bun:test';
import { describeAnswer } from '../../../src/modules/heartbeat/heartbeat-answers.de.ts';
import {
  explainBody,
  explainHeartbeat,
  type Heartbeat,
  type RawHeartbeat,
  readHeartbeat,
} from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { rawBeat } from '../../support/test-servers.ts';

function accepted(changes: RawHeartbeat): Heartbeat {
  const beat = readHeartbeat(rawBeat(changes));
  if (beat === undefined) throw new Error('It was refused.');
  return beat;
}

function complaints(changes: RawHeartbeat): string[] {
  expect(readHeartbeat(rawBeat(changes))).toBeUndefined();
  return explainHeartbeat(rawBeat(changes));
}

test('a good heartbeat comes out with every field', () => {
  expect(readHeartbeat(rawBeat({ web: 'true' }))).toEqual({
    name: 'A server',
    port: 25_565,
    users: 3,
    max: 20,
    public: true,
    salt: 'wo6kVAHjxoJcInKx',
    software: 'MCGalaxy 1.9.5.3',
    web: true,
  });
});

// C6.4
describe('a name', () => {
  test.each([
    ['of one character', 'x', 'x'],
    ['of 64 characters', 'x'.repeat(64), 'x'.repeat(64)],
    ['of 64 characters of two units each', '😀'.repeat(64), '😀'.repeat(64)],
    ['of 64 code points in 32 combined letters', 'e\u0301'.repeat(32), 'e\u0301'.repeat(32)],
    ['of 64 once control characters are gone', `\0${'x'.repeat(64)}\u009f`, 'x'.repeat(64)],
    ['with bidi controls is stripped of them', 'A\u202eB\u2066C\u2069', 'ABC'],
    ['with colour codes keeps them', '&cRed %aGreen', '&cRed %aGreen'],
    ['with a lone surrogate gets U+FFFD for it', 'A\ud800', 'A\ufffd'],
  ])('%s is accepted', (_what, name, kept) => {
    expect(accepted({ name }).name).toBe(kept);
  });

  test.each([
    ['of 65 characters', 'x'.repeat(65)],
    ['of 65 characters of two units each', '😀'.repeat(65)],
    ['of 65 code points with combining marks', `${'e\u0301'.repeat(32)}e`],
    ['that is empty', ''],
    ['of control characters', '\0\u0001\u009f'],
    ['of zero-width characters', '\u200b\u200c\u200d\ufeff'],
    ['of fillers that look like nothing', '\u3164\u115f\u2800'],
  ])('%s is refused', (_what, name) => {
    expect(complaints({ name })).toHaveLength(1);
  });
});

// C6.5
describe('a salt', () => {
  test.each([
    ['of one character', 'x'],
    ['of 256 characters', 'x'.repeat(256)],
    ['of 256 characters of two units each', '😀'.repeat(256)],
    ['of a space', ' '],
    ['with spaces at its ends', ' salt '],
    ['with control characters', 'a\u0001b\n\u2028'],
    ['that ends in a newline', 'salt\n'],
  ])('%s is kept exactly', (_what, salt) => {
    expect(accepted({ salt }).salt).toBe(salt);
  });

  test.each([
    ['that is empty', ''],
    ['with NUL, which PostgreSQL cannot store', 'a\0b'],
    ['of 257 characters', 'x'.repeat(257)],
    ['of 257 characters of two units each', '😀'.repeat(257)],
  ])('%s is refused', (_what, salt) => {
    expect(complaints({ salt })).toHaveLength(1);
  });
});

const numbers = { port: 1, users: 0, max: 1 } as const;

// C6.6
describe.each(Object.entries(numbers))('the number %s', (field, least) => {
  test.each([
    [String(least), least],
    ['65535', 65_535],
    ['00001', 1],
    ['25565', 25_565],
  ])('may be %s', (text, number) => {
    expect(accepted({ [field]: text })).toMatchObject({ [field]: number });
  });

  test.each([
    ['below its least', String(least - 1)],
    ['above its most', '65536'],
    ['of six digits', '100000'],
    ['of six digits with leading noughts', '000001'],
    ['with a plus', '+5'],
    ['in hexadecimal', '0x10'],
    ['with an exponent', '1e3'],
    ['with a fraction', '5.0'],
    ['with a space before it', ' 5'],
    ['in full-width digits', '５'],
    ['that is empty', ''],
    ['with NUL in it', '5\0'],
  ])('is refused %s', (_how, text) => {
    expect(complaints({ [field]: text })).toHaveLength(1);
  });
});

// C6.6
test('more users than the most is accepted, since administrators overflow', () => {
  expect(accepted({ users: '30', max: '20' })).toMatchObject({ users: 30, max: 20 });
});

const yes = ['true', 'True', 'TRUE', 'tRuE', '1'];
const no = ['false', 'False', 'FALSE', 'fAlSe', '0'];
const neither = ['', 'yes', 'on', 'y', 't', '01', '2', ' true', 'true ', 'ſalse', 'truе', 'null'];

// C6.7
describe('public', () => {
  test.each(yes)('%p is yes', (text) => {
    expect(accepted({ public: text }).public).toBe(true);
  });
  test.each(no)('%p is no', (text) => {
    expect(accepted({ public: text }).public).toBe(false);
  });
  test.each(neither)('%p is refused', (text) => {
    expect(complaints({ public: text })).toHaveLength(1);
  });
});

// C6.7
describe('web', () => {
  test.each(yes)('%p is yes', (text) => {
    expect(accepted({ web: text }).web).toBe(true);
  });
  test.each([...no, ...neither])('%p is no', (text) => {
    expect(accepted({ web: text }).web).toBe(false);
  });
  test('absent is no', () => {
    expect(accepted({}).web).toBe(false);
  });
});

// C6.8
describe('software', () => {
  const { software: _, ...without } = rawBeat();
  test('absent is empty', () => {
    expect(readHeartbeat(without)).toMatchObject({ software: '' });
  });

  test.each([
    ['empty stays empty', '', ''],
    ['of 64 characters stays', 'x'.repeat(64), 'x'.repeat(64)],
    ['of more is cut', 'x'.repeat(65), 'x'.repeat(64)],
    ['is cut by characters, not by units', '😀'.repeat(70), '😀'.repeat(64)],
    ['is trimmed again where the cut left a space', `${'x'.repeat(63)} y`, 'x'.repeat(63)],
    ['is stripped and trimmed', ' \u202eMC\0Galaxy\t ', 'MCGalaxy'],
    ['keeps colour codes', '&aMCGalaxy', '&aMCGalaxy'],
    ['of control characters is empty', '\0\u0001', ''],
  ])('%s', (_sentence, software, kept) => {
    expect(accepted({ software }).software).toBe(kept);
  });
});

const NAME = 'Send name with 1 to 64 visible characters.';
const PORT = 'Send port as a whole number from 1 to 65535, the port your server listens on.';
const SALT = 'Send salt as a random text of 1 to 256 characters.';
const REQUIRED = ['name', 'port', 'users', 'max', 'public', 'salt'] as const;

// C6.11, C6.12
describe('the sentence about', () => {
  test.each<[string, RawHeartbeat, string]>([
    [
      'a name without a visible character',
      { name: '\u200b' },
      `The name is missing: it has no visible characters. ${NAME}`,
    ],
    ['an empty name', { name: '' }, `The name is missing. ${NAME}`],
    [
      'a long name',
      { name: 'x'.repeat(65) },
      `The name "${'x'.repeat(40)}..." is too long: it has 65 characters. ${NAME}`,
    ],
    [
      'a long name is counted without its control characters',
      { name: `\0${'é'.repeat(70)} ` },
      `The name "${'?'.repeat(40)}..." is too long: it has 70 characters. ${NAME}`,
    ],
    ['a port of nought', { port: '0' }, `The port "0" is not valid. ${PORT}`],
    [
      'users with a sign',
      { users: '-1' },
      'The users "-1" is not valid. Send users as a whole number from 0 to 65535, the players on your server now.',
    ],
    [
      'an empty most',
      { max: '' },
      'The max is missing. Send max as a whole number from 1 to 65535, the most players your server takes.',
    ],
    [
      'public in another word',
      { public: 'yes' },
      'The public "yes" is not valid. Send public as true or false.',
    ],
    ['an empty salt', { salt: '' }, `Invalid salt: it is missing. ${SALT}`],
    ['a long salt', { salt: 'x'.repeat(300) }, `Invalid salt: it has 300 characters. ${SALT}`],
    [
      'a value is cut at 40 characters',
      { port: '1234567890'.repeat(5) },
      `The port "${'1234567890'.repeat(4)}..." is not valid. ${PORT}`,
    ],
    ['a value is made ASCII', { port: '２５\n' }, `The port "???" is not valid. ${PORT}`],
  ])('%s', (_what, changes, sentence) => {
    expect(complaints(changes)).toEqual([sentence]);
  });
});

// C6.23
test('nothing at all is one sentence for each field that is required, in order', () => {
  const described = explainHeartbeat({});
  expect(described).toHaveLength(REQUIRED.length);
  for (const [index, field] of REQUIRED.entries()) {
    expect(described[index]).toStartWith(
      field === 'salt' ? 'Invalid salt' : `The ${field} is missing.`,
    );
  }
});

test('every wrong field is reported once, in the order of the fields', () => {
  const described = explainHeartbeat({
    salt: '',
    web: 'perhaps',
    public: 'perhaps',
    max: '0',
    users: 'x',
    port: '70000',
    name: ' ',
  });
  const about = described.map((sentence) => /Invalid salt|The (\w+)/.exec(sentence)?.[0]);
  expect(about).toEqual([
    'The name',
    'The port',
    'The users',
    'The max',
    'The public',
    'Invalid salt',
  ]);
});

describe('a body in which no field was found', () => {
  const none = { type: null, coding: null };
  test.each<[string, string, Parameters<typeof explainBody>[1], string]>([
    [
      'JSON by its type',
      '',
      { ...none, type: 'application/json; charset=utf-8' },
      '"application/json"',
    ],
    ['JSON by its look', ' {"name":"x"}', none, '"JSON"'],
    [
      'multipart by its type',
      '',
      { ...none, type: 'multipart/form-data; boundary=x' },
      '"multipart/form-data"',
    ],
    ['multipart by its look', '--x\r\n', none, '"multipart/form-data"'],
    ['XML', '<beat/>', none, '"XML"'],
    ['gzip', '\u001f', { ...none, coding: 'gzip' }, '(Content-Encoding "gzip")'],
    [
      'gzip said to be a form',
      '',
      { type: 'application/x-www-form-urlencoded', coding: 'GZIP' },
      '"GZIP"',
    ],
    ['a type that says a lot', '', { ...none, type: `x/${'y'.repeat(90)}` }, 'yyy..."'],
  ])('is told by one sentence: %s', (_what, body, headers, seen) => {
    const sentence = explainBody(body, headers) ?? '';
    expect(sentence).toContain(seen);
    expect(sentence).toEndWith('(name=...&port=...), or in the query.');
    expect(explainHeartbeat({ notAForm: sentence })).toEqual([sentence]);
    expect(describeAnswer(sentence)).toMatch(/^Der Body ist .* oder in der Query\.$/);
  });

  test.each<[string, string, Parameters<typeof explainBody>[1]]>([
    ['a form without fields of a heartbeat', 'a=b', none],
    ['a form by its type', 'a=b', { ...none, type: 'application/x-www-form-urlencoded' }],
    ['one that is not coded', 'a=b', { ...none, coding: 'identity' }],
  ])('is left to the sentences of the fields: %s', (_what, body, headers) => {
    expect(explainBody(body, headers)).toBeUndefined();
  });
});
