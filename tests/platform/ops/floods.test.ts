// Events that a stranger can cause by the thousand: few lines, every one of them counted.

import { describe, expect, test } from 'bun:test';
import { report } from '../../../src/app/events.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import type { EventTable } from '../../../src/platform/ops/events.ts';
import { reportRepeats } from '../../../src/platform/ops/repeats.ts';
import { readCounter } from '../../../src/platform/ops/report-event.ts';
import { collectLogLines, setUpLog } from '../../support/log-lines.ts';

const lines = collectLogLines('info');

const MANY = 1_000;
const ADDRESS = '192.0.2.1';

function failed(error: unknown, status = 503, path = '/api/login') {
  return { requestId: crypto.randomUUID(), method: 'POST', path, status, error };
}

const full = () =>
  new Failure('unavailable', 'The disk is full. Free some space.', {
    cause: Object.assign(new Error('database or disk is full'), { name: 'SQLiteError' }),
  });

const FLOODS: [string, string, () => void, Record<string, unknown>, Record<string, unknown>][] = [
  [
    'answers that failed for one reason',
    'request_failed_503',
    () => report('request_failed', failed(full())),
    { level: 'error', method: 'POST', path: '/api/login', status: 503 },
    { level: 'error', status: 503 },
  ],
  [
    'answers that say how long to wait',
    'request_failed_503',
    () => {
      const retryAfterSeconds = Math.ceil(Math.random() * 9);
      const sentence = `Try again in ${retryAfterSeconds} s.`;
      report('request_failed', failed(new Failure('unavailable', sentence, { retryAfterSeconds })));
    },
    { level: 'warning', kind: 'Failure' },
    { level: 'warning', status: 503 },
  ],
  [
    'stopped logins',
    'login_stopped',
    () => report('login_stopped', { address: ADDRESS }),
    { level: 'info', address: ADDRESS },
    { level: 'info', addresses: ADDRESS },
  ],
  [
    'stopped logins of one household',
    'login_stopped',
    () => report('login_stopped', { address: `2001:db8:1:2::${Math.ceil(Math.random() * 9_999)}` }),
    { level: 'info' },
    { level: 'info', addresses: '2001:db8:1:2::/64' },
  ],
  [
    'logins that nobody had time for',
    'login_busy',
    () => report('login_busy', { address: ADDRESS }),
    { level: 'info', address: ADDRESS },
    { level: 'info', addresses: ADDRESS },
  ],
  [
    'logins without a good token, of which there is no limit',
    'login_failed',
    () => report('login_failed', { reason: 'token', address: ADDRESS }),
    { level: 'info', reason: 'token', address: ADDRESS },
    { level: 'info', reason: 'token', addresses: ADDRESS },
  ],
  [
    'refused registrations',
    'registration_refused',
    () => report('registration_refused', { fields: ['form'], address: ADDRESS }),
    { level: 'info', fields: ['form'], address: ADDRESS },
    { level: 'info', fields: ['form'], addresses: ADDRESS },
  ],
  [
    'dropped emails',
    'email_dropped',
    () => report('email_dropped', { kind: 'reset password', reason: 'The queue is full.' }),
    { level: 'warning', kind: 'reset password', reason: 'The queue is full.' },
    { level: 'warning', kind: 'reset password' },
  ],
];

describe('a flood of', () => {
  test.each(FLOODS)('%s is two lines, and counted as %s', (_what, name, tell, first, others) => {
    const before = readCounter<EventTable>(name);
    for (let turn = 0; turn < MANY; turn += 1) tell();
    reportRepeats('at the end');
    expect(lines).toMatchObject([first, { ...others, count: MANY - 1 }]);
    expect(readCounter<EventTable>(name)).toBe(before + MANY);
  });

  test('wrong passwords is reported one by one: each address has a limit of them', () => {
    for (let turn = 0; turn < 100; turn += 1)
      report('login_failed', { reason: 'password', address: ADDRESS });
    expect(lines).toHaveLength(100);
  });

  test('failures tells each reason and each status by itself', () => {
    for (let turn = 0; turn < 10; turn += 1) {
      report('request_failed', failed(full()));
      report('request_failed', failed(new TypeError('x is no function'), 500, '/api/players'));
      report('request_failed', failed(new TypeError('y is no function'), 500, '/'));
    }
    expect(lines.map(({ status, detail }) => [status, detail])).toEqual([
      [503, 'The disk is full. Free some space. (database or disk is full)'],
      [500, 'x is no function'],
      [500, 'y is no function'],
    ]);
  });
});

test('what was said of a request that is only counted can be found by its id at level debug', () => {
  const repeated = failed(full());
  report('request_failed', failed(full()));
  setUpLog(lines, 'debug');
  report('request_failed', repeated);
  expect(lines.at(-1)).toMatchObject({ level: 'debug', requestId: repeated.requestId });
});

test('busy and stopped logins are told from failed ones, and failures by cause', () => {
  const names = [
    ...(['login_failed', 'login_stopped', 'login_busy', 'http_failure_busy'] as const),
    ...(['http_failure_closed', 'http_failure_not_ready'] as const),
    ...(['http_failure_unavailable', 'http_failure_unexpected'] as const),
  ];
  const before = names.map(readCounter);
  report('login_failed', { reason: 'password', address: ADDRESS });
  report('login_stopped', { address: ADDRESS });
  report('login_busy', { address: ADDRESS });
  report('login_busy', { address: ADDRESS });
  const refusal = new Failure('unavailable', 'Not now.', { retryAfterSeconds: 1 });
  for (let turn = 0; turn < 4; turn += 1) report('request_failed', failed(refusal));
  for (let turn = 0; turn < 3; turn += 1)
    report('request_failed', { ...failed(refusal), cause: 'closed' });
  report('request_failed', { ...failed(refusal), cause: 'not_ready' });
  report('request_failed', failed(full()));
  for (let turn = 0; turn < 5; turn += 1) report('request_failed', failed(new TypeError('x'), 500));
  const counted = names.map((name, index) => readCounter<EventTable>(name) - (before[index] ?? 0));
  expect(counted).toEqual([1, 1, 2, 4, 3, 1, 1, 5]);
});
