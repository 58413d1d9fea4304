// What is said where the system refuses a file; every command under real failures: tests/app/file-failures.slow.test.ts.

import { expect, test } from 'bun:test';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { toFileFailure } from '../../../src/platform/lib/file-failure.ts';

const failed = (facts: object) => Object.assign(new Error('quoted'), { syscall: 'open', ...facts });

test.each([
  ['EIO', 'The disk fails to read or write it'],
  ['EDQUOT', 'The disk is full'],
  ['ENFILE', 'Too many files are open on this machine'],
  ['EISDIR', 'It is a folder'],
])('%s is a sentence with path and remedy', (code, remedy) => {
  const failure = toFileFailure(failed({ code, path: '/srv/x' }));
  expect(failure?.message).toStartWith(`/srv/x cannot be used (${code}). ${remedy}`);
});

test.each([
  ['a network that refuses', failed({ code: 'EACCES', syscall: 'listen' })],
  ['another failure of the system', failed({ code: 'ECONNREFUSED' })],
  ['a fault of the program', Object.assign(new TypeError('x'), { code: 'EIO' })],
  ['a failure that has its sentence', new Failure('conflict', 'x')],
])('%s is none of a file', (_, error) => {
  expect(toFileFailure(error)).toBeUndefined();
});
