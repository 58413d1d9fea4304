// Events: each writes one line at its level and counts, and none lets a secret out.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { Failure } from '../../src/lib/failure.ts';
import * as accountEvents from '../../src/ops/account-events.ts';
import { type CountedEvent, readCounter, readCounters } from '../../src/ops/counters.ts';
import { describeError } from '../../src/ops/describe-error.ts';
import * as emailEvents from '../../src/ops/email-events.ts';
import * as httpEvents from '../../src/ops/http-events.ts';
import * as netEvents from '../../src/ops/net-events.ts';
import * as processEvents from '../../src/ops/process-events.ts';
import * as relayEvents from '../../src/ops/relay-events.ts';
import * as serverEvents from '../../src/ops/server-events.ts';
import * as storeEvents from '../../src/ops/store-events.ts';
import { collectLogLines } from '../support/log-lines.ts';

const { certificateEvents, countryEvents, descriptorEvents, siteFileEvents, webClientEvents } =
  netEvents;

const lines = collectLogLines();

const SERVER = { hash: 'ab'.repeat(16), name: 'Lobby', ip: '203.0.113.7', port: 25565 };
const FAILED = { requestId: 'r1', method: 'GET', path: '/api/players', status: 500 };
const PLACE = { baseUrl: 'http://localhost:1', listenUrl: 'http://[::]:1', version: '1' };

const TRIED = { id: 7, kind: 'verify address', attempts: 2 };
const EMAIL = {
  kind: 'verify address',
  subject: 'Confirm',
  text: 'Open\n\nhttp://localhost/acc/verify/abc/\n\n    123456\n',
};
const NOTHING = { changed: [], needRestart: [], filesRead: [], filesFailed: [] };
const RELOADED = { ...NOTHING, changed: ['relay_limit'], filesRead: ['certificate'] };

const COPY = { path: 'backups/muster-1.db', bytes: 4096, rows: 3, tookMs: 12.3 };

const EVENTS: [CountedEvent, string, () => void, Record<string, unknown>][] = [
  ['service_started', 'info', () => processEvents.serviceStarted(PLACE), PLACE],
  [
    'database_migrated',
    'info',
    () => storeEvents.databaseMigrated({ from: 1, to: 2, backup: 'copy.db' }),
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
  [
    'backup_made',
    'info',
    () => storeEvents.backupMade({ copy: COPY, removed: ['a.db'], commandFailure: undefined }),
    { ...COPY, tookMs: 12, removed: ['a.db'] },
  ],
  [
    'database_restored',
    'warning',
    () => storeEvents.databaseRestored({ path: 'muster.db', keptAs: 'old.db' }),
    { path: 'muster.db', keptAs: 'old.db' },
  ],
  [
    'backup_failed',
    'error',
    () => storeEvents.backupFailed(new Failure('unavailable', 'The disk is full.')),
    { message: 'Backup failed', reason: 'The disk is full.' },
  ],
  ['database_files_back', 'info', storeEvents.databaseFilesBack, {}],
  [
    'writer_failed',
    'error',
    () => storeEvents.writerFailed(new Failure('unavailable', 'The thread ended.')),
    { kind: 'Failure', detail: 'The thread ended.' },
  ],
  ['writer_recovered', 'info', storeEvents.writerRecovered, {}],
  ['lead_taken', 'info', () => storeEvents.leadTaken(3), { term: 3 }],
  ['lead_lost', 'warning', () => storeEvents.leadLost(3), { term: 3 }],
  [
    'restore_refused',
    'error',
    () => storeEvents.restoreRefused('It is damaged.'),
    { reason: 'It is damaged.' },
  ],
  [
    'tables_damaged',
    'error',
    () => storeEvents.tablesDamaged({ tables: ['bans'], outcome: 'It is.', path: 'old.db' }),
    { tables: ['bans'], outcome: 'It is.', keptAs: 'old.db' },
  ],
  [
    'service_stopping',
    'info',
    () => processEvents.serviceStopping('SIGTERM'),
    { signal: 'SIGTERM' },
  ],
  ['service_stopped', 'info', processEvents.serviceStopped, {}],
  [
    'configuration_warning',
    'warning',
    () => processEvents.configurationWarning('Look.'),
    { warning: 'Look.' },
  ],
  ['server_appeared', 'info', () => serverEvents.appeared(SERVER), SERVER],
  ['server_left', 'info', () => serverEvents.left(SERVER), SERVER],
  [
    'server_relocated',
    'info',
    () => serverEvents.relocated({ hash: 'b', ip: '5.6.7.8' }, SERVER),
    { ...SERVER, hashBefore: 'b', ipBefore: '5.6.7.8' },
  ],
  [
    'heartbeat_refused',
    'debug',
    () => httpEvents.heartbeatRefused('1.2.3.4', ['No.']),
    { messages: ['No.'] },
  ],
  [
    'server_unreachable',
    'info',
    () => serverEvents.unreachable({ ip: '1.2.3.4', port: 5 }),
    { port: 5 },
  ],
  ['account_logged_in', 'info', () => accountEvents.loggedIn('Alice'), { account: 'Alice' }],
  ['account_logged_out', 'info', () => accountEvents.loggedOut('Alice'), { account: 'Alice' }],
  [
    'login_failed',
    'info',
    () => accountEvents.loginFailed('password', '1.2.3.4'),
    { reason: 'password' },
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
  ['database_recovered', 'info', serverEvents.batchRecovered, {}],
  ['geoip_reloaded', 'info', () => countryEvents.onReload('/a.mmdb'), { path: '/a.mmdb' }],
  [
    'geoip_failed',
    'error',
    () => countryEvents.onFailure('It is damaged.'),
    { reason: 'It is damaged.' },
  ],
  [
    'certificate_renewed',
    'info',
    () => certificateEvents.renewed(Date.UTC(2027, 0, 2)),
    { validUntil: '2027-01-02T00:00:00.000Z' },
  ],
  [
    'certificate_failed',
    'warning',
    () => certificateEvents.failed('It is damaged.'),
    { reason: 'It is damaged.' },
  ],
  [
    'certificate_doubted',
    'warning',
    () => certificateEvents.doubted('It ends soon.'),
    { reason: 'It ends soon.' },
  ],
  [
    'web_client_failed',
    'error',
    () => webClientEvents.onFailure('It is gone.'),
    { reason: 'It is gone.' },
  ],
  [
    'web_client_read',
    'info',
    () => webClientEvents.onRead({ folder: '/game', files: 3, bytes: 9, missing: [] }),
    { folder: '/game', files: 3, bytes: 9 },
  ],
  [
    'site_files_read',
    'info',
    () => siteFileEvents.onRead(['site_logo']),
    { settings: ['site_logo'] },
  ],
  [
    'site_files_failed',
    'error',
    () => siteFileEvents.onFailure('It is damaged.'),
    { reason: 'It is damaged.' },
  ],
  ['clock_behind', 'warning', () => serverEvents.clockBehind(600_400), { seconds: 600 }],
  ['clock_apart', 'warning', () => storeEvents.clockApart(-7_000), { aheadMs: -7_000 }],
  ['clock_stepped', 'warning', () => processEvents.clockStepped(-600_400), { seconds: -600 }],
  ['machine_slept', 'warning', () => processEvents.machineSlept(3_599_700), { seconds: 3_600 }],
  ['server_claimed', 'info', () => serverEvents.claimed('ab'), { hash: 'ab' }],
  [
    'server_moved',
    'info',
    () => serverEvents.moved('ab', { ip: '203.0.113.7', port: 1 }),
    { hash: 'ab', ip: '203.0.113.7', port: 1 },
  ],
  ['account_registered', 'info', () => accountEvents.registered('Alice'), { account: 'Alice' }],
  [
    'registration_refused',
    'info',
    () => accountEvents.registrationRefused(['name'], '1.2.3.4'),
    { fields: ['name'], address: '1.2.3.4' },
  ],
  [
    'first_administrator_made',
    'info',
    () => accountEvents.firstAdministratorMade('Alice'),
    { account: 'Alice' },
  ],
  [
    'account_changed',
    'info',
    () => accountEvents.accountChanged('password', 'Alice'),
    { change: 'password', account: 'Alice' },
  ],
  [
    'account_guessed_at',
    'warning',
    () => accountEvents.bruteForceDetected('Alice'),
    { account: 'Alice' },
  ],
  ['account_deleted', 'info', accountEvents.accountDeleted, {}],
  ['unverified_removed', 'info', () => accountEvents.unverifiedRemoved(1), { count: 1 }],
  [
    'budget_scarce',
    'warning',
    () => accountEvents.budgetScarce('registrations'),
    { what: 'registrations' },
  ],
  [
    'task_failed',
    'error',
    () => processEvents.taskFailed('sweep', new Error('x')),
    { task: 'sweep', count: 1 },
  ],
  [
    'task_recovered',
    'info',
    () => processEvents.taskRecovered('sweep', 3),
    { task: 'sweep', failures: 3 },
  ],
  ['relay_opened', 'debug', () => relayEvents.opened(SERVER), { ip: SERVER.ip, port: 25565 }],
  ['relay_closed', 'debug', () => relayEvents.closed(SERVER), { ip: SERVER.ip, port: 25565 }],
  [
    'relay_refused_origin',
    'debug',
    () => relayEvents.refused('origin', '1.2.3.4'),
    { reason: 'origin', address: '1.2.3.4' },
  ],
  [
    'failure_page_shown',
    'debug',
    () => httpEvents.failurePageShown('r2', 404),
    { requestId: 'r2', status: 404 },
  ],
  [
    'request_failed_500',
    'error',
    () => httpEvents.requestFailed({ ...FAILED, error: new TypeError('x is no function') }),
    { ...FAILED, kind: 'TypeError', detail: 'x is no function' },
  ],
  [
    'request_logged',
    'info',
    () =>
      httpEvents.requestAnswered({
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
  ['client_gone', 'debug', httpEvents.clientGone, {}],
  ['proxy_refused', 'warning', () => httpEvents.proxyRefused('10.0.0.1'), { proxy: '10.0.0.1' }],
  [
    'login_stopped',
    'info',
    () => accountEvents.loginRefused('stopped', '1.2.3.4'),
    { address: '1.2.3.4' },
  ],
  [
    'service_ended_at_once',
    'warning',
    () => processEvents.serviceEndedAtOnce('SIGTERM'),
    { signal: 'SIGTERM' },
  ],
  ['signal_ignored', 'info', () => processEvents.signalIgnored('SIGUSR1'), { signal: 'SIGUSR1' }],
  ['reloaded', 'info', () => processEvents.reloaded(RELOADED), RELOADED],
  ['reload_refused', 'error', () => processEvents.reloadRefused(['One.']), { problem: 'One.' }],
  [
    'descriptors_exhausted',
    'error',
    () => descriptorEvents.exhausted({ doNewcomersWait: true }),
    { doNewcomersWait: true, advice: expect.stringContaining('LimitNOFILE') },
  ],
  ['descriptors_freed', 'info', descriptorEvents.freed, {}],
  ['mail_off', 'warning', emailEvents.mailIsOff, { module: 'email' }],
  ['mail_development', 'warning', emailEvents.developmentIsOn, {}],
  ['email_written', 'warning', () => emailEvents.emailWritten(EMAIL), EMAIL],
  ['email_queued', 'debug', () => emailEvents.queued('test'), { kind: 'test' }],
  ['email_dropped', 'warning', () => emailEvents.dropped('test', 'full'), { reason: 'full' }],
  [
    'email_sent',
    'info',
    () => emailEvents.sent(TRIED),
    { outboxId: 7, kind: TRIED.kind, attempts: 2 },
  ],
  [
    'email_postponed',
    'warning',
    () => emailEvents.postponed({ ...TRIED, reason: '451 busy' }),
    { outboxId: 7, reason: '451 busy' },
  ],
  [
    'email_failed',
    'error',
    () => emailEvents.failed({ ...TRIED, reason: '550 no' }),
    { outboxId: 7, reason: '550 no' },
  ],
  [
    'mail_queue_failed',
    'error',
    () => emailEvents.queueFailed(new TypeError('x is no y')),
    { kind: 'TypeError' },
  ],
  [
    'task_failed',
    'error',
    () => serverEvents.claimFailed(new Error('x')),
    { task: 'complete a claim', count: 1 },
  ],
  [
    'task_failed',
    'error',
    () => serverEvents.listFailed(new Error('x')),
    { task: 'compress the list', count: 1 },
  ],
];

describe('events', () => {
  test.each(EVENTS)('%s is one line of level %s, and counts', (name, level, tell, facts) => {
    const before = readCounter(name);
    tell();
    expect(lines).toMatchObject([{ level, ...facts }]);
    expect(readCounter(name)).toBe(before + 1);
    expect(readCounters()[name]).toBe(before + 1);
  });

  test('bytes of relays are counted by direction, without a line', () => {
    const [up, down] = [readCounter('relay_bytes_to_game'), readCounter('relay_bytes_to_browser')];
    relayEvents.carried('to_game', 3);
    relayEvents.carried('to_browser', 4_000);
    relayEvents.carried('to_browser', 0);
    expect(readCounter('relay_bytes_to_game') - up).toBe(3);
    expect(readCounter('relay_bytes_to_browser') - down).toBe(4_000);
    expect(lines).toEqual([]);
  });

  test('a reload warns of settings that need a restart, and of each problem', () => {
    processEvents.reloaded({ ...NOTHING, needRestart: ['listen'] });
    processEvents.reloadRefused(['One.', 'Two.']);
    expect(lines).toMatchObject([
      { level: 'info', needRestart: ['listen'] },
      { level: 'warning', settings: ['listen'] },
      { level: 'error', problem: 'One.' },
      { level: 'error', problem: 'Two.' },
    ]);
  });

  test('every function of the modules is in that table', () => {
    const functions = [
      ...[accountEvents, emailEvents, httpEvents, processEvents, relayEvents, serverEvents],
      ...[storeEvents, ...Object.values(netEvents)],
    ].flatMap((module) => Object.values<unknown>({ ...module }));
    const silent = [relayEvents.carried];
    // The files of the database can be gone in two ways.
    const reported = EVENTS.filter(([name]) => name !== 'database_files_gone').length + 1;
    expect(reported).toBe(functions.length - silent.length);
  });

  test('what does not belong to a server is not logged with it', () => {
    const stored = { ...SERVER, salt: 'hunter2hunter2', players: 3 };
    serverEvents.appeared(stored);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|players/);
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
    httpEvents.requestFailed({ ...FAILED, error });
    serverEvents.batchFailed(error);
    processEvents.taskFailed('sweep', error);
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
