// What owners do with their account as a whole: a new password, a language, a copy of everything, and deleting it.

import type { Language } from '../../messages/language.ts';
import { notifyOwner } from '../account-events.ts';
import { reserveName } from '../account-names.ts';
import { changedMeanwhile } from '../login/login-failures.ts';
import { type BoundedPasswords, requireGoodPassword, SHOWN_AS_OWNER } from '../passwords.ts';
import type { Account, Ports } from '../ports.ts';
import type { PasswordProof } from '../two-factor/owner-proof.ts';

/** Spends the code of a second factor where one is on, or throws a `Failure`. It is called last, when nothing else is wrong. */
export type ProveCode = () => Promise<void>;

/** Everything but the language takes the password, and throws `conflict` when somebody else changed the account. */
export function createAccountSettings(
  ports: Pick<Ports, 'accounts' | 'registration' | 'clock' | 'rules'> & {
    passwords: BoundedPasswords;
    provePassword: PasswordProof;
  },
) {
  const { registration, clock, provePassword } = ports;
  const { nameReservedDays } = ports.rules;
  return {
    async changePassword(
      account: Account,
      { password, newPassword }: { password: string; newPassword: string },
      address: string,
      proveCode: ProveCode,
    ) {
      requireGoodPassword(newPassword, account, 'new_password');
      await provePassword(account, password, address);
      const caller = { from: { accountId: account.id }, known: SHOWN_AS_OWNER };
      const passwordHash = await ports.passwords.by(caller).hash(newPassword);
      await proveCode();
      const changed = await registration.apply(account, {
        changes: { passwordHash },
        endSessions: true,
        emailJobs: notifyOwner(account, 'password changed', clock.now()),
      });
      if (changed === undefined) throw changedMeanwhile();
      return changed;
    },

    /** Everything that is kept about the account, ready for JSON, without secrets. */
    async readEverything(
      account: Account,
      password: string,
      address: string,
      proveCode: ProveCode,
    ) {
      await provePassword(account, password, address);
      await proveCode();
      return registration.readEverything(account);
    },

    async changeLanguage(account: Account, language: Language) {
      if (account.language === language) return;
      await ports.accounts.updateAccount(account.id, { language }, { endSessions: false });
    },

    async remove(account: Account, password: string, address: string, proveCode: ProveCode) {
      await provePassword(account, password, address);
      await proveCode();
      const now = clock.now();
      const [emailJob] = notifyOwner(account, 'account deleted', now);
      const removed = await registration.remove(account, {
        ...reserveName(account.name, now, nameReservedDays),
        now,
        emailJob: emailJob && { ...emailJob, accountId: null },
      });
      if (removed === undefined) throw changedMeanwhile();
    },
  };
}
