// The ports of passkeys: their store, and the check of what browsers send. Times are milliseconds since the Unix epoch.

import type { AccountVisitor, Caller } from '../../platform/lib/visitor.ts';
import type {
  Account,
  AccountEvent,
  RegistrationOutcome,
  RegistrationRequest,
} from '../account/index.ts';
import type { Proof, SecurityStore } from '../two-factor/index.ts';

type TurnOn = SecurityStore['turnOnMailCodes'];
type TurnedOn = Awaited<ReturnType<TurnOn>>;
export type FactorNotes = NonNullable<Parameters<TurnOn>[3]>;

export type Owner = AccountVisitor<Account>;

/** The security of accounts: proof of the owner, notes of a change, and recovery codes with the first factor. */
export interface OwnerSecurity {
  requireProof(owner: Owner, proof: Proof, caller: Caller): Promise<void>;
  noteOf(
    owner: Owner,
    caller: Caller,
    event: AccountEvent,
    change: 'turned on' | 'turned off',
    detail: string,
  ): FactorNotes;
  turnOn(
    owner: Owner,
    caller: Caller,
    event: AccountEvent,
    keep: (recoveryHashes: readonly string[], notes: FactorNotes) => Promise<TurnedOn>,
    detail: string,
  ): Promise<void>;
}

export interface Passkey {
  id: number;
  accountId: number;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** The signatures that the passkey has made; 0 for those that do not count. */
  counter: number;
  transports: string;
  name: string;
  /** The id of the account in the passkey, for accounts that began with one; `null` if it follows from the account. */
  userHandle: string | null;
  createdAt: number;
  /** The start of the UTC day of the latest use. */
  lastUsedAt: number | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>;

/** Stores passkeys. The notes belong to the change, and are not written if nothing changes. */
export interface PasskeyStore {
  /** The oldest first. */
  listPasskeys(accountId: number): Promise<Passkey[]>;
  findPasskey(credentialId: string): Promise<Passkey | undefined>;
  /** Refused if the account is gone or has `atMost` passkeys, or if some account has this one. */
  addPasskey(
    passkey: NewPasskey,
    given: { atMost: number; recoveryHashes: readonly string[]; notes?: FactorNotes | undefined },
  ): Promise<TurnedOn>;
  /** Registers an account whose only proof is this passkey: both, or neither. Refused if some account has the passkey. */
  registerAccount(
    request: RegistrationRequest,
    passkey: Omit<NewPasskey, 'accountId'>,
  ): Promise<RegistrationOutcome | 'refused'>;
  /** Notes a use. `copied` if the counter is not higher than before, `gone` if the passkey was removed. */
  usePasskey(id: number, counter: number, at: number): Promise<'used' | 'copied' | 'gone'>;
  /**
   * Also removes the recovery codes if no factor is left. `gone` if the account has no such passkey, `needed` if it is
   * the last one of an account without a password.
   */
  removePasskey(
    accountId: number,
    id: number,
    notes?: FactorNotes,
  ): Promise<'removed' | 'gone' | 'needed'>;
}

/** The challenge and the site that a passkey's answer must be for. */
export interface Expected {
  origin: string;
  rpId: string;
  /** Spends the challenge, and returns whether it was valid. */
  spendChallenge(challenge: string): Promise<boolean>;
}

/** A passkey that a browser created, and whether it verified its user. */
export interface MadePasskey
  extends Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> {
  isUserVerified: boolean;
}

/** Checks answers of browsers. Both functions return `undefined` for an invalid answer. */
export interface PasskeyCheck {
  readNew(answer: unknown, expected: Expected): Promise<MadePasskey | undefined>;
  readUse(
    answer: unknown,
    passkey: Passkey,
    expected: Expected,
  ): Promise<{ counter: number; isUserVerified: boolean } | undefined>;
}
