// The ports of passkeys: their store, and the check of what browsers send. Times are milliseconds since the Unix epoch.

import type { AccountVisitor, Caller } from '../../platform/lib/visitor.ts';
import type { Account, AccountEvent } from '../account/index.ts';
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
  /** Notes a use. `copied` if the counter is not higher than before, `gone` if the passkey was removed. */
  usePasskey(id: number, counter: number, at: number): Promise<'used' | 'copied' | 'gone'>;
  /** Also removes the recovery codes if no factor is left. False if the account has no such passkey. */
  removePasskey(accountId: number, id: number, notes?: FactorNotes): Promise<boolean>;
}

/** The challenge and the site that a passkey's answer must be for. */
export interface Expected {
  origin: string;
  rpId: string;
  /** Spends the challenge, and returns whether it was valid. */
  spendChallenge(challenge: string): Promise<boolean>;
}

/** Checks answers of browsers. Both functions return `undefined` for an invalid answer. */
export interface PasskeyCheck {
  readNew(
    answer: unknown,
    expected: Expected,
  ): Promise<Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined>;
  readUse(
    answer: unknown,
    passkey: Passkey,
    expected: Expected,
  ): Promise<{ counter: number; isUserVerified: boolean } | undefined>;
}
