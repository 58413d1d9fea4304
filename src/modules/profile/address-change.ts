// The owner's email address: confirming, correcting and changing it, and undoing a change.
//
// As at registration, nothing here looks up whether a new address has an account: see sign-up.ts.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure, isBusy } from '../../platform/lib/failure.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type AccountChange,
  type AccountChanges,
  type ChangeOf,
  changedMeanwhile,
  confirmWithCode,
  createAttempts,
  type EndGuess,
  hashToken,
  LoginFailure,
  makeSecret,
  mustWait,
  nextSendAt,
  type RegistrationRules,
  type RegistrationStore,
  readEmailAddress,
  refuseCodesFor,
  type SecretOfAccount,
  type SecretStore,
  type StoredSecret,
  spendToken,
  type Verification,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import type { Mailer } from '../email/index.ts';
import type { OwnerProof, Proof } from '../two-factor/index.ts';
import type { AddressEmail } from './address-emails.ts';

export type LinkPurpose = 'verify address' | 'new address' | 'undo address';

/** The emails that a confirmation request may send, by the address's owner. All count, so that no answer differs. */
const REQUESTED = ['verify address', 'confirm new address', 'address in use'] as const;

/** Links that went to another mailbox than the typed one, so they prove nothing about it. */
const OF_ANOTHER_ADDRESS = ['verify address', 'new address', 'reset password'] as const;

/** The limit of wrong codes at one address, for all accounts that claim it. */
const GUESSES = {
  kind: 'codes for an address',
  limit: 20,
  windowMs: 60 * 60_000,
  keysAtMost: 20_000,
};

interface AddressPorts {
  registration: RegistrationStore;
  secrets: SecretStore;
  mailer: Mailer<AddressEmail>;
  clock: Clock;
  states: SharedStates;
  rules: RegistrationRules;
  ownerProof: OwnerProof;
}

/** Creates the address actions of owners. Everything refused is thrown as a `Failure`. */
export function createAddressChange(ports: AddressPorts) {
  const { secrets, mailer, clock } = ports;

  async function findWaiting(account: Account): Promise<StoredSecret | undefined> {
    const change = await secrets.findSecret(account.id, 'new address');
    if (change !== undefined && change.expiresAt > clock.now()) return change;
    return account.emailConfirmedAt === null
      ? secrets.findSecret(account.id, 'verify address')
      : undefined;
  }

  /** Tells only while the email is valid: each kind is kept for another time, which would reveal the kind. */
  async function isStuck({ email, createdAt, expiresAt }: StoredSecret): Promise<boolean> {
    return expiresAt > clock.now() && (await mailer.isStuck(email, REQUESTED, createdAt));
  }

  return {
    async describe(account: Account) {
      const waiting = await findWaiting(account);
      return describeAddress(account, waiting, waiting !== undefined && (await isStuck(waiting)));
    },

    ...createConfirmation(ports, findWaiting),
    ...createRequests(ports, findWaiting),
  };
}

type FindWaiting = (account: Account) => Promise<StoredSecret | undefined>;

/** Confirms and undoes changes, by the code or the link of an email. */
function createConfirmation(ports: AddressPorts, findWaiting: FindWaiting) {
  const { secrets, clock } = ports;
  const { verification } = ports.rules;
  const countGuess = createGuessLimit(ports.states);
  const changeOf: ChangeOf = (found) => changeOfSecret(found, clock.now(), verification);

  return {
    async confirmByCode(account: Account, code: string) {
      const waiting = await findWaiting(account);
      const purpose = waiting?.purpose ?? 'verify address';
      // Many accounts can claim one address, and each has its own code to guess.
      return countGuess(waiting?.email ?? account.email, (onWrong) =>
        confirmWithCode(secrets, clock.now(), { account, purpose, code, changeOf, onWrong }),
      );
    },

    /** Finds the change that an email's link stands for. Opening the link spends nothing. */
    async findLink(purpose: LinkPurpose, token: string) {
      const found = await secrets.findByToken(purpose, hashToken(token), clock.now());
      return found && toLink(found);
    },

    /** `undefined` when the link is no longer valid. Throws `conflict` when another account has the address by now. */
    async followLink(purpose: LinkPurpose, token: string) {
      const now = clock.now();
      const found = await secrets.findByToken(purpose, hashToken(token), now);
      const done = found && (await spendToken(secrets, found, now, changeOf));
      return done && toLink(done);
    },
  };
}

/** Corrects and changes the address, and sends the emails that ask for its confirmation. */
function createRequests(ports: AddressPorts, findWaiting: FindWaiting) {
  const { registration, secrets, mailer, clock, ownerProof } = ports;

  async function request(
    account: Account,
    earlier: StoredSecret | undefined,
    change: AccountChange,
    email: string,
    purpose: LinkPurpose = earlier?.purpose === 'new address' ? earlier.purpose : 'verify address',
  ): Promise<void> {
    const owner = { ...account, email };
    const requested = emailSecret(owner, clock.now(), purpose, { earlier });
    await apply(account, { ...change, ...requested });
  }

  async function apply(account: Account, change: AccountChange): Promise<void> {
    if ((await registration.apply(account, change)) === undefined) throw changedMeanwhile();
  }

  return {
    async sendAgain(account: Account) {
      if (!mailer.isOpen) throw new Failure('invalid', accountFailures.email.cannotSend);
      const waiting = await findWaiting(account);
      if (waiting === undefined && account.emailConfirmedAt !== null) {
        throw new Failure('invalid', accountFailures.email.confirmed);
      }
      requireApart(waiting, clock.now());
      await request(account, waiting, {}, waiting?.email ?? account.email);
    },

    async correct(account: Account, typed: string) {
      if (account.emailConfirmedAt !== null || account.verifiedAt !== null) {
        throw refuseAddress(accountFailures.email.inUse);
      }
      const email = readEmailAddress(typed, mailer);
      const earlier = await secrets.findSecret(account.id, 'verify address');
      const change: AccountChange = { changes: { email }, forget: OF_ANOTHER_ADDRESS };
      if (!mailer.isOpen) return apply(account, change);
      requireApart(earlier, clock.now());
      await request(account, earlier, change, email);
    },

    /** Also takes a code, because the owner of an account's mailbox gets its login codes. */
    async change(account: Account, form: Proof & { email: string }, caller: Caller) {
      const email = readEmailAddress(form.email, mailer);
      if (email === account.email) throw refuseAddress(accountFailures.email.same);
      await ownerProof.requirePassword(account, form, caller);
      const earlier = await secrets.findSecret(account.id, 'new address');
      if (mailer.isOpen) requireApart(earlier, clock.now());
      await ownerProof.requireCode(account, form.code, caller);
      if (!mailer.isOpen) {
        // No email can be sent, so the new address is no better proven than others here.
        const changes = { email, emailConfirmedAt: null };
        await apply(account, { changes, forget: OF_ANOTHER_ADDRESS });
        return { isDone: true };
      }
      await request(account, earlier, {}, email, 'new address');
      return { isDone: false };
    },
  };
}

/** Limits guesses at the codes of an address. Throws `rate_limited` and `unavailable`. */
function createGuessLimit(states: SharedStates) {
  const guesses = createAttempts(states, GUESSES);

  async function begin(email: string): Promise<EndGuess> {
    try {
      return await guesses.begin(mailboxKey(email));
    } catch (error) {
      if (!(error instanceof LoginFailure)) throw error;
      const { kind, retryAfterSeconds = 0 } = error;
      if (!isBusy(error)) throw refuseCodesFor(retryAfterSeconds * 1_000);
      throw new Failure(kind, accountFailures.code.busy, { field: 'code', retryAfterSeconds });
    }
  }

  return async <Result>(
    email: string,
    guess: (onWrong: () => void) => Promise<Result>,
  ): Promise<Result> => {
    const end = await begin(email);
    let isWrong = false;
    try {
      return await guess(() => {
        isWrong = true;
      });
    } finally {
      await end(isWrong ? 'wrong' : 'neither');
    }
  };
}

/** Throws while another email to the same address has to wait. */
function requireApart(earlier: StoredSecret | undefined, now: number): void {
  const waitMs = earlier === undefined ? 0 : nextSendAt(earlier) - now;
  if (waitMs > 0) throw mustWait(waitMs, accountFailures.email.tooSoon);
}

/** The address and its pending confirmation, as the owner sees them. */
function describeAddress(account: Account, waiting: StoredSecret | undefined, isStuck: boolean) {
  return {
    email: account.email,
    isConfirmed: account.emailConfirmedAt !== null,
    pending: waiting?.purpose === 'new address' ? waiting.email : undefined,
    /** When the next email may be requested; a past time allows it at once. */
    nextSendAt: waiting === undefined ? 0 : nextSendAt(waiting),
    /** Codes are refused until this time. */
    codesWaitUntil: waiting?.waitUntil ?? undefined,
    /** Whether the mail server has not accepted the latest email, for now or for good. */
    isStuck,
    /** The path on this site that the confirmation leads to; empty for none. */
    next: waiting?.next ?? '',
  };
}

export type AddressChange = ReturnType<typeof createAddressChange>;

export type AddressState = Awaited<ReturnType<AddressChange['describe']>>;

function toLink({ account, secret: { email, next } }: SecretOfAccount) {
  return { accountId: account.id, accountName: account.name, email, next };
}

function refuseAddress(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'email' });
}

type Owner = Pick<Account, 'name' | 'email' | 'language'>;

function changeOfSecret(
  { secret, account }: SecretOfAccount,
  now: number,
  verification: Verification,
): AccountChange {
  // Proof of a mailbox verifies the owner, with the first address or a later one.
  const confirmed = {
    emailConfirmedAt: now,
    ...(verification === 'mail' ? { verifiedAt: account.verifiedAt ?? now } : {}),
  };
  switch (secret.purpose) {
    case 'verify address':
      return { changes: confirmed };
    case 'new address':
      return changeAddress(account, { ...confirmed, email: secret.email }, now);
    default:
      // Links that undo later changes would lead to addresses of the person who made those changes.
      return {
        changes: { email: secret.email, emailConfirmedAt: now },
        endSessions: true,
        forget: ['new address', 'reset password', 'verify address', 'undo address'],
      };
  }
}

function changeAddress(account: Account, changes: AccountChanges, now: number): AccountChange {
  const forget = ['reset password', 'verify address'] as const;
  // An unconfirmed address may be a stranger's.
  if (account.emailConfirmedAt === null) return { changes, forget };
  return { changes, forget, ...emailSecret(account, now, 'undo address') };
}

/** Requests a confirmation of a new account's address. The confirmation leads to the path `next`. */
export function confirmNewAccount(account: Owner, now: number, next = '') {
  return emailSecret(account, now, 'verify address', { next });
}

/** A secret about an address, and the email that holds it. It replaces the secret `earlier`. */
function emailSecret(
  { name: accountName, email, language }: Owner,
  now: number,
  purpose: LinkPurpose,
  { earlier, next }: { earlier?: StoredSecret | undefined; next?: string } = {},
): AccountChange {
  const { stored: secret, token, code } = makeSecret({ purpose, email, now, next }, earlier);
  const times = { createdAt: now, validUntil: secret.expiresAt };
  const kind = purpose === 'undo address' ? 'address changed' : purpose;
  return {
    secret,
    emailJobs: [{ kind, accountName, language, recipient: email, token, code, ...times }],
  };
}
