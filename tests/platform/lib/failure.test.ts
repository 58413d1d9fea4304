// The one type of failure: whom it is for, several of one form together, and what is read off anything that was thrown.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import {
  aboutField,
  checkTogether,
  codeOf,
  Failure,
  isBusy,
  isForVisitors,
  reasonOf,
  throwTogether,
} from '../../../src/platform/lib/failure.ts';
import { failureIn, failuresOf } from '../../support/failures.ts';

const invalid = (message: string, field?: string) => new Failure('invalid', message, { field });

describe('whom a failure is for', () => {
  test.each([
    ['one of the visitor', invalid('No.'), true, false],
    [
      'too much to do',
      new Failure('unavailable', 'Wait.', { retryAfterSeconds: 2 }),
      ...[true, true],
    ],
    ['what the operator has to mend', new Failure('unavailable', 'Restore.'), false, false],
    ['an unexpected error', new Error('x'), false, false],
    ['no error at all', 'invalid', false, false],
  ] as [string, unknown, boolean, boolean][])('%s', (_what, thrown, forVisitors, busy) => {
    expect([isForVisitors(thrown), isBusy(thrown)]).toEqual([forVisitors, busy]);
  });
});

test('a failure about a field keeps everything else', () => {
  const cause = new Error('x');
  const failure = new Failure('rate_limited', 'Wait.', { retryAfterSeconds: 3, cause });
  const named = failureIn(() =>
    aboutField('port', () => {
      throw failure;
    }),
  );
  expect(named).toMatchObject({ kind: 'rate_limited', field: 'port', retryAfterSeconds: 3, cause });
});

describe('checks of one form', () => {
  const failing = (failure: unknown) => () => Promise.reject(failure);

  test('that all pass throw nothing', async () => {
    await checkTogether([() => undefined, async () => 'fine']);
    throwTogether([]);
  });

  test('throw everything that is wrong, in order, the first with the others', async () => {
    const check = checkTogether([
      () => 'fine',
      failing(invalid('One.', 'a')),
      () => {
        throw invalid('Two.', 'b');
      },
      failing(new Failure('conflict', 'Three.')),
    ]);
    expect(await failuresOf(check)).toMatchObject([
      { kind: 'invalid', message: 'One.', field: 'a' },
      { kind: 'invalid', message: 'Two.', field: 'b' },
      { kind: 'conflict', message: 'Three.', field: undefined },
    ]);
  });

  test.each([
    ['an error', new TypeError('x')],
    ['a failure for the operator', new Failure('unavailable', 'Restore.')],
  ])('throw %s at once, and make no further check', async (_what, error) => {
    let isChecked = false;
    const check = checkTogether([
      failing(invalid('One.')),
      failing(error),
      () => {
        isChecked = true;
      },
    ]);
    expect(await check.catch((thrown: unknown) => thrown)).toBe(error);
    expect(isChecked).toBe(false);
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

const missing = thrownBy(() => readFileSync('/no/such/file'));

test.each([
  ['a failure of the system', missing, 'ENOENT', /ENOENT.*no such file/],
  ['a failure of our own', new Failure('invalid', 'Give a name.'), 'unknown error', 'Give a name.'],
  ['a text', 'stopped', 'unknown error', 'stopped'],
  ['nothing', undefined, 'unknown error', 'undefined'],
])('%s has a code and a message', (_what, thrown, code, message) => {
  expect(codeOf(thrown)).toBe(code);
  expect(reasonOf(thrown)).toMatch(message);
});
