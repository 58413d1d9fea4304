// Events: each writes one line at its level and counts, and none lets a secret out.

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Failure } from '../../src/lib/failure.ts';
import { readCounter, readCounters } from '../../src/ops/counters.ts';
import { describeError } from '../../src/ops/describe-error.ts';
import * as serviceEvents from '../../src/ops/events.ts';
import * as httpEvents from '../../src/ops/http-events.ts';
import { configureLog, stopLog } from '../../src/ops/log.ts';
import * as loginEvents from '../../src/ops/login-events.ts';
import { reportRepeats } from '../../src/ops/repeats.ts';
import * as storeEvents from '../../src/ops/store-events.ts';

const events = { ...serviceEvents, ...httpEvents, ...loginEvents };

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  configureLog({
    level: 'debug',
    format: 'json',
    write: (line) => lines.push(line),
    isTerminal: false,
    hasColor: false,
  });
});

afterEach(() => {
  stopLog();
  // Once for what was counted, and once for the windows themselves.
  reportRepeats('at the end');
  reportRepeats('at the end');
});

const SERVER = { hash: 'ab'.repeat(16), name: 'Lobby', ip: '203.0.113.7', port: 25565 };
const FAILED = { requestId: 'r1', method: 'GET', path: '/api/players', status: 500 };
const PLACE = { baseUrl: 'http://localhost:1', listenUrl: 'http://[::]:1', version: '1' };

const EVENTS: [string, string, () => void, Record<string, unknown>][] = [
  ['service_started', 'info', () => events.serviceStarted(PLACE), PLACE],
  [
    'database_migrated',
    'info',
    () => events.databaseMigrated({ from: 1, to: 2, backup: 'copy.db' }),
    { from: 1, to: 2, backup: 'copy.db' },
  ],
  ['database_made', 'info', () => storeEvents.databaseMade('muster.db'), { path: 'muster.db' }],
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
  ['database_files_back', 'info', storeEvents.databaseFilesBack, {}],
  [
    'writer_failed',
    'error',
    () => storeEvents.writerFailed(new Failure('unavailable', 'The thread ended.')),
    { kind: 'Failure', detail: 'The thread ended.' },
  ],
  ['writer_recovered', 'info', storeEvents.writerRecovered, {}],
  [
    'history_damaged',
    'error',
    () => storeEvents.historyDamaged({ kind: 'set aside', path: 'old.db' }),
    { outcome: expect.stringContaining('an empty history'), keptAs: 'old.db' },
  ],
  ['service_stopping', 'info', () => events.serviceStopping('SIGTERM'), { signal: 'SIGTERM' }],
  ['service_stopped', 'info', events.serviceStopped, {}],
  [
    'configuration_warning',
    'warning',
    () => events.configurationWarning('Look.'),
    { warning: 'Look.' },
  ],
  ['server_appeared', 'info', () => events.serverAppeared(SERVER), SERVER],
  ['server_left', 'info', () => events.serverLeft(SERVER), SERVER],
  [
    'server_relocated',
    'info',
    () => events.serverRelocated({ hash: 'b', ip: '5.6.7.8' }, SERVER),
    { ...SERVER, hashBefore: 'b', ipBefore: '5.6.7.8' },
  ],
  [
    'heartbeat_refused',
    'debug',
    () => events.heartbeatRefused('1.2.3.4', ['No.']),
    { messages: ['No.'] },
  ],
  ['server_unreachable', 'info', () => events.serverUnreachable('1.2.3.4', 5), { port: 5 }],
  ['account_logged_in', 'info', () => events.accountLoggedIn('Alice'), { account: 'Alice' }],
  ['account_logged_out', 'info', () => events.accountLoggedOut('Alice'), { account: 'Alice' }],
  ['login_failed', 'info', () => events.loginFailed('password', '1.2.3.4'), { reason: 'password' }],
  [
    'batch_failed',
    'error',
    () => events.batchFailed(new TypeError('x is no y')),
    { kind: 'TypeError' },
  ],
  [
    'batch_lost',
    'error',
    () => events.batchLost(new Failure('unavailable', 'Full. Free some.'), 3),
    { count: 3, reason: 'Full. Free some.' },
  ],
  ['database_recovered', 'info', events.databaseRecovered, {}],
  ['geoip_reloaded', 'info', () => events.geoipReloaded('/a.mmdb'), { path: '/a.mmdb' }],
  [
    'geoip_failed',
    'error',
    () => events.geoipFailed('It is damaged.'),
    { reason: 'It is damaged.' },
  ],
  [
    'certificate_renewed',
    'info',
    () => events.certificateRenewed(Date.UTC(2027, 0, 2)),
    { validUntil: '2027-01-02T00:00:00.000Z' },
  ],
  [
    'certificate_failed',
    'warning',
    () => events.certificateFailed('It is damaged.'),
    { reason: 'It is damaged.' },
  ],
  [
    'certificate_doubted',
    'warning',
    () => events.certificateDoubted('It ends soon.'),
    { reason: 'It ends soon.' },
  ],
  [
    'web_client_failed',
    'error',
    () => events.webClientFailed('It is gone.'),
    { reason: 'It is gone.' },
  ],
  [
    'web_client_read',
    'info',
    () => events.webClientRead({ folder: '/game', files: 3, bytes: 9, missing: [] }),
    { folder: '/game', files: 3, bytes: 9 },
  ],
  ['clock_stepped', 'warning', () => events.clockStepped(-600_400), { seconds: -600 }],
  ['machine_slept', 'warning', () => events.machineSlept(3_599_700), { seconds: 3_600 }],
  ['server_claimed', 'info', () => events.serverClaimed('ab'), { hash: 'ab' }],
  [
    'server_moved',
    'info',
    () => events.serverMoved('ab', { ip: '203.0.113.7', port: 1 }),
    { hash: 'ab', ip: '203.0.113.7', port: 1 },
  ],
  ['account_registered', 'info', () => events.accountRegistered('Alice'), { account: 'Alice' }],
  [
    'registration_refused',
    'info',
    () => events.registrationRefused(['name'], '1.2.3.4'),
    { fields: ['name'], address: '1.2.3.4' },
  ],
  [
    'first_administrator_made',
    'info',
    () => events.firstAdministratorMade('Alice'),
    { account: 'Alice' },
  ],
  [
    'account_changed',
    'info',
    () => events.accountChanged('password', 'Alice'),
    { change: 'password', account: 'Alice' },
  ],
  ['account_guessed_at', 'warning', () => events.bruteForceDetected('Alice'), { account: 'Alice' }],
  ['account_deleted', 'info', events.accountDeleted, {}],
  ['unverified_removed', 'info', () => events.unverifiedRemoved(1), { count: 1 }],
  [
    'budget_scarce',
    'warning',
    () => events.budgetScarce('registrations'),
    { what: 'registrations' },
  ],
  [
    'task_failed',
    'error',
    () => events.taskFailed('sweep', new Error('x')),
    { task: 'sweep', count: 1 },
  ],
  [
    'task_recovered',
    'info',
    () => events.taskRecovered('sweep', 3),
    { task: 'sweep', failures: 3 },
  ],
  ['relay_opened', 'debug', () => events.relayOpened(SERVER), { ip: SERVER.ip, port: 25565 }],
  ['relay_closed', 'debug', () => events.relayClosed(SERVER), { ip: SERVER.ip, port: 25565 }],
  [
    'relay_refused_origin',
    'debug',
    () => events.relayRefused('origin', '1.2.3.4'),
    { reason: 'origin', address: '1.2.3.4' },
  ],
  [
    'failure_page_shown',
    'debug',
    () => events.failurePageShown('r2', 404),
    { requestId: 'r2', status: 404 },
  ],
  [
    'request_failed_500',
    'error',
    () => events.requestFailed({ ...FAILED, error: new TypeError('x is no function') }),
    { ...FAILED, kind: 'TypeError', detail: 'x is no function' },
  ],
  [
    'page_part_failed',
    'error',
    () => events.partFailed('history', new TypeError('x')),
    { part: 'history', kind: 'TypeError', detail: 'x' },
  ],
  ['client_gone', 'debug', events.clientGone, {}],
  ['proxy_refused', 'warning', () => events.proxyRefused('10.0.0.1'), { proxy: '10.0.0.1' }],
  [
    'login_stopped',
    'info',
    () => events.loginRefused('stopped', '1.2.3.4'),
    { address: '1.2.3.4' },
  ],
];

describe('events', () => {
  test.each(EVENTS)('%s is one line of level %s, and counts', (name, level, tell, facts) => {
    const before = readCounter(name);
    tell();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, ...facts });
    expect(readCounter(name)).toBe(before + 1);
    expect(readCounters()[name]).toBe(before + 1);
  });

  test('bytes of relays are counted by direction, without a line', () => {
    const [up, down] = [readCounter('relay_bytes_to_game'), readCounter('relay_bytes_to_browser')];
    events.relayCarried('to_game', 3);
    events.relayCarried('to_browser', 4_000);
    events.relayCarried('to_browser', 0);
    expect(readCounter('relay_bytes_to_game') - up).toBe(3);
    expect(readCounter('relay_bytes_to_browser') - down).toBe(4_000);
    expect(lines).toEqual([]);
  });

  test('every function of the modules is in that table', () => {
    const silent = [events.relayCarried];
    const counted = new Set(EVENTS.map(([name]) => name));
    expect(counted.size).toBe(Object.keys({ ...events, ...storeEvents }).length - silent.length);
  });

  test('what does not belong to a server is not logged with it', () => {
    const stored = { ...SERVER, salt: 'hunter2hunter2', players: 3 };
    events.serverAppeared(stored);
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[0]).not.toContain('players');
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
  ])('%s is told without what was typed', (_, error) => {
    events.requestFailed({ ...FAILED, error });
    events.batchFailed(error);
    events.taskFailed('sweep', error);
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).not.toContain('hunter2');
  });

  test('a fault of the program is told with its message and place', () => {
    const { kind, detail, frames } = describeError(new TypeError('undefined is not an object'));
    expect([kind, detail]).toEqual(['TypeError', 'undefined is not an object']);
    expect(frames[0]).toContain('events.test.ts');
  });

  test('the innermost failure of the database is told through its wrapping', () => {
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

  test('a failure of the operating system is told, with what it was doing', () => {
    const failure = Object.assign(new Error("EACCES: permission denied, open '/data/a.db'"), {
      ...{ code: 'EACCES', syscall: 'open' },
    });
    expect(describeError(new Error('hunter2', { cause: failure }))).toMatchObject({
      kind: expect.stringContaining('EACCES'),
      detail: "EACCES: permission denied, open '/data/a.db'",
    });
  });

  test('a sentence made for people is told', () => {
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
