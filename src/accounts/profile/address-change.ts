// The e-mail address of an account in its owner's hands: confirming it, correcting it, changing it, going back.
//
// As at registration, nothing here looks up whether a new address has an account: see sign-up.ts.

import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import { accountFailures } from '../../messages/messages.ts';
import { readEmailAddress } from '../email-address.ts';
import type { Mailer } from '../email-messages.ts';
import { mustWait } from '../login/login-failures.ts';
import { createAttempts } from '../login/login-limits.ts';
import type {
  Account,
  AccountChange,
  RegistrationStore,
  SecretOfAccount,
  SecretStore,
  StoredSecret,
  Verification,
} from '../ports.ts';
import type { SharedStates } from '../security-ports.ts';
import type { PasswordProof } from '../two-factor/owner-proof.ts';
import { changedMeanwhile, type ProveCode } from './account-settings.ts';
import { changeOfSecret, requestConfirmation } from './address-account-changes.ts';
import { hashToken, nextSendAt } from './one-time-secrets.ts';
import { type ChangeOf, confirmWithCode, refuseGuess, spendToken } from './spend-secret.ts';

export interface AddressState {
  email: string;
  isConfirmed: boolean;
  pending: string | undefined;
  /** From when on another email may be requested; in the past when it may be now. */
  nextSendAt: number;
  /** Until when no code is looked at. */
  codesWaitUntil: number | undefined;
  /** Whether the mail server did not take the latest email, so far or for good. */
  isStuck: boolean;
  /** The path of this site that the confirmation leads to; empty for none. */
  next: string;
}

/** What the link of an email stands for; opening it spends nothing. */
export interface AddressLink {
  accountId: number;
  accountName: string;
  email: string;
  /** The path of this site that it leads to; empty for none. */
  next: string;
}

export type LinkPurpose = 'verify address' | 'new address' | 'undo address';

export interface AddressChangeParts {
  registration: RegistrationStore;
  secrets: SecretStore;
  mailer: Pick<Mailer, 'isOpen' | 'isStuck'>;
  clock: Clock;
  states: SharedStates;
  provePassword: PasswordProof;
  verification: Verification;
}

export function createAddressChange(parts: AddressChangeParts) {
  const { registration, secrets, mailer, clock } = parts;
  const guesses = createAttempts(parts.states, GUESSES);

  async function findWaiting(account: Account): Promise<StoredSecret | undefined> {
    const change = await secrets.findSecret(account.id, 'new address');
    if (change !== undefined && change.expiresAt > clock.now()) return change;
    return account.emailConfirmedAt === null
      ? secrets.findSecret(account.id, 'verify address')
      : undefined;
  }

  /** Only while the email is good: later, how long each kind is kept would show which kind it was. */
  async function isStuck({ email, createdAt, expiresAt }: StoredSecret): Promise<boolean> {
    return expiresAt > clock.now() && (await mailer.isStuck(email, REQUESTED, createdAt));
  }

  const changeOf: ChangeOf = (found) => changeOfSecret(found, clock.now(), parts.verification);

  async function request(
    account: Account,
    earlier: StoredSecret | undefined,
    change: AccountChange,
    to: Account,
  ): Promise<void> {
    const purpose = earlier?.purpose === 'new address' ? 'new address' : 'verify address';
    const requested = requestConfirmation(to, clock.now(), purpose, earlier);
    await apply(account, { ...change, ...requested });
  }

  function requireApart(earlier: StoredSecret | undefined): void {
    const waitMs = earlier === undefined ? 0 : nextSendAt(earlier) - clock.now();
    if (waitMs <= 0) return;
    throw mustWait(waitMs, accountFailures.email.tooSoon);
  }

  async function apply(account: Account, change: AccountChange): Promise<void> {
    if ((await registration.apply(account, change)) === undefined) throw changedMeanwhile();
  }

  return {
    async describe(account: Account) {
      const waiting = await findWaiting(account);
      return {
        email: account.email,
        isConfirmed: account.emailConfirmedAt !== null,
        pending: waiting?.purpose === 'new address' ? waiting.email : undefined,
        nextSendAt: waiting === undefined ? 0 : nextSendAt(waiting),
        codesWaitUntil: waiting?.waitUntil ?? undefined,
        isStuck: waiting !== undefined && (await isStuck(waiting)),
        next: waiting?.next ?? '',
      };
    },

    async confirmByCode(account: Account, code: string) {
      const waiting = await findWaiting(account);
      const purpose = waiting?.purpose ?? 'verify address';
      // Many accounts can claim one address: each has a code of its own to guess at.
      const attempt = await guesses.begin(mailboxKey(waiting?.email ?? account.email));
      if (attempt.outcome !== 'admitted') throw refuseGuess(attempt);
      let isWrong = false;
      const onWrong = () => {
        isWrong = true;
      };
      try {
        const requested = { account, purpose, code, changeOf, onWrong };
        return await confirmWithCode({ secrets, clock }, requested);
      } finally {
        await attempt.end(isWrong ? 'wrong' : 'neither');
      }
    },

    async findLink(purpose: LinkPurpose, token: string) {
      const found = await secrets.findByToken(purpose, hashToken(token), clock.now());
      return found && toLink(found);
    },

    /** `undefined` when the link is no longer good. Throws `conflict` when the address is another's by now. */
    async followLink(purpose: LinkPurpose, token: string) {
      const now = clock.now();
      const found = await secrets.findByToken(purpose, hashToken(token), now);
      const done = found && (await spendToken(secrets, found, now, changeOf));
      return done && toLink(done);
    },

    async sendAgain(account: Account) {
      if (!mailer.isOpen) throw new Failure('invalid', accountFailures.email.cannotSend);
      const waiting = await findWaiting(account);
      if (waiting === undefined && account.emailConfirmedAt !== null) {
        throw new Failure('invalid', accountFailures.email.confirmed);
      }
      requireApart(waiting);
      const email = waiting?.email ?? account.email;
      await request(account, waiting, {}, { ...account, email });
    },

    async correct(account: Account, typed: string) {
      if (account.emailConfirmedAt !== null || account.verifiedAt !== null) {
        throw refuseAddress(accountFailures.email.inUse);
      }
      const email = readEmailAddress(typed);
      const earlier = await secrets.findSecret(account.id, 'verify address');
      const change: AccountChange = { changes: { email }, forget: OF_ANOTHER_ADDRESS };
      if (!mailer.isOpen) return apply(account, change);
      requireApart(earlier);
      await request(account, earlier, change, { ...account, email });
    },

    /** Takes a code as well, since who has the mailbox of an account gets its login codes. */
    async change(
      account: Account,
      form: { email: string; password: string },
      address: string,
      proveCode: ProveCode,
    ) {
      const email = readEmailAddress(form.email);
      if (email === account.email) {
        throw refuseAddress(accountFailures.email.same);
      }
      await parts.provePassword(account, form.password, address);
      const now = clock.now();
      const earlier = await secrets.findSecret(account.id, 'new address');
      if (mailer.isOpen) requireApart(earlier);
      await proveCode();
      if (!mailer.isOpen) {
        // No email can be sent, so that the new address is no better proven than others here.
        const changes = { email, emailConfirmedAt: null };
        const change: AccountChange = { changes, forget: OF_ANOTHER_ADDRESS };
        await apply(account, change);
        return { isDone: true };
      }
      await apply(account, requestConfirmation({ ...account, email }, now, 'new address', earlier));
      return { isDone: false };
    },
  };
}

/** What owners do with their addresses. What does not work is thrown as a `Failure`. */
export type AddressChange = ReturnType<typeof createAddressChange>;

/** What a request for a confirmation may send, by who owns the address: all count, so that the answer shows no difference. */
const REQUESTED = ['verify address', 'confirm new address', 'address in use'] as const;

/** Links that went to another mailbox than the one that was typed: they prove nothing about that one. */
const OF_ANOTHER_ADDRESS = ['verify address', 'new address', 'reset password'] as const;

/** Codes that are not right, at one address by all who claim it. */
const GUESSES = {
  kind: 'codes for an address',
  limit: 20,
  windowMs: 60 * 60_000,
  keysAtMost: 20_000,
};

function refuseAddress(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'email' });
}

function toLink({ account, secret }: SecretOfAccount): AddressLink {
  return {
    accountId: account.id,
    accountName: account.name,
    email: secret.email,
    next: secret.next,
  };
}
