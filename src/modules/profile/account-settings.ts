// Actions of owners on their whole account: set a password or language, read a copy of everything, delete it.

import type { Clock } from '../../platform/lib/clock.ts';
import { type BoundedPasswords, SHOWN_AS_OWNER } from '../../platform/lib/password-hashing.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import type { Language } from '../../platform/messages/language.ts';
import {
  type Account,
  type AccountEmailKind,
  type AccountStore,
  changedMeanwhile,
  notifyOwner,
  type RegistrationRules,
  type RegistrationStore,
  requireGoodPassword,
  reserveName,
} from '../account/index.ts';
import type { OwnerProof, Proof } from '../two-factor/index.ts';

/** Everything but the language takes the owner's proof. Throws `conflict` when somebody changed the account. */
export function createAccountSettings(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  clock: Clock;
  rules: RegistrationRules;
  passwords: BoundedPasswords;
  ownerProof: OwnerProof;
}) {
  const { registration, clock, ownerProof } = ports;
  const { nameReservedDays } = ports.rules;
  return {
    async changePassword(
      account: Account,
      { newPassword, ...proof }: Proof & { newPassword: string },
      caller: Caller,
    ) {
      requireGoodPassword(newPassword, account, 'new_password');
      await ownerProof.requirePassword(account, proof, caller);
      const place = { from: { accountId: account.id }, known: SHOWN_AS_OWNER };
      const passwordHash = await ports.passwords.by(place).hash(newPassword);
      await ownerProof.requireCode(account, proof.code, caller);
      const changed = await registration.apply(account, {
        changes: { passwordHash },
        endSessions: true,
        emailJobs: notifyOwner<AccountEmailKind>(account, 'password changed', clock.now()),
      });
      if (changed === undefined) throw changedMeanwhile();
      return changed;
    },

    /** Everything stored about the account, ready for JSON, without secrets. */
    async readEverything(account: Account, proof: Proof, caller: Caller) {
      await ownerProof.require(account, proof, caller);
      return registration.readEverything(account);
    },

    async changeLanguage(account: Account, language: Language) {
      if (account.language === language) return;
      await ports.accounts.updateAccount(account.id, { language }, { endSessions: false });
    },

    async remove(account: Account, proof: Proof, caller: Caller) {
      await ownerProof.require(account, proof, caller);
      const now = clock.now();
      const [emailJob] = notifyOwner<AccountEmailKind>(account, 'account deleted', now);
      const removed = await registration.remove(account, {
        ...reserveName(account.name, now, nameReservedDays),
        now,
        emailJob: emailJob && { ...emailJob, accountId: null },
      });
      if (removed === undefined) throw changedMeanwhile();
    },
  };
}

export type AccountSettings = ReturnType<typeof createAccountSettings>;
