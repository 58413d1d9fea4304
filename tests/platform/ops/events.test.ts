// Events: each is counted and is one line of the log, and none lets a secret out.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { report } from '../../../src/app/events.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { describeError } from '../../../src/platform/ops/describe-error.ts';
import type { EventTable } from '../../../src/platform/ops/events.ts';
import { readCounter, readCounters } from '../../../src/platform/ops/report-event.ts';
import { collectLogLines } from '../../support/log-lines.ts';

const lines = collectLogLines();

const SERVER = { hash: 'ab'.repeat(16), name: 'Lobby', ip: '203.0.113.7', port: 25565 };
const FAILED = { requestId: 'r1', method: 'GET', path: '/api/players', status: 500 };

/** Events whose facts are more than what is given. */
const EVENTS: [string, string, () => void, Record<string, unknown>][] = [
  [
    'writer_failed',
    'error',
    () => report('writer_failed', { error: new Failure('unavailable', 'The thread ended.') }),
    { kind: 'Failure', detail: 'The thread ended.' },
  ],
  ['server_appeared', 'info', () => report('server_appeared', SERVER), SERVER],
  [
    'batch_failed',
    'error',
    () => report('batch_failed', { error: new TypeError('x is no y') }),
    { kind: 'TypeError' },
  ],
  [
    'batch_lost',
    'error',
    () => report('batch_lost', { error: new Failure('unavailable', 'Full. Free some.'), count: 3 }),
    { count: 3, reason: 'Full. Free some.' },
  ],
  [
    'login_failed',
    'info',
    () => report('login_failed', { reason: 'password', address: '1.2.3.4' }),
    { message: 'Login failed', reason: 'password', address: '1.2.3.4' },
  ],
  [
    'task_failed',
    'error',
    () => report('task_failed', { task: 'sweep', error: new Error('x') }),
    { task: 'sweep', count: 1 },
  ],
  [
    'task_recovered',
    'info',
    () => report('task_recovered', { task: 'sweep', count: 3 }),
    { task: 'sweep', failures: 3 },
  ],
  [
    'request_failed_500',
    'error',
    () => report('request_failed', { ...FAILED, error: new TypeError('x is no function') }),
    { ...FAILED, kind: 'TypeError', detail: 'x is no function' },
  ],
  [
    'page_part_failed',
    'error',
    () => report('page_part_failed', { part: 'history', error: new TypeError('x') }),
    { part: 'history', kind: 'TypeError', detail: 'x' },
  ],
  [
    'proxy_refused',
    'warning',
    () => report('proxy_refused', { proxy: '10.0.0.1' }),
    { proxy: '10.0.0.1' },
  ],
  ['mail_off', 'warning', () => report('mail_off'), { module: 'email' }],
  ['mail_development', 'warning', () => report('mail_development'), { module: 'email' }],
  [
    'mail_queue_failed',
    'error',
    () => report('mail_queue_failed', { error: new TypeError('x is no y') }),
    { kind: 'TypeError' },
  ],
];

describe('events', () => {
  test.each(EVENTS)('%s is one line of level %s, and counts', (name, level, tell, facts) => {
    const before = readCounter<EventTable>(name);
    tell();
    expect(lines).toMatchObject([{ level, ...facts }]);
    expect(readCounters()[name]).toBe(before + 1);
  });

  test('bytes of relays are counted by direction, without a line', () => {
    const [up, down] = [
      readCounter<EventTable>('relay_bytes_to_game'),
      readCounter<EventTable>('relay_bytes_to_browser'),
    ];
    report('relay_bytes_to_game', { bytes: 3 });
    report('relay_bytes_to_browser', { bytes: 4_000 });
    expect(readCounter<EventTable>('relay_bytes_to_game') - up).toBe(3);
    expect(readCounter<EventTable>('relay_bytes_to_browser') - down).toBe(4_000);
    expect(lines).toEqual([]);
  });

  test('what is missing of a web client is a line each', () => {
    report('web_client_read', { folder: '/game', files: 3, bytes: 9, missing: ['a', 'b'] });
    report('web_client_failed', { reason: 'It is gone.' });
    expect(lines).toMatchObject([
      {
        level: 'info',
        message: 'Web client read',
        module: 'net',
        folder: '/game',
        files: 3,
        bytes: 9,
      },
      { level: 'warning', missing: 'a' },
      { level: 'warning', missing: 'b' },
      { level: 'error', message: 'Web client not usable', reason: 'It is gone.' },
    ]);
  });
});

describe('unexpected errors', () => {
  const typed = 'hunter2-salt-alice@example.net';

  function failingUrl(): unknown {
    try {
      return new URL(`::${typed}`);
    } catch (error) {
      return error;
    }
  }

  test.each([
    ['an ORM error that lists its parameters', new Error(`Failed query: insert params: ${typed}`)],
    ['an error with such a cause', new Error('x', { cause: new Error(typed) })],
    ['a URL error', failingUrl()],
    ['a JSON error', new SyntaxError(`Unexpected "${typed}"`)],
    ['a thrown text', typed],
    ['a thrown object', { password: typed }],
  ])('%s is reported without what was typed', (_, error) => {
    report('request_failed', { ...FAILED, error });
    report('batch_failed', { error });
    report('task_failed', { task: 'sweep', error });
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  test('a fault of the program is reported with its message and place', () => {
    const { kind, detail, frames } = describeError(new TypeError('undefined is not an object'));
    expect([kind, detail]).toEqual(['TypeError', 'undefined is not an object']);
    expect(frames[0]).toContain('events.test.ts');
  });

  test('the innermost failure of the database is reported through its wrapping', () => {
    using database = new Database(':memory:');
    let thrown: unknown;
    try {
      database.run('SELECT * FROM nowhere');
    } catch (error) {
      thrown = error;
    }
    const wrapped = new Error('Failed query: secret', { cause: thrown });
    expect(describeError(wrapped)).toMatchObject({
      kind: expect.stringContaining('Error < SQLiteError'),
      detail: 'no such table: nowhere',
    });
  });

  test('a failure of the operating system is reported, with what it was doing', () => {
    const failure = Object.assign(new Error("EACCES: permission denied, open '/data/a.db'"), {
      ...{ code: 'EACCES', syscall: 'open' },
    });
    expect(describeError(new Error('hunter2', { cause: failure }))).toMatchObject({
      kind: expect.stringContaining('EACCES'),
      detail: "EACCES: permission denied, open '/data/a.db'",
    });
  });

  test('a sentence made for people is reported', () => {
    expect(describeError(new Failure('unavailable', 'The disk is full.')).detail).toBe(
      'The disk is full.',
    );
  });

  test('errors that cause each other end', () => {
    const error = new Error('a');
    error.cause = error;
    expect(describeError(error).kind.split(' < ').length).toBeLessThan(10);
  });
});
