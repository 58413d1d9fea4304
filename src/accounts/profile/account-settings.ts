// What owners do with their account as a whole: a new password, a copy of everything, and leaving.

import type { Clock } from '../../lib/clock.ts';
import { type BoundedPasswords, refuseIfBusy } from '../hashing.ts';
import { notifyOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';
import { isRefused, type Refusable, type Refusal, refuse } from '../refusal.ts';
import { findPasswordProblem } from '../registration/password-choice.ts';
import { hashSkeleton } from '../registration/reserved-names.ts';
import type { RegistrationStore } from '../registration-ports.ts';
import type { PasswordChange } from './password-change.ts';

/**
 * Asks for the code of a second factor where one is on; `undefined` for a right one, which is spent. It
 * is asked last, when nothing else is wrong.
 */
export type ProveCode = () => Promise<Refusal | undefined>;

/** What owners do with their account. `address` is where they come from. */
export interface AccountSettings {
  /** Ends all sessions; the caller starts this one anew. */
  changePassword(
    account: Account,
    form: { password: string; newPassword: string },
    address: string,
    proveCode: ProveCode,
  ): Promise<Refusable<{ account: Account }>>;
  /** Everything that is kept about the account, ready for JSON, without secrets. */
  readEverything(
    account: Account,
    password: string,
    address: string,
    proveCode: ProveCode,
  ): Promise<Refusable<{ everything: Record<string, unknown> }>>;
  /** Removes the account; its name stays reserved for some time. */
  remove(
    account: Account,
    password: string,
    address: string,
    proveCode: ProveCode,
  ): Promise<Refusable<{ name: string; reservedUntil: number }>>;
}

const DAY_MS = 24 * 60 * 60_000;
const CHANGED_MEANWHILE = 'Your account was changed at the same time: load this page anew.';

/** Makes the verbs. */
export function createAccountSettings(ports: {
  registration: RegistrationStore;
  clock: Clock;
  passwords: BoundedPasswords;
  passwordChange: PasswordChange;
  nameReservedDays: number;
}): AccountSettings {
  const { registration, clock, passwordChange } = ports;
  return {
    async changePassword(account, { password, newPassword }, address, proveCode) {
      const problem = findPasswordProblem(newPassword, account);
      if (problem !== undefined) return refuse('new_password', problem);
      const proof = await passwordChange.prove(account, password, address);
      if (isRefused(proof)) return proof;
      const passwords = ports.passwords.by({ from: { accountId: account.id }, isKnown: true });
      const hashed = await refuseIfBusy(passwords.hash(newPassword));
      if (isRefused(hashed)) return hashed;
      const refusal = await proveCode();
      if (refusal !== undefined) return { refusals: [refusal] };
      const passwordHash = hashed.result;
      const changed = await registration.apply(account, {
        changes: { passwordHash },
        endSessions: true,
        emailJobs: notifyOwner(account, 'password changed', clock.now()),
      });
      return changed === undefined ? refuse(undefined, CHANGED_MEANWHILE) : { account: changed };
    },

    async readEverything(account, password, address, proveCode) {
      const proof = await passwordChange.prove(account, password, address);
      if (isRefused(proof)) return proof;
      const refusal = await proveCode();
      if (refusal !== undefined) return { refusals: [refusal] };
      return { everything: await registration.readEverything(account) };
    },

    async remove(account, password, address, proveCode) {
      const proof = await passwordChange.prove(account, password, address);
      if (isRefused(proof)) return proof;
      const refusal = await proveCode();
      if (refusal !== undefined) return { refusals: [refusal] };
      const now = clock.now();
      const reservedUntil = now + ports.nameReservedDays * DAY_MS;
      const [emailJob] = notifyOwner(account, 'account deleted', now);
      const removed = await registration.remove(account, {
        skeletonHash: hashSkeleton(account.name),
        reservedUntil,
        now,
        emailJob: emailJob && { ...emailJob, accountId: null },
      });
      return removed === undefined
        ? refuse(undefined, CHANGED_MEANWHILE)
        : { name: removed.name, reservedUntil };
    },
  };
}
