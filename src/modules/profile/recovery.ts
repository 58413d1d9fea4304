// New passwords for owners who forgot theirs: requested by name or address, and set by a link that works once.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure, isBusy } from '../../platform/lib/failure.ts';
import { createNetworkBudget } from '../../platform/lib/network-budget.ts';
import { type BoundedPasswords, SHOWN_AS_OWNER } from '../../platform/lib/password-hashing.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import type { Report } from '../../platform/ops/events.ts';
import {
  type AccountEmailKind,
  createFormChallenges,
  hashToken,
  isAccountName,
  isEmailAddress,
  makeToken,
  mustWait,
  notifyOwner,
  PROOF,
  type RegistrationRules,
  requireGoodPassword,
  requireProof,
  SECRET_LIFETIME_MS,
  type SecretOfAccount,
  type SecretStore,
  spendToken,
  WITHOUT_PROOF_MS,
} from '../account/index.ts';
import type { EmailJobStore, Mailer } from '../email/index.ts';
import { recoveryFailures } from './messages.ts';

export interface RequestWork {
  sessionValue: string;
  challenge: string;
  proof: string;
}

const NO_WORK: RequestWork = { sessionValue: '', challenge: '', proof: '' };

/** The requests of one network: five at once, then one every three minutes. */
const BUDGET = { refill: 1, everyMs: 3 * 60_000, capacity: 5 };
const BUDGET_IN_ALL = { refill: 1, everyMs: 6_000, capacity: 200 };

export function createRecovery(ports: {
  outbox: EmailJobStore;
  secrets: SecretStore;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  rules: RegistrationRules;
  report: Report;
  passwords: BoundedPasswords;
}) {
  const { outbox, secrets, clock } = ports;
  const budget = createNetworkBudget(ports, {
    kind: 'password resets',
    ofAddress: BUDGET,
    ofAll: BUDGET_IN_ALL,
  });
  const challenges = createFormChallenges(ports, 'forms of password resets');
  const isWorkRequired = async () => ports.rules.isProofOfWorkRequired && (await budget.isScarce());

  /** The form shows even when the database is away; only sending it fails then. */
  async function isWorkKnown(): Promise<boolean> {
    try {
      return await isWorkRequired();
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  async function findGood(token: string) {
    const found = await secrets.findByToken('reset password', hashToken(token), clock.now());
    return found && isGood(found) ? found : undefined;
  }

  return {
    /** Looks nothing up, so that neither the answer nor its time reveals whether an account exists. */
    async request(typed: string, address: string, work: RequestWork = NO_WORK) {
      const requested = typed.trim();
      const { cannotSend, whoMissing, needsWork, tooMany } = recoveryFailures;
      if (!ports.mailer.isOpen) throw new Failure('invalid', cannotSend);
      if (!isAccountName(requested) && !isEmailAddress(requested)) {
        throw new Failure('invalid', whoMissing, { field: 'who' });
      }
      const { sessionValue, challenge, proof } = work;
      const isWorked = await isWorkRequired();
      if (isWorked) {
        const ageMs = challenges.findAge(sessionValue, challenge);
        if (ageMs === undefined) throw new Failure('invalid', needsWork);
        requireProof(challenge, proof, ageMs);
      }
      const seconds = await budget.spend(address);
      if (seconds > 0) throw mustWait(seconds * 1_000, tooMany);
      if (isWorked && !(await challenges.spend(sessionValue, challenge))) {
        throw new Failure('invalid', needsWork);
      }
      const createdAt = clock.now();
      await outbox.addEmailJob({
        kind: 'reset password',
        accountId: null,
        accountName: '',
        language: currentLanguage(),
        recipient: requested,
        token: makeToken(),
        code: '',
        createdAt,
        validUntil: createdAt + SECRET_LIFETIME_MS['reset password'],
      });
    },

    /** The data of the form while requests need a proof of work; otherwise `undefined`. */
    async openForm(sessionValue: string, earlier: string = '') {
      if (!(await isWorkKnown())) return undefined;
      const challenge = challenges.renew(sessionValue, earlier);
      return { challenge, proof: PROOF, waitWithoutProofMs: WITHOUT_PROOF_MS };
    },

    async findLink(token: string) {
      const found = await findGood(token);
      return found && { accountName: found.account.name };
    },

    /** `undefined` when the link is no longer valid. Throws `invalid` at the field `new_password`, and when busy. */
    async reset(token: string, newPassword: string) {
      const found = await findGood(token);
      if (found === undefined) return undefined;
      requireGoodPassword(newPassword, found.account, 'new_password');
      const caller = { from: { accountId: found.account.id }, known: SHOWN_AS_OWNER };
      const passwordHash = await ports.passwords.by(caller).hash(newPassword);
      const now = clock.now();
      const done = await spendToken(secrets, found, now, (read) => {
        if (!isGood(read)) return undefined;
        const emailJobs = notifyOwner<AccountEmailKind>(read.account, 'password changed', now);
        return { changes: { passwordHash }, endSessions: true, emailJobs };
      });
      return done && { accountId: done.account.id, accountName: done.account.name };
    },
  };
}

export type Recovery = ReturnType<typeof createRecovery>;

function isGood({ secret, account }: SecretOfAccount): boolean {
  return secret.email === account.email;
}
