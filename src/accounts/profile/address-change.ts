// The e-mail address of an account in its owner's hands: confirming it, correcting it, changing it, going back.
//
// As at registration, nothing here asks whether a new address has an account: see sign-up.ts.

import type { Clock } from '../../lib/clock.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import { readEmailAddress } from '../email-address.ts';
import type { Mailer } from '../email-messages.ts';
import { createAttempts } from '../login/attempts.ts';
import type { Account } from '../ports.ts';
import { describeWait, isRefused, type Refusable, refuse } from '../refusal.ts';
import type { Verification } from '../registration/sign-up.ts';
import type {
  AccountChange,
  RegistrationStore,
  SecretOfAccount,
  SecretStore,
  StoredSecret,
} from '../registration-ports.ts';
import { type CodeAnswer, confirmWithCode, refuseGuess } from '../two-factor/code-confirmation.ts';
import type { ProveCode } from './account-settings.ts';
import { changeOfSecret, requestConfirmation } from './address-account-changes.ts';
import { hashToken, nextSendAt } from './one-time-secrets.ts';
import type { PasswordChange } from './password-change.ts';
import { type ChangeOf, spendToken } from './spend-secret.ts';

/** Where the address of an account stands, as its owner sees it. */
export interface AddressState {
  email: string;
  isConfirmed: boolean;
  /** An address that waits to be confirmed in place of this one. */
  pending: string | undefined;
  /** From when on another letter may be asked for; in the past when it may be now. */
  nextSendAt: number;
  /** Until when no code is looked at. */
  codesWaitUntil: number | undefined;
  /** Whether the mail server did not take the latest letter, so far or for good. */
  isStuck: boolean;
}

/** What the link of a letter stands for; opening it spends nothing. */
export interface AddressLink {
  accountId: number;
  accountName: string;
  email: string;
}

/** What owners do with their addresses. */
export interface AddressChange {
  describe(account: Account): Promise<AddressState>;
  /** Confirms the address that waits, of a new account or of a change, by the code of the letter. */
  confirmByCode(account: Account, code: string): Promise<CodeAnswer>;
  findLink(purpose: LinkPurpose, token: string): Promise<AddressLink | undefined>;
  /** `undefined` when the link is no longer good. Throws `conflict` when the address is another's by now. */
  followLink(purpose: LinkPurpose, token: string): Promise<AddressLink | undefined>;
  sendAgain(account: Account): Promise<Refusable<{ email: string }>>;
  /** Before it is confirmed, an address can be put right without a password: nothing hangs on it yet. */
  correct(account: Account, email: string): Promise<Refusable<{ email: string }>>;
  /** Takes a code as well, since who has the mailbox of an account gets its login codes. */
  change(
    account: Account,
    form: { email: string; password: string },
    address: string,
    proveCode: ProveCode,
  ): Promise<Refusable<{ email: string; isDone: boolean }>>;
}

/** What a link about an address is good for. */
export type LinkPurpose = 'verify address' | 'new address' | 'undo address';

/** What the addresses are made of. */
export interface AddressChangeParts {
  registration: RegistrationStore;
  secrets: SecretStore;
  mailer: Pick<Mailer, 'isOpen' | 'isStuck'>;
  clock: Clock;
  passwordChange: PasswordChange;
  verification: Verification;
}

/** Makes the verbs on their ports. */
export function createAddressChange(parts: AddressChangeParts): AddressChange {
  const { registration, secrets, mailer, clock } = parts;
  const guesses = createAttempts(clock, GUESSES);

  async function findWaiting(account: Account): Promise<StoredSecret | undefined> {
    const change = await secrets.findSecret(account.id, 'new address');
    if (change !== undefined && change.expiresAt > clock.now()) return change;
    return account.emailConfirmedAt === null
      ? secrets.findSecret(account.id, 'verify address')
      : undefined;
  }

  /** Asked while the letter is good alone: later on, how long each kind is kept would tell them apart. */
  async function isStuck({ email, createdAt, expiresAt }: StoredSecret): Promise<boolean> {
    return expiresAt > clock.now() && (await mailer.isStuck(email, REQUESTED, createdAt));
  }

  const changeOf: ChangeOf = (found) => changeOfSecret(found, clock.now(), parts.verification);

  async function request(
    account: Account,
    earlier: StoredSecret | undefined,
    change: AccountChange,
    to: Account,
  ) {
    const purpose = earlier?.purpose === 'new address' ? 'new address' : 'verify address';
    const requested = requestConfirmation(to, clock.now(), purpose, earlier);
    return registration.apply(account, { ...change, ...requested });
  }

  function refuseTooSoon(earlier: StoredSecret | undefined) {
    const waitMs = earlier === undefined ? 0 : nextSendAt(earlier) - clock.now();
    if (waitMs <= 0) return undefined;
    const message = `A letter was sent a moment ago: ask for another in ${describeWait(waitMs)}.`;
    return refuse(undefined, message, waitMs);
  }

  return {
    async describe(account) {
      const waiting = await findWaiting(account);
      return {
        email: account.email,
        isConfirmed: account.emailConfirmedAt !== null,
        pending: waiting?.purpose === 'new address' ? waiting.email : undefined,
        nextSendAt: waiting === undefined ? 0 : nextSendAt(waiting),
        codesWaitUntil: waiting?.waitUntil ?? undefined,
        isStuck: waiting !== undefined && (await isStuck(waiting)),
      };
    },

    async confirmByCode(account, code) {
      const waiting = await findWaiting(account);
      const purpose = waiting?.purpose ?? 'verify address';
      // Many accounts can claim one address: each has a code of its own to guess at.
      const attempt = guesses.begin(mailboxKey(waiting?.email ?? account.email));
      if (attempt.outcome !== 'admitted') return refuseGuess(attempt);
      let isWrong = false;
      const onWrong = () => {
        isWrong = true;
      };
      try {
        const requested = { account, purpose, code, changeOf, onWrong };
        return await confirmWithCode({ secrets, clock }, requested);
      } finally {
        attempt.end(isWrong);
      }
    },

    async findLink(purpose, token) {
      const found = await secrets.findByToken(purpose, hashToken(token), clock.now());
      return found && toLink(found);
    },

    async followLink(purpose, token) {
      const now = clock.now();
      const found = await secrets.findByToken(purpose, hashToken(token), now);
      const done = found && (await spendToken(secrets, found, now, changeOf));
      return done && toLink(done);
    },

    async sendAgain(account) {
      if (!mailer.isOpen) return refuse(undefined, NO_MAIL);
      const waiting = await findWaiting(account);
      if (waiting === undefined && account.emailConfirmedAt !== null) {
        return refuse(undefined, 'Your address is confirmed already: there is nothing to send.');
      }
      const tooSoon = refuseTooSoon(waiting);
      if (tooSoon !== undefined) return tooSoon;
      const email = waiting?.email ?? account.email;
      const done = await request(account, waiting, {}, { ...account, email });
      return done === undefined ? refuse(undefined, CHANGED_MEANWHILE) : { email };
    },

    async correct(account, typed) {
      if (account.emailConfirmedAt !== null || account.verifiedAt !== null) {
        return refuse(
          'email',
          'Your account is in use already: change the address with your password.',
        );
      }
      const { email, problem } = readEmailAddress(typed);
      if (problem !== undefined) return refuse('email', problem);
      const earlier = await secrets.findSecret(account.id, 'verify address');
      const tooSoon = mailer.isOpen ? refuseTooSoon(earlier) : undefined;
      if (tooSoon !== undefined) return tooSoon;
      const change: AccountChange = { changes: { email }, forget: OF_ANOTHER_ADDRESS };
      const done = mailer.isOpen
        ? await request(account, earlier, change, { ...account, email })
        : await registration.apply(account, change);
      return done === undefined ? refuse(undefined, CHANGED_MEANWHILE) : { email };
    },

    async change(account, form, address, proveCode) {
      const { email, problem } = readEmailAddress(form.email);
      if (problem !== undefined) return refuse('email', problem);
      if (email === account.email) {
        return refuse('email', 'This is your address already: type another.');
      }
      const proof = await parts.passwordChange.prove(account, form.password, address);
      if (isRefused(proof)) return proof;
      const now = clock.now();
      const earlier = await secrets.findSecret(account.id, 'new address');
      const tooSoon = mailer.isOpen ? refuseTooSoon(earlier) : undefined;
      if (tooSoon !== undefined) return tooSoon;
      const refusal = await proveCode();
      if (refusal !== undefined) return { refusals: [refusal] };
      if (!mailer.isOpen) {
        // Nobody can be asked, so that the new address is no better proven than others here.
        const changes = { email, emailConfirmedAt: null };
        const change: AccountChange = { changes, forget: OF_ANOTHER_ADDRESS };
        const done = await registration.apply(account, change);
        return done === undefined ? refuse(undefined, CHANGED_MEANWHILE) : { email, isDone: true };
      }
      const change = requestConfirmation({ ...account, email }, now, 'new address', earlier);
      const done = await registration.apply(account, change);
      return done === undefined ? refuse(undefined, CHANGED_MEANWHILE) : { email, isDone: false };
    },
  };
}

/** What a request for a confirmation sends, whoever owns the address: all count, so that none can be told apart. */
const REQUESTED = ['verify address', 'confirm new address', 'address in use'] as const;

/** Links that went to another mailbox than the one that was typed: they say nothing about that one. */
const OF_ANOTHER_ADDRESS = ['verify address', 'new address', 'reset password'] as const;

/** Codes that are not right, at one address by all who claim it. */
const GUESSES = { limit: 20, windowMs: 60 * 60_000, keysAtMost: 20_000 };

const NO_MAIL = 'This site has no mail set up, so that no letter can be sent: ask its operator.';
const CHANGED_MEANWHILE = 'Your account was changed at the same time: load this page anew.';

function toLink({ account, secret }: SecretOfAccount): AddressLink {
  return { accountId: account.id, accountName: account.name, email: secret.email };
}
