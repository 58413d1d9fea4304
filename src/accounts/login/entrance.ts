// The way from the right password to a session: the second factor, the session itself, and who is told.

import type { Clock } from '../../lib/clock.ts';
import { findCountryName } from '../../lib/country-name.ts';
import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import type { Caller } from '../caller.ts';
import type { Post } from '../letters.ts';
import type { Account, AccountStore } from '../ports.ts';
import type { Demand, SecondFactor } from '../second-factor/second-factor.ts';
import { refuseSuspended } from '../suspension.ts';
import { writeToOwner } from '../tell-owner.ts';
import type { AccountSessions } from './account-sessions.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import { type Arrival, DEVICES_AT_MOST, type Devices } from './devices.ts';
import { LOGIN_ERRORS, type Refusal } from './login-failures.ts';
import type { Visitor } from './visitors.ts';

/** A caller who showed the right password of an account. */
export interface Approach {
  arrival: Arrival;
  /** What is needed beside the password; `undefined` when nothing is. */
  demand: Demand | undefined;
}

/** How somebody came in. Both values are secrets of the visitor. */
export interface Entered {
  sessionValue: string;
  /** Of the `device` cookie; `undefined` for launchers. */
  deviceValue: string | undefined;
}

/** Lets the owners of accounts in. */
export interface Entrance {
  approach(account: Account, visitor: Visitor, caller: Caller): Promise<Approach>;
  /**
   * Starts a session in place of the visitor's (C3.7). Refused, and nothing has happened, when the account changed since it was read.
   */
  enter(
    account: Account,
    visitor: Visitor,
    arrival: Arrival,
  ): Promise<({ account: Account } & Entered) | Refusal>;
}

/** Makes the entrance. */
export function createEntrance(parts: {
  accounts: AccountStore;
  /** Whether a login may put a new hash of the same password in the place of this one. */
  isOutdated(passwordHash: string): boolean;
  anonymous: AnonymousSessions;
  ofAccounts: AccountSessions;
  devices: Devices;
  secondFactor: SecondFactor;
  post: Post;
  clock: Clock;
}): Entrance {
  const { accounts, isOutdated, anonymous, ofAccounts, devices, secondFactor, post, clock } = parts;

  async function tellOfNewDevice(account: Account, arrival: Arrival): Promise<void> {
    if (arrival.isKnown || arrival.isFirst) return;
    const { device } = arrival;
    const country = findCountryName(arrival.country) ?? 'unknown';
    await writeToOwner(post, account, { kind: 'new device', device, country, at: clock.now() });
  }

  async function explainRefusedStart(checked: Account): Promise<Refusal> {
    const account = await accounts.findAccountById(checked.id);
    if (!account) return { error: LOGIN_ERRORS.username };
    const isChanged = account.passwordHash !== checked.passwordHash;
    // Another login of the same moment may have upgraded the hash: nothing is wrong with the password.
    if (isChanged && !isOutdated(checked.passwordHash)) return { error: LOGIN_ERRORS.password };
    if (account.suspendedAt !== null) return refuseSuspended(account);
    // Suspended and restored within the blink: nothing is wrong any more.
    return { error: LOGIN_ERRORS.busy };
  }

  return {
    async approach(account, visitor, caller) {
      const hasOwnSession = visitor.kind === 'account' && visitor.account.id === account.id;
      const arrival = await devices.recognise(account, caller, hasOwnSession);
      return { arrival, demand: await secondFactor.findDemand(account, arrival) };
    },
    async enter(account, visitor, arrival) {
      const { device, country, learns } = arrival;
      const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
      // A browser logs in to any account to get another key: its wrong codes go on counting for the new one.
      if (learns.rotates !== undefined) secondFactor.noteRotation(learns.rotates);
      const sessionValue = await ofAccounts.start(account, endsValue, {
        entry: toLogEntry(clock.now(), 'logged in', { device, country }),
        logBounds: LOG_BOUNDS,
        deviceKeyHashes: learns.keyHashes,
        devicesAtMost: DEVICES_AT_MOST,
        rotates: learns.rotates,
      });
      if (sessionValue === undefined) return explainRefusedStart(account);
      // C3.7
      if (visitor.kind === 'anonymous') anonymous.end(visitor.value);
      await tellOfNewDevice(account, arrival);
      return { account, sessionValue, deviceValue: learns.deviceValue };
    },
  };
}
