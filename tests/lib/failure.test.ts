// What is read off anything that was thrown.

import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { codeOf, Failure, reasonOf } from '../../src/lib/failure.ts';

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
  [
    'a failure of the house',
    new Failure('invalid', 'Give a name.'),
    'unknown error',
    'Give a name.',
  ],
  ['a text', 'stopped', 'unknown error', 'stopped'],
  ['nothing', undefined, 'unknown error', 'undefined'],
])('%s has a code and a message', (_what, thrown, code, message) => {
  expect(codeOf(thrown)).toBe(code);
  expect(reasonOf(thrown)).toMatch(message);
});
