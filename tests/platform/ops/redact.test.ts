// The safety net: nothing passed as a secret reaches the output.

import { afterEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { configureLog, loggerOf, stopLog } from '../../../src/platform/ops/log.ts';
import { REDACTED, redactFields, redactText } from '../../../src/platform/ops/redact.ts';
import { rounds } from '../../support/rounds.ts';

afterEach(stopLog);

const SECRET_NAMES = [
  ...['salt', 'serverSalt', 'password', 'passwordHash', 'password_hash', 'newPassword'],
  ...['token', 'csrfToken', 'email', 'eMail', 'e-mail', 'mailAddress'],
  ...['session', 'sessionValue', 'valueHash', 'cookie', 'set-cookie', 'authorization'],
  ...['mppass', 'loginCode', 'login_code', 'recoveryCode', 'apiKey', 'secret'],
];

/** Nothing that could stand in a log line by chance. */
const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/).map((text) => `XQ${text}QX`);

function logged(fields: Record<string, unknown>, format: 'json' | 'text'): string {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  configureLog({ level: 'debug', format, write, isTerminal: false, hasColor: false });
  loggerOf('servers').info('said', fields);
  return lines.join('\n');
}

// C8.3
describe('secrets by name', () => {
  test.each(SECRET_NAMES)('a field named %s is never written', (name) => {
    fc.assert(
      fc.property(secret, fc.constantFrom('json', 'text'), (value, format) => {
        const nested = { request: { [name]: value, list: [{ [name]: value }] } };
        const output = logged({ [name]: value, ...nested }, format);
        expect(output).toContain('said');
        expect(output).not.toContain(value);
      }),
      rounds(20),
    );
  });

  test('fields that are no secrets stay as they are', () => {
    const fields = {
      hash: 'ab'.repeat(16),
      ip: '203.0.113.7',
      port: 1,
      isPublic: true,
      gone: null,
    };
    expect(redactFields(fields)).toEqual(fields);
  });
});

describe('secrets by their look', () => {
  test.each([
    ['a mail address', 'Alice <alice.b+c@example.net> wrote', 'alice.b+c@example.net'],
    ['a password hash', 'row $argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA ended', 'aGFzaA'],
    ['a hash of bcrypt', 'row $2b$10$c2FsdA.aGFzaA ended', 'aGFzaA'],
    ['a hash of scrypt', 'row $scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA ended', 'aGFzaA'],
    ['a pair in a form', 'name=A&salt=s3cr3tvalue&port=1', 's3cr3tvalue'],
    ['a pair in JSON', '{"password": "s3cr3tvalue"}', 's3cr3tvalue'],
  ])('%s goes out of a text', (_, text, hidden) => {
    const redacted = redactText(text);
    expect(redacted).not.toContain(hidden);
    expect(redacted).toContain(REDACTED);
    // Each of several.
    expect(redactText(`${text}, ${text}`)).toBe(`${redacted}, ${redacted}`);
  });

  test('mail addresses of any usual form go out of any text', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('json', 'text'), (address, format) => {
        const bare = address.toLowerCase();
        const output = logged({ note: `for ${address}.`, list: [address] }, format).toLowerCase();
        expect(output).not.toContain(bare);
      }),
    );
  });
});

describe('values that are not texts', () => {
  test('an error in a field shows its class alone', () => {
    const error = new Error('params: hunter2');
    expect(redactFields({ error })).toEqual({ error: { error: 'Error' } });
  });

  test('bytes, maps and things too deep are left out', () => {
    const deep = { a: { b: { c: { d: { e: { f: 'hunter2' } } } } } };
    const fields = { bytes: Buffer.from('hunter2'), map: new Map([['k', 'hunter2']]), deep };
    expect(JSON.stringify(redactFields(fields))).not.toContain('hunter2');
  });

  test('a circle ends', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(JSON.stringify(redactFields(circle))).toContain('[…]');
  });
});
