// One function for each refusal of a login or a registration; a flood of them is told as numbers.

import { groupOfAddress } from '../lib/address.ts';
import { countEvent } from './counters.ts';
import { loggerOf } from './log.ts';
import { createRepeats } from './repeats.ts';

const accounts = loggerOf('accounts');

/**
 * A login failed; `reason` is what the answer says. The name is not logged: people type their
 * password into that field.
 */
export function loginFailed(reason: string, address: string): void {
  countEvent('login_failed');
  // Of these there is a limit for each address, and programs that watch the log count them.
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
  busy: 'Login not looked at, there are too many',
} as const;

const refusedLogins = createRepeats<{ outcome: keyof typeof REFUSED_LOGIN; address: string }>({
  first: ({ outcome, address }) => accounts.info(REFUSED_LOGIN[outcome], { address }),
  others: ({ outcome, address }, count) =>
    accounts.info(REFUSED_LOGIN[outcome], { addresses: groupOfAddress(address), count }),
  rest: (count) => accounts.info('More logins refused from other addresses', { count }),
});

/** A login was refused unseen: from this address too many were wrong, or the service has too much to do. */
export function loginRefused(outcome: keyof typeof REFUSED_LOGIN, address: string): void {
  countEvent(`login_${outcome}`);
  refusedLogins.note(`${outcome} ${groupOfAddress(address)}`, { outcome, address });
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

/** A registration was refused; `fields` are those that something was wrong with. */
export function registrationRefused(fields: readonly string[], address: string): void {
  countEvent('registration_refused');
  refusedRegistrations.note(groupOfAddress(address), { fields, address });
}
