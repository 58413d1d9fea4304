// The ports of passkeys: their store, and the check of what browsers send. Times are milliseconds since the Unix epoch.

import type { FactorNotes, TurnedOn } from '../two-factor/index.ts';

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

/** What a browser says that the passkey answered, and where. */
export interface Expected {
  origin: string;
  rpId: string;
  /** Spends the challenge, and returns whether it was valid. */
  spendChallenge(challenge: string): Promise<boolean>;
}

/** Checks answers of browsers. Both return `undefined` for an answer that is not right. */
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
