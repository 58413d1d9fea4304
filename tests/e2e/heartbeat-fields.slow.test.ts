// The fields of a heartbeat at both edges of what is allowed, and the sentences that refuse the rest.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import type { RawResponse } from '../support/raw-http.ts';
import { Client, listOfNow, nextAddress } from './client.ts';

let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
});
afterAll(() => muster?.[Symbol.asyncDispose]());

function server(): Client {
  return new Client(muster, { address: nextAddress() });
}

/** The messages of a failed heartbeat; throws unless it has exactly the shape of the contract. */
function messagesOf(answer: RawResponse): string[] {
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toStartWith('application/json');
  const failure = answer.json<{ errors: string[][] }>();
  expect(answer.text).toBe(
    JSON.stringify({ errors: failure.errors, response: '', status: 'fail' }),
  );
  return failure.errors.map((inner) => {
    expect(inner).toHaveLength(1);
    const [message = ''] = inner;
    expect(message).toMatch(/^[A-Z][\x20-\x7e]+\.$/);
    return message;
  });
}

type Fields = Record<string, string | undefined>;

const horse = '🐎';
const accepted: [sentence: string, fields: Fields, shown: object][] = [
  ['a name of 1', { name: 'x' }, { name: 'x' }],
  ['a name of 64', { name: 'x'.repeat(64) }, { name: 'x'.repeat(64) }],
  ['a name of 64 code points', { name: horse.repeat(64) }, { name: horse.repeat(64) }],
  [
    'a name of 64 after control characters went',
    { name: `\t${'x'.repeat(64)}\u202E\u0000` },
    { name: 'x'.repeat(64) },
  ],
  ['a name of 64 after blanks went', { name: `   ${'x'.repeat(64)}   ` }, { name: 'x'.repeat(64) }],
  ['a salt of 1', { salt: 's' }, {}],
  ['a salt of 256', { salt: 's'.repeat(256) }, {}],
  ['a salt of 256 code points', { salt: horse.repeat(256) }, {}],
  ['a salt of blanks', { salt: '   ' }, {}],
  ['port 1', { port: '1' }, {}],
  ['port 65535', { port: '65535' }, {}],
  ['no users', { users: '0' }, { players: 0 }],
  ['65535 users', { users: '65535' }, { players: 65_535 }],
  ['max 1', { max: '1' }, { maxplayers: 1 }],
  ['max 65535', { max: '65535' }, { maxplayers: 65_535 }],
  ['users above max', { users: '21', max: '20' }, { players: 21, maxplayers: 20 }],
  ['no software', { software: undefined }, { software: '' }],
  ['empty software', { software: '' }, { software: '' }],
  ['software of 65, cut', { software: 'x'.repeat(65) }, { software: 'x'.repeat(64) }],
  [
    'software of 70 code points, cut',
    { software: horse.repeat(70) },
    { software: horse.repeat(64) },
  ],
  ['software with controls and blanks', { software: ' a\tb\u2028 ' }, { software: 'ab' }],
  [
    'unknown fields',
    { version: '7', admin: '1', ip: '9.9.9.9', uptime: '5' },
    { country_abbr: 'T1' },
  ],
  ...['true', 'True', 'TRUE', 'tRuE', '1'].map((web): [string, Fields, object] => [
    `web=${web}`,
    { web },
    { web: true },
  ]),
  ...['false', 'False', '0', 'yes', 'on', '', '2', '11', 'truee', ' true', undefined].map(
    (web): [string, Fields, object] => [`web=${web}`, { web }, { web: false }],
  ),
];

describe('accepted', () => {
  for (const [sentence, fields, shown] of accepted) {
    test(sentence, async () => {
      const client = server();
      const answer = await client.beat(fields);
      const hash = Bun.MD5.hash(`${client.address}:${fields.port ?? '25565'}`, 'hex');
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toStartWith('text/plain');
      expect(answer.text).toBe(`http://localhost:${muster.port}/server/play/${hash}/`);
      expect(await client.lookup(hash)).toMatchObject([shown]);
    });
  }
  for (const [sent, isListed] of [
    ['true', true],
    ['1', true],
    ['TRUE', true],
    ['false', false],
    ['0', false],
    ['False', false],
  ] as const) {
    test(`public=${sent} is ${isListed ? 'listed' : 'not listed'}`, async () => {
      const client = server();
      const hash = await client.mustBeat({ public: sent });
      const list = await listOfNow(client, server());
      expect(list.some((record) => record.hash === hash)).toBe(isListed);
    });
  }
});

const notNumbers = [
  '',
  ' ',
  'abc',
  '-1',
  '+1',
  '0x10',
  '1e3',
  '1.0',
  '1.5',
  ' 80',
  '80 ',
  '000080',
  '１２',
  '٣',
  'NaN',
  '1,000',
  '99999999999999999999',
];
const refused: [field: string, value: string | undefined, wanted: string[]][] = [
  ['name', undefined, ['64']],
  ['name', '', ['64']],
  ['name', '   ', ['64']],
  ['name', '\t\u0000\u009F', ['64']],
  ['name', '\u202E\u2066\u2028', ['64']],
  ['name', '\u200B\u200D\uFEFF', ['64']],
  ['name', 'x'.repeat(65), ['64']],
  ['name', horse.repeat(65), ['64']],
  ['name', 'x'.repeat(60_000), ['64']],
  ['salt', undefined, ['256']],
  ['salt', '', ['256']],
  ['salt', `${'Sx'.repeat(128)}S`, ['256']],
  ['salt', horse.repeat(257), ['256']],
  ...['port', 'max', 'users'].flatMap((field) =>
    [undefined, '65536', '99999', ...notNumbers].map(
      (value): [string, string | undefined, string[]] => [field, value, ['65535']],
    ),
  ),
  ['port', '0', ['65535']],
  ['max', '0', ['65535']],
  ...[undefined, '', 'yes', 'on', '2', ' true', 'truefalse'].map(
    (value): [string, string | undefined, string[]] => ['public', value, ['true', 'false']],
  ),
];

describe('refused, with one sentence that says what was seen and what is wanted', () => {
  for (const [field, value, wanted] of refused) {
    const shown =
      value === undefined ? 'missing' : `${JSON.stringify(value.slice(0, 24))} of ${value.length}`;
    test(`${field} ${shown}`, async () => {
      const client = server();
      const messages = messagesOf(await client.beat({ [field]: value }));
      expect(messages).toHaveLength(1);
      const [message = ''] = messages;
      expect(message.toLowerCase()).toContain(field === 'users' ? 'user' : field);
      for (const bound of wanted) expect(message).toContain(bound);
      if (field === 'salt') {
        expect(message).toStartWith('Invalid salt');
        if (value) expect(message).not.toContain(value.slice(0, 4));
      } else if (value !== undefined && /^[\x21-\x7e]+$/.test(value)) {
        expect(message).toContain(value.slice(0, 37));
        expect(message).not.toContain(value.slice(0, 41).padEnd(41, '!'));
      }
      expect(await client.lookup(Bun.MD5.hash(`${client.address}:${value}`, 'hex'))).toEqual([]);
    });
  }
  test('a value is cut at 40 characters', async () => {
    const messages = messagesOf(await server().beat({ port: '7'.repeat(100) }));
    expect(messages[0]).toMatch(/(?<!7)7{37,40}(?!7)/);
  });
  test('everything wrong is reported at once, an array each', async () => {
    const nothing = {
      name: undefined,
      port: undefined,
      users: undefined,
      max: undefined,
      public: undefined,
      salt: undefined,
    };
    for (const method of ['GET', 'POST']) {
      const messages = messagesOf(
        await server().send(method, '/server/heartbeat', [], method === 'POST' ? '' : undefined),
      );
      expect(messages).toHaveLength(6);
    }
    expect(messagesOf(await server().beat(nothing))).toHaveLength(6);
    expect(messagesOf(await server().beat({ port: '0', max: '0' }))).toHaveLength(2);
  });
  test('a refused beat changes nothing that is stored', async () => {
    const client = server();
    const hash = await client.mustBeat({ name: 'Before', users: '5', salt: 'before' });
    for (const wrong of [{ max: '0' }, { salt: '' }, { users: '-1' }, { public: 'maybe' }]) {
      messagesOf(
        await client.beat({ name: 'After', users: '6', salt: 'after', web: '1', ...wrong }),
      );
    }
    expect(await client.lookup(hash)).toMatchObject([{ name: 'Before', players: 5, web: false }]);
  });
});
