// Events: each is counted and is one line of the log, and none lets a secret out.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  certificateEvents,
  emailEvents,
  httpEvents,
  httpServerEvents,
  relayEvents,
  reportRequest,
  serverEvents,
  storeEvents,
  webClientEvents,
} from '../../src/app/events.ts';
import { Failure } from '../../src/lib/failure.ts';
import { describeError } from '../../src/ops/describe-error.ts';
import {
  type CountedEvent,
  readCounter,
  readCounters,
  report,
  taskFailed,
  taskRecovered,
} from '../../src/ops/events.ts';
import { collectLogLines } from '../support/log-lines.ts';

const lines = collectLogLines();

const SERVER = { hash: 'ab'.repeat(16), name: 'Lobby', ip: '203.0.113.7', port: 25565 };
const LISTING = { ...SERVER, salt: 'hunter2hunter2', players: 3 } as unknown as Parameters<
  typeof serverEvents.appeared
>[0];
const FAILED = { requestId: 'r1', method: 'GET', path: '/api/players', status: 500 };
const TRIED = { id: 7, kind: 'verify address', attempts: 2 } as const;
const TRIED_LINE = { outboxId: 7, kind: 'verify address', attempts: 2 };

/** Events whose facts are more than what is given. */
const EVENTS: [CountedEvent, string, () => void, Record<string, unknown>][] = [
  [
    'database_files_gone',
    'error',
    () => storeEvents.databaseFilesGone({ reason: 'Deleted.', savedAs: 'copy.db' }),
    { message: 'Database files are gone', reason: 'Deleted.', savedAs: 'copy.db' },
  ],
  [
    'database_files_gone',
    'error',
    () => storeEvents.databaseFilesGone({ reason: 'Deleted.', loss: 'Disk full.' }),
    { message: expect.stringContaining('lost when the service ends'), loss: 'Disk full.' },
  ],
  [
    'writer_failed',
    'error',
    () => storeEvents.writerFailed(new Failure('unavailable', 'The thread ended.')),
    { kind: 'Failure', detail: 'The thread ended.' },
  ],
  [
    'tables_damaged',
    'error',
    () => storeEvents.tablesDamaged({ tables: ['bans'], outcome: 'It is.', path: 'old.db' }),
    { tables: ['bans'], outcome: 'It is.', keptAs: 'old.db' },
  ],
  ['server_appeared', 'info', () => serverEvents.appeared(LISTING), SERVER],
  ['server_left', 'info', () => serverEvents.left(LISTING), SERVER],
  [
    'server_relocated',
    'info',
    () => serverEvents.relocated({ ...LISTING, hash: 'b', ip: '5.6.7.8' }, LISTING),
    { ...SERVER, hashBefore: 'b', ipBefore: '5.6.7.8' },
  ],
  [
    'batch_failed',
    'error',
    () => serverEvents.batchFailed(new TypeError('x is no y')),
    { kind: 'TypeError' },
  ],
  [
    'batch_lost',
    'error',
    () => serverEvents.batchLost(new Failure('unavailable', 'Full. Free some.'), 3),
    { count: 3, reason: 'Full. Free some.' },
  ],
  ['clock_behind', 'warning', () => serverEvents.clockBehind(600_400), { seconds: 600 }],
  [
    'login_failed',
    'info',
    () => httpEvents.loginFailed('password', '1.2.3.4'),
    { message: 'Login failed', reason: 'password', address: '1.2.3.4' },
  ],
  ['account_deleted', 'info', httpEvents.accountDeleted, { module: 'accounts' }],
  [
    'certificate_renewed',
    'info',
    () => certificateEvents.renewed(Date.UTC(2027, 0, 2)),
    { validUntil: '2027-01-02T00:00:00.000Z' },
  ],
  [
    'web_client_read',
    'info',
    () => webClientEvents.onRead({ folder: '/game', files: 3, bytes: 9, missing: [] }),
    { folder: '/game', files: 3, bytes: 9 },
  ],
  ['task_failed', 'error', () => taskFailed('sweep', new Error('x')), { task: 'sweep', count: 1 }],
  ['task_recovered', 'info', () => taskRecovered('sweep', 3), { task: 'sweep', failures: 3 }],
  ['relay_opened', 'debug', () => relayEvents.opened(SERVER), { ip: SERVER.ip, port: 25565 }],
  [
    'relay_refused_origin',
    'debug',
    () => relayEvents.refused('origin', '1.2.3.4'),
    { reason: 'origin', address: '1.2.3.4' },
  ],
  [
    'request_failed_500',
    'error',
    () => httpServerEvents.requestFailed({ ...FAILED, error: new TypeError('x is no function') }),
    { ...FAILED, kind: 'TypeError', detail: 'x is no function' },
  ],
  [
    'request_logged',
    'info',
    () =>
      reportRequest({
        ...{ requestId: 'r3', method: 'GET', route: '/acc/verify/:token', path: '/acc/verify/…' },
        ...{ status: 200, durationMs: 1.23456, bytes: 7, address: '203.0.113.7' },
      }),
    {
      ...{ message: 'Request', requestId: 'r3', route: '/acc/verify/:token', status: 200 },
      ...{ path: '/acc/verify/…', ms: 1.235, bytes: 7, address: '203.0.113.7' },
    },
  ],
  [
    'page_part_failed',
    'error',
    () => httpEvents.partFailed('history', new TypeError('x')),
    { part: 'history', kind: 'TypeError', detail: 'x' },
  ],
  ['proxy_refused', 'warning', () => httpEvents.proxyRefused('10.0.0.1'), { proxy: '10.0.0.1' }],
  ['email_sent', 'info', () => emailEvents.sent(TRIED), TRIED_LINE],
  [
    'email_failed',
    'error',
    () => emailEvents.failed({ ...TRIED, reason: '550 no' }),
    { ...TRIED_LINE, reason: '550 no' },
  ],
  [
    'mail_queue_failed',
    'error',
    () => emailEvents.queueFailed(new TypeError('x is no y')),
    { kind: 'TypeError' },
  ],
];

describe('events', () => {
  test.each(EVENTS)('%s is one line of level %s, and counts', (name, level, tell, facts) => {
    const before = readCounter(name);
    tell();
    expect(lines).toMatchObject([{ level, ...facts }]);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|"players"/);
    expect(readCounters()[name]).toBe(before + 1);
  });

  test('bytes of relays are counted by direction, without a line', () => {
    const [up, down] = [readCounter('relay_bytes_to_game'), readCounter('relay_bytes_to_browser')];
    relayEvents.carried('to_game', 3);
    relayEvents.carried('to_browser', 4_000);
    expect(readCounter('relay_bytes_to_game') - up).toBe(3);
    expect(readCounter('relay_bytes_to_browser') - down).toBe(4_000);
    expect(lines).toEqual([]);
  });

  test('what is missing of a web client is a line each', () => {
    webClientEvents.onRead({ folder: '/game', files: 3, bytes: 9, missing: ['a', 'b'] });
    report('web_client_failed', { reason: 'It is gone.' });
    expect(lines).toMatchObject([
      { level: 'info', message: 'Web client read' },
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
    httpServerEvents.requestFailed({ ...FAILED, error });
    serverEvents.batchFailed(error);
    taskFailed('sweep', error);
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
