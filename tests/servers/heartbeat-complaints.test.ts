// The sentences about a wrong heartbeat: one for each field, and never the salt.

import { describe, expect, test } from 'bun:test';
import { explainHeartbeat, type RawHeartbeat } from '../../src/servers/heartbeat.ts';
import { rawBeat } from './test-servers.ts';

const complaints = (raw: RawHeartbeat): string[] => explainHeartbeat(raw);

const NAME = 'Send name with 1 to 64 visible characters.';
const PORT = 'Send port as a whole number from 1 to 65535, the port your server listens on.';
const SALT = 'Send salt as a random text of 1 to 256 characters.';
const REQUIRED = ['name', 'port', 'users', 'max', 'public', 'salt'] as const;

// C6.11, C6.12
describe('each wrong field', () => {
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
    expect(complaints(rawBeat(changes))).toEqual([sentence]);
  });
});

// C6.23
test('nothing at all is one sentence for each field that is required, in order', () => {
  const described = complaints({});
  expect(described).toHaveLength(REQUIRED.length);
  for (const [index, field] of REQUIRED.entries()) {
    expect(described[index]).toStartWith(
      field === 'salt' ? 'Invalid salt' : `The ${field} is missing.`,
    );
  }
});

test('every wrong field is reported once, in the order of the fields', () => {
  const described = complaints({
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
