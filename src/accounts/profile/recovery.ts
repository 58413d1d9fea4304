// A new password for whoever forgot the old one: asked for by name or address, set by a link of one use.

import type { Clock } from '../../lib/clock.ts';
import { isAccountName } from '../account-name.ts';
import { isEmailAddress } from '../email-address.ts';
import type { EmailJobStore, Mailer } from '../email-messages.ts';
import { type BoundedPasswords, refuseIfBusy } from '../hashing.ts';
import { createNetworkBudget } from '../network-budget.ts';
import { notifyOwner } from '../notify-owner.ts';
import { describeWait, isRefused, type Refusable, type Refusal, refuse } from '../refusal.ts';
import { createFormChallenges } from '../registration/form-challenges.ts';
import { findPasswordProblem } from '../registration/password-choice.ts';
import { isProof, PROOF } from '../registration/proof-of-work.ts';
import {
  type RegistrationCheckForm,
  refuseUnproven,
  WITHOUT_PROOF_MS,
} from '../registration/registration-limits.ts';
import type { SecretOfAccount, SecretStore } from '../registration-ports.ts';
import { hashToken, makeToken, SECRET_LIFETIME_MS } from './one-time-secrets.ts';
import { spendToken } from './spend-secret.ts';

/** Getting into an account again. */
export interface Recovery {
  /**
   * Leaves an errand and looks nothing up, so that neither the answer nor its time tells whether there
   * is such an account. `asked` is a name or an e-mail address.
   */
  request(
    requested: string,
    address: string,
    work?: RequestWork,
  ): Promise<Refusable<{ isRequested: true }>>;
  /**
   * What the form carries while so many requests come in that browsers have to work for theirs;
   * `undefined` otherwise. `earlier` is the challenge that it carried before.
   */
  openForm(sessionValue: string, earlier?: string): RegistrationCheckForm | undefined;
  /** Forgets what has expired. */
  sweep(): void;
  /** Whose link it is; `undefined` when it is no longer good. Spends nothing. */
  findLink(token: string): Promise<{ accountName: string } | undefined>;
  /** Sets the password and ends all sessions; `undefined` when the link is no longer good. */
  reset(
    token: string,
    newPassword: string,
  ): Promise<Refusable<{ accountId: number; accountName: string }> | undefined>;
}

/** What a request brought of the work that may be asked for; empty where it brought none. */
export interface RequestWork {
  sessionValue: string;
  challenge: string;
  proof: string;
}

const NO_WORK: RequestWork = { sessionValue: '', challenge: '', proof: '' };

/** Requests of one network: five at once, then one every three minutes. */
const BUDGET = { refill: 1, everyMs: 3 * 60_000, capacity: 5 };
/** All requests together. */
const BUDGET_IN_ALL = { refill: 1, everyMs: 6_000, capacity: 200 };

/** Makes the verbs. */
export function createRecovery(ports: {
  outbox: EmailJobStore;
  secrets: SecretStore;
  mailer: Pick<Mailer, 'isOpen'>;
  clock: Clock;
  passwords: BoundedPasswords;
  isProofOfWorkRequired: boolean;
  /** Told when requests come in such numbers that little is left of their budget. */
  onScarce?: () => void;
}): Recovery {
  const { outbox, secrets, clock } = ports;
  const budget = createNetworkBudget(clock, {
    ofAddress: BUDGET,
    ofAll: BUDGET_IN_ALL,
    ...(ports.onScarce && { onScarce: ports.onScarce }),
  });
  const challenges = createFormChallenges(clock);
  const isWorkRequired = () => ports.isProofOfWorkRequired && budget.isScarce();

  function findMissingWork({ sessionValue, challenge, proof }: RequestWork): Refusal | undefined {
    if (!isWorkRequired()) return undefined;
    const ageMs = challenges.findAge(sessionValue, challenge);
    if (ageMs === undefined) return MANY_REQUESTS;
    const waitMs = isProof(challenge, proof) ? 0 : WITHOUT_PROOF_MS - ageMs;
    return waitMs > 0 ? refuseUnproven(waitMs) : undefined;
  }

  async function findGood(tokenHash: string) {
    const found = await secrets.findByToken('reset password', tokenHash, clock.now());
    return found && isGood(found) ? found : undefined;
  }

  return {
    async request(typed, address, work = NO_WORK) {
      const requested = typed.trim();
      if (!ports.mailer.isOpen) {
        return refuse(
          undefined,
          'This site cannot send mail: ask its operator for a new password.',
        );
      }
      if (!isAccountName(requested) && !isEmailAddress(requested)) {
        return refuse('who', 'Type the name of your account, or its e-mail address.');
      }
      const missing = findMissingWork(work);
      if (missing !== undefined) return { refusals: [missing] };
      const isWorked = isWorkRequired();
      const seconds = budget.spend(address);
      if (seconds > 0) {
        const wait = describeWait(seconds * 1_000);
        const message = `Letters were asked for many times from your network, or on this site: ask again in ${wait}.`;
        return refuse(undefined, message, seconds * 1_000);
      }
      if (isWorked && !challenges.spend(work.sessionValue, work.challenge)) {
        return { refusals: [MANY_REQUESTS] };
      }
      const createdAt = clock.now();
      await outbox.addEmailJob({
        kind: 'reset password',
        accountId: null,
        accountName: '',
        recipient: requested,
        token: makeToken(),
        code: '',
        createdAt,
        validUntil: createdAt + SECRET_LIFETIME_MS['reset password'],
      });
      return { isRequested: true };
    },

    openForm(sessionValue, earlier = '') {
      if (!isWorkRequired()) return undefined;
      const isGood = challenges.findAge(sessionValue, earlier) !== undefined;
      const challenge = isGood ? earlier : challenges.issue(sessionValue);
      return { challenge, proof: PROOF, waitWithoutProofMs: WITHOUT_PROOF_MS };
    },
    sweep: challenges.sweep,

    async findLink(token) {
      const found = await findGood(hashToken(token));
      return found && { accountName: found.account.name };
    },

    async reset(token, newPassword) {
      const tokenHash = hashToken(token);
      const found = await findGood(tokenHash);
      if (found === undefined) return undefined;
      const problem = findPasswordProblem(newPassword, found.account);
      if (problem !== undefined) return refuse('new_password', problem);
      const from = { accountId: found.account.id };
      const passwords = ports.passwords.by({ from, isKnown: true });
      const hashed = await refuseIfBusy(passwords.hash(newPassword));
      if (isRefused(hashed)) return hashed;
      const passwordHash = hashed.result;
      const now = clock.now();
      const done = await spendToken(secrets, found, now, (read) => {
        if (!isGood(read)) return undefined;
        const emailJobs = notifyOwner(read.account, 'password changed', now);
        return { changes: { passwordHash }, endSessions: true, emailJobs };
      });
      return done && { accountId: done.account.id, accountName: done.account.name };
    },
  };
}

const MANY_REQUESTS: Refusal = {
  field: undefined,
  message:
    'Many letters are being asked for, so your browser has to do a small piece of work first: send the form again.',
};

/** A link is good while the mailbox that it went to is the account's. */
function isGood({ secret, account }: SecretOfAccount): boolean {
  return secret.email === account.email;
}
