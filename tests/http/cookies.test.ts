// The session values that a Cookie header holds, and the cookie that is written.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  deviceCookie,
  readDeviceValue,
  readSessionValues,
  sessionCookie,
} from '../../src/http/cookies.ts';
import { rounds } from '../support/rounds.ts';

// C3.5
describe('the session values of a Cookie header', () => {
  test.each<[string, string | null, string[]]>([
    ['without one', null, []],
    ['that is empty', '', []],
    ['with one', 'session=a.b', ['a.b']],
    ['among others', 'theme=dark; session=a.b; lang=en', ['a.b']],
    ['without blanks', 'theme=dark;session=a.b', ['a.b']],
    ['with more blanks than needed', '  session =  a.b  ;', ['a.b']],
    [
      'with several, in their order',
      'session=one; session=two; session=one',
      ['one', 'two', 'one'],
    ],
    ['with an equals sign in the value', 'session=a=b==', ['a=b==']],
    ['with an empty value', 'session=', ['']],
    ['that looks like JSON', 'session={"a":1}', ['{"a":1}']],
    ['that is escaped', 'session=%61', ['%61']],
    ['without an equals sign', 'session', []],
    ['with another name that ends alike', 'mysession=a; session_id=b; Session=c', []],
    ['with the word as a value', 'theme=session', []],
    ['two lines joined by the runtime', 'session=one; session=two', ['one', 'two']],
  ])('%s', (_what, header, values) => {
    expect(readSessionValues(header)).toEqual(values);
  });

  test('of any sort are read without complaint, one for each that was sent', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9._=-]{0,80}$/);
    const noise = fc.constantFrom('theme=dark', 'x', '', '=', ' ', 'sessions=1', '"session=no"');
    const item = fc.oneof(
      value.map((text) => ({ text: `session=${text}`, values: [text] })),
      noise.map((text) => ({ text, values: [] })),
    );
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const header = items.map(({ text }) => text).join('; ');
        expect(readSessionValues(header)).toEqual(items.flatMap(({ values }) => values));
      }),
      rounds(500),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Array.isArray(readSessionValues(text))).toBe(true);
      }),
      rounds(500),
    );
  });
});

describe('the device value of a Cookie header', () => {
  test.each<[string, string | null, string]>([
    ['without one', null, ''],
    ['with a session alone', 'session=a.b', ''],
    ['beside a session', 'session=a.b; device=d.x', 'd.x'],
    ['with several: the first', 'device=one; device=two', 'one'],
    ['with another name that ends alike', 'mydevice=a; device_id=b; Device=c', ''],
    ['with an equals sign in the value', 'device=a=b', 'a=b'],
  ])('%s', (_what, header, value) => {
    expect(readDeviceValue(header)).toBe(value);
  });
});

describe('the cookie that is written', () => {
  test.each([
    ['over http', false],
    ['over https', true],
  ])('%s for a device goes to the pages of accounts alone', (_how, isSecure) => {
    expect(deviceCookie('d.x', isSecure)).toEqual({
      device: {
        value: 'd.x',
        path: '/acc/',
        httpOnly: true,
        sameSite: 'lax',
        maxAge: 15_552_000,
        ...(isSecure ? { secure: true } : {}),
      },
    });
  });

  // C3.1
  test.each([
    ['over http', false],
    ['over https', true],
  ])('%s has the attributes of the contract', (_how, isSecure) => {
    expect(sessionCookie('a.b', isSecure)).toEqual({
      session: {
        value: 'a.b',
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        maxAge: 2_592_000,
        ...(isSecure ? { secure: true } : {}),
      },
    });
  });
});
