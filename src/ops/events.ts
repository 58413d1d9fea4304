// One function for each event of the business: it writes the log line and counts.

import { Failure } from '../lib/failure.ts';
import { countEvent } from './counters.ts';
import { describeError } from './describe-error.ts';
import { loggerOf } from './log.ts';

const service = loggerOf('service');
const servers = loggerOf('servers');
const accounts = loggerOf('accounts');
const store = loggerOf('store');
const net = loggerOf('net');
const relay = loggerOf('relay');

/** The service answers requests from now on. */
export function serviceStarted(facts: {
  baseUrl: string;
  listenUrl: string;
  version: string;
}): void {
  countEvent('service_started');
  service.info('Service started', facts);
}

/** The service was told to stop by a signal and finishes what it has begun. */
export function serviceStopping(signal: string): void {
  countEvent('service_stopping');
  service.info('Service stopping', { signal });
}

/** Everything is on disk and closed. */
export function serviceStopped(): void {
  countEvent('service_stopped');
  service.info('Service stopped');
}

/** The database was brought up to date; the copy of how it was stays until somebody removes it. */
export function databaseMigrated(change: {
  from: number;
  to: number;
  backup: string | undefined;
}): void {
  countEvent('database_migrated');
  store.info('Database brought up to date', change);
}

/** The wall clock of the machine was set, forward or back; servers stay listed. */
export function clockStepped(ms: number): void {
  countEvent('clock_stepped');
  service.warning('The clock of this machine was set', { seconds: Math.round(ms / 1_000) });
}

/** The machine slept, and no heartbeat was heard meanwhile; servers stay listed. */
export function machineSlept(ms: number): void {
  countEvent('machine_slept');
  service.warning('This machine was asleep', { seconds: Math.round(ms / 1_000) });
}

/** A setting works, but not as one may think. */
export function configurationWarning(sentence: string): void {
  countEvent('configuration_warning');
  service.warning('Check the settings', { warning: sentence });
}

type Server = { hash: string; name: string; ip: string; port: number };

/** A server was listed that was not before, or came back after it was gone. */
export function serverAppeared(server: Server): void {
  countEvent('server_appeared');
  const { hash, name, ip, port } = server;
  servers.info('Server appeared', { hash, name, ip, port });
}

/** A server went stale and left every list. */
export function serverLeft(server: Server): void {
  countEvent('server_left');
  const { hash, name, ip, port } = server;
  servers.info('Server left', { hash, name, ip, port });
}

/** A server sends its heartbeats from another address by now, and is listed with that alone. */
export function serverRelocated(before: Pick<Server, 'hash' | 'ip'>, after: Server): void {
  countEvent('server_relocated');
  const { hash, name, ip, port } = after;
  const was = { hashBefore: before.hash, ipBefore: before.ip };
  servers.info('Server changed its address', { hash, name, ip, port, ...was });
}

/** A heartbeat was answered with a failure; the messages are those of the answer. */
export function heartbeatRefused(ip: string, messages: readonly string[]): void {
  countEvent('heartbeat_refused');
  servers.debug('Heartbeat refused', { ip, messages: [...messages] });
}

/** The port of a public server could not be reached. */
export function serverUnreachable(ip: string, port: number): void {
  countEvent('server_unreachable');
  servers.info('Port of a public server is not open', { ip, port });
}

/** An operator showed that they control a server. */
export function serverClaimed(hash: string): void {
  countEvent('server_claimed');
  servers.info('Server claimed', { hash });
}

/** The operator of a claimed server showed that they control the address that players join on. */
export function serverMoved(hash: string, { ip, port }: { ip: string; port: number }): void {
  countEvent('server_moved');
  servers.info('Server joined on a public address', { hash, ip, port });
}

/** Somebody logged in. Names of accounts are public. */
export function accountLoggedIn(accountName: string): void {
  countEvent('account_logged_in');
  accounts.info('Account logged in', { account: accountName });
}

/** Somebody logged out. */
export function accountLoggedOut(accountName: string): void {
  countEvent('account_logged_out');
  accounts.info('Account logged out', { account: accountName });
}

/** Somebody registered. */
export function accountRegistered(accountName: string): void {
  countEvent('account_registered');
  accounts.info('Account registered', { account: accountName });
}

/** The first administrator was made by the link that the start printed. */
export function firstAdministratorMade(accountName: string): void {
  countEvent('first_administrator_made');
  accounts.info('First administrator made', { account: accountName });
}

/** An owner did something to an account: changed its password, say. */
export function accountChanged(change: string, accountName: string): void {
  countEvent('account_changed');
  accounts.info('Account changed', { change, account: accountName });
}

/** An account is being guessed at from many places; its owner is told. Once for each time it begins. */
export function bruteForceDetected(accountName: string): void {
  countEvent('account_guessed_at');
  accounts.warning('Somebody is guessing a password', { account: accountName });
}

/** An owner deleted an account. Not even the name is kept. */
export function accountDeleted(): void {
  countEvent('account_deleted');
  accounts.info('Account deleted by its owner');
}

/** Little is left of a budget that all networks share; told once an hour for each. */
export function budgetScarce(what: string): void {
  countEvent('budget_scarce');
  service.warning('Little is left for new callers: many networks ask at once', { what });
}

/** Accounts that nobody ever verified were removed. */
export function unverifiedRemoved(count: number): void {
  countEvent('unverified_removed', count);
  accounts.info('Accounts removed that were never verified', { count });
}

/** A batch of servers could not be saved; it is tried again. */
export function batchFailed(error: unknown): void {
  countEvent('batch_failed');
  store.error('Servers could not be saved, trying again', describeStoreFailure(error));
}

/** The service ended before `count` servers could be saved; the start lists them as they were saved last. */
export function batchLost(error: unknown, count: number): void {
  countEvent('batch_lost');
  store.error('Servers could not be saved before the end, and are as they were saved last', {
    count,
    ...describeStoreFailure(error),
  });
}

/** Saving works again after it failed. */
export function databaseRecovered(): void {
  countEvent('database_recovered');
  store.info('Servers are saved again');
}

/** The operator's country database was read, at the start or because it changed. */
export function geoipReloaded(path: string): void {
  countEvent('geoip_reloaded');
  net.info('Country database read', { path });
}

/** The operator's country database cannot be used; the sentence says why, and what is used instead. */
export function geoipFailed(sentence: string): void {
  countEvent('geoip_failed');
  net.error('Country database cannot be read', { reason: sentence });
}

/** Newcomers are greeted with a renewed certificate from now on; `validUntil` in epoch milliseconds. */
export function certificateRenewed(validUntil: number): void {
  countEvent('certificate_renewed');
  net.info('Certificate renewed', { validUntil: new Date(validUntil).toISOString() });
}

/** The new certificate cannot be used; the sentence says why, and that the one before stays. */
export function certificateFailed(sentence: string): void {
  countEvent('certificate_failed');
  net.warning('Certificate cannot be used', { reason: sentence });
}

/** The certificate is in use, but clients will not trust it, or not for long. */
export function certificateDoubted(sentence: string): void {
  countEvent('certificate_doubted');
  net.warning('Certificate is doubtful', { reason: sentence });
}

/** The files of the web client were read, at the start or because they changed. */
export function webClientRead(facts: {
  folder: string;
  files: number;
  bytes: number;
  missing: string[];
}): void {
  countEvent('web_client_read');
  const { folder, files, bytes, missing } = facts;
  net.info('Web client read', { folder, files, bytes });
  for (const note of missing) net.warning('The web client is not whole', { folder, missing: note });
}

/** The folder of the web client cannot be used any more; the sentence says why. */
export function webClientFailed(sentence: string): void {
  countEvent('web_client_failed');
  net.error('Web client not usable', { reason: sentence });
}

/**
 * A task in the background failed; it runs again at its next turn. `count` is how often it failed
 * since the last line about it.
 */
export function taskFailed(task: string, error: unknown, count = 1): void {
  countEvent('task_failed', count);
  const { kind, detail, frames } = describeError(error);
  service.error('Background task failed', { task, count, kind, detail, frames: [...frames] });
}

/** A task in the background that failed works again; `count` is how often it failed since the last line. */
export function taskRecovered(task: string, count: number): void {
  countEvent('task_recovered');
  if (count > 0) countEvent('task_failed', count);
  service.info('Background task works again', { task, failures: count });
}

/** A browser was let in and is being connected to a game server. */
export function relayOpened({ ip, port }: { ip: string; port: number }): void {
  countEvent('relay_opened');
  relay.debug('Relay opened', { ip, port });
}

/** Neither the browser nor the game server is left. */
export function relayClosed({ ip, port }: { ip: string; port: number }): void {
  countEvent('relay_closed');
  relay.debug('Relay closed', { ip, port });
}

/** A relay was refused; each reason is counted by itself. */
export function relayRefused(reason: string, address: string): void {
  countEvent(`relay_refused_${reason}`);
  relay.debug('Relay refused', { reason, address });
}

const CARRIED = {
  to_game: 'relay_bytes_to_game',
  to_browser: 'relay_bytes_to_browser',
} as const;

/** A relay carried so many bytes. */
export function relayCarried(direction: keyof typeof CARRIED, bytes: number): void {
  countEvent(CARRIED[direction], bytes);
}

/** What the store said; `reason` tells the operator what to do. */
function describeStoreFailure(error: unknown): { kind: string; detail: string; reason?: string } {
  const { kind, detail } = describeError(error);
  return error instanceof Failure ? { kind, detail, reason: error.message } : { kind, detail };
}
