// One function for each event of accounts: it writes the log line and counts. Floods of refusals are logged as numbers.

import { groupOfAddress } from '../lib/address.ts';
import { countEvent } from './counters.ts';
import { loggerOf } from './log.ts';
import { createRepeats } from './repeats.ts';

const accounts = loggerOf('accounts');
const service = loggerOf('service');

/** Somebody logged in. Names of accounts are public. */
export function loggedIn(accountName: string): void {
  countEvent('account_logged_in');
  accounts.info('Account logged in', { account: accountName });
}

/** Somebody logged out. */
export function loggedOut(accountName: string): void {
  countEvent('account_logged_out');
  accounts.info('Account logged out', { account: accountName });
}

/**
 * A login failed; `reason` is what the answer says. The name is not logged: people type their
 * password into that field.
 */
export function loginFailed(reason: string, address: string): void {
  countEvent('login_failed');
  // Each address has a limit of these, and programs that watch the log count them.
  if (reason === 'password' || reason === 'username') {
    accounts.info('Login failed', { reason, address });
  } else failedLogins.note(`${reason} ${groupOfAddress(address)}`, { reason, address });
}

const failedLogins = createRepeats<{ reason: string; address: string }>({
  first: (facts) => accounts.info('Login failed', facts),
  others: ({ reason, address }, count) =>
    accounts.info('More logins failed', { reason, addresses: groupOfAddress(address), count }),
  rest: (count) => accounts.info('More logins failed from other addresses', { count }),
});

const REFUSED_LOGIN = {
  stopped: 'Login stopped after too many wrong ones',
  busy: 'Login not checked, there are too many',
} as const;

const refusedLogins = createRepeats<{ outcome: keyof typeof REFUSED_LOGIN; address: string }>({
  first: ({ outcome, address }) => accounts.info(REFUSED_LOGIN[outcome], { address }),
  others: ({ outcome, address }, count) =>
    accounts.info(REFUSED_LOGIN[outcome], { addresses: groupOfAddress(address), count }),
  rest: (count) => accounts.info('More logins refused from other addresses', { count }),
});

/** A login was refused without a check: this address sent too many wrong ones, or the service is busy. */
export function loginRefused(outcome: keyof typeof REFUSED_LOGIN, address: string): void {
  countEvent(`login_${outcome}`);
  refusedLogins.note(`${outcome} ${groupOfAddress(address)}`, { outcome, address });
}

/** Somebody registered. */
export function registered(accountName: string): void {
  countEvent('account_registered');
  accounts.info('Account registered', { account: accountName });
}

const refusedRegistrations = createRepeats<{ fields: readonly string[]; address: string }>({
  first: ({ fields, address }) =>
    accounts.info('Registration refused', { fields: [...fields], address }),
  others: ({ fields, address }, count) =>
    accounts.info('More registrations refused', {
      ...{ fields: [...fields], addresses: groupOfAddress(address), count },
    }),
  rest: (count) => accounts.info('More registrations refused from other addresses', { count }),
});

/** A registration was refused; `fields` are those with a problem. */
export function registrationRefused(fields: readonly string[], address: string): void {
  countEvent('registration_refused');
  refusedRegistrations.note(groupOfAddress(address), { fields, address });
}

/** The first administrator was made by the link that the start printed. */
export function firstAdministratorMade(accountName: string): void {
  countEvent('first_administrator_made');
  accounts.info('First administrator made', { account: accountName });
}

/** An owner changed an account, its password for example. */
export function accountChanged(change: string, accountName: string): void {
  countEvent('account_changed');
  accounts.info('Account changed', { change, account: accountName });
}

/** An owner deleted an account. Not even the name is kept. */
export function accountDeleted(): void {
  countEvent('account_deleted');
  accounts.info('Account deleted by its owner');
}

/** The password of an account is being guessed from many places; its owner gets an email. Once each time it begins. */
export function bruteForceDetected(accountName: string): void {
  countEvent('account_guessed_at');
  accounts.warning('Somebody is guessing a password', { account: accountName });
}

/** Accounts that nobody ever verified were removed. */
export function unverifiedRemoved(count: number): void {
  countEvent('unverified_removed', count);
  accounts.info('Accounts removed that were never verified', { count });
}

/** Little is left of a budget that all networks share; reported once an hour for each. */
export function budgetScarce(what: string): void {
  countEvent('budget_scarce');
  service.warning('Little is left for new callers: many networks ask at once', { what });
}
