// Passkeys of accounts: adding and removing them, and the login with one, after the password or in place of it.

import { groupOfAddress } from '../../platform/lib/address.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { hasPassword } from '../../platform/lib/password-hashing.ts';
import { createSignedTokens, openSessionStates } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { cleanText, countCharacters, isVisible, ownCopy } from '../../platform/lib/text.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type AccountLog,
  type AccountStore,
  createAttempts,
  type GuessOutcome,
  LoginFailure,
} from '../account/index.ts';
import type { Devices } from '../sessions/index.ts';
import type { PasskeyAnswer, Proof } from '../two-factor/index.ts';
import type { Report } from './events.ts';
import { passkeyFailures as failures } from './messages.ts';
import {
  CHALLENGE_MS,
  type Creation,
  createCreation,
  createPasskeyRegistration,
  describeCredential,
  findRelyingParty,
  type Party,
  readAnswer,
  refused,
  userHandleOf,
} from './new-passkeys.ts';
import type {
  Expected,
  FactorNotes,
  Owner,
  OwnerSecurity,
  PasskeyCheck,
  PasskeyStore,
} from './passkey-ports.ts';

const PASSKEYS_AT_MOST = 10;
export const MAX_NAME_LENGTH = 40;

const ATTEMPTS = {
  kind: 'passkeys from an address',
  limit: 30,
  rightLimit: 100,
  windowMs: 5 * MINUTE_MS,
  keysAtMost: 10_000,
};

interface PasskeyParts {
  passkeys: PasskeyStore;
  accounts: AccountStore;
  security: OwnerSecurity;
  devices: Devices;
  log: AccountLog;
  check: PasskeyCheck;
  states: SharedStates;
  clock: Clock;
  baseUrl: string;
  siteName(): string;
  report: Report;
}

export function createPasskeys(parts: PasskeyParts) {
  const party = findRelyingParty(parts.baseUrl);
  const creation = createCreation(parts, party);
  return {
    isOffered: party !== undefined,
    origin: party?.origin ?? '',
    list: parts.passkeys.listPasskeys,
    ...createPasskeySettings(parts, party, creation),
    ...createPasskeyLogin(parts, party),
    ...createPasskeyRegistration(parts, creation),
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The list of an owner's passkeys. */
function createPasskeySettings(parts: PasskeyParts, party: Party, creation: Creation) {
  const { passkeys, security, devices, states, clock } = parts;
  const bounds = { most: 10_000, lifetimeMs: CHALLENGE_MS };
  const adding = openSessionStates<{ name: string }>(states, 'passkeys being added', bounds);

  async function requireRoom({ account }: Owner): Promise<void> {
    const isFull = (await passkeys.listPasskeys(account.id)).length >= PASSKEYS_AT_MOST;
    if (isFull) throw new Failure('conflict', failures.tooMany(PASSKEYS_AT_MOST));
  }

  return {
    /** The first step: the owner proves who they are. The second step must follow within five minutes in this session. */
    async start(owner: Owner, typed: string, proof: Proof, caller: Caller): Promise<void> {
      if (party === undefined) throw new Failure('conflict', failures.notOffered);
      const text = cleanText(typed);
      if (countCharacters(text) > MAX_NAME_LENGTH) {
        throw new Failure('invalid', failures.name(MAX_NAME_LENGTH), { field: 'name' });
      }
      await requireRoom(owner);
      await security.requireProof(owner, proof, caller);
      const name = isVisible(text) ? ownCopy(text) : devices.describe(caller).device;
      await adding.put(owner.value, { name });
    },

    /** The second step: the name, and what the browser needs to create a passkey, in the form of the standard. */
    async findSetup({ account, value }: Owner) {
      const started = await adding.find(value);
      if (started === undefined || party === undefined) return undefined;
      const own = await passkeys.listPasskeys(account.id);
      const id = own[0]?.userHandle ?? userHandleOf(account.id);
      const user = { id, name: account.name };
      return { name: started.name, options: creation.describe(value, user, own, 'preferred') };
    },

    /** Stores the passkey that the browser created. The first factor of the account comes with recovery codes. */
    async add(owner: Owner, answerText: string, caller: Caller): Promise<void> {
      const started = await adding.find(owner.value);
      if (started === undefined || party === undefined) throw refused();
      const { isUserVerified: _, ...made } = await creation.read(owner.value, answerText);
      await requireRoom(owner);
      // One proof is for one passkey.
      if (!(await adding.drop(owner.value))) throw refused();
      const { name } = started;
      const [first] = await passkeys.listPasskeys(owner.account.id);
      const added = {
        ...made,
        accountId: owner.account.id,
        name,
        userHandle: first?.userHandle ?? null,
        createdAt: clock.now(),
      };
      const keep = (recoveryHashes: readonly string[], notes: FactorNotes) =>
        passkeys.addPasskey(added, { atMost: PASSKEYS_AT_MOST, recoveryHashes, notes });
      await security.turnOn(owner, caller, 'passkey added', keep, name);
    },

    async remove(owner: Owner, idText: string, proof: Proof, caller: Caller): Promise<void> {
      const own = await passkeys.listPasskeys(owner.account.id);
      const chosen = own.find(({ id }) => `${id}` === idText);
      if (chosen === undefined)
        throw new Failure('conflict', failures.unknown, { field: 'passkey' });
      if (own.length === 1 && !hasPassword(owner.account)) throw needed();
      await security.requireProof(owner, proof, caller);
      const notes = security.noteOf(owner, caller, 'passkey removed', 'turned off', chosen.name);
      const outcome = await passkeys.removePasskey(owner.account.id, chosen.id, notes);
      if (outcome === 'needed') throw needed();
    },
  };
}

/** The login with a passkey. */
function createPasskeyLogin(parts: PasskeyParts, party: Party) {
  const { passkeys, accounts, devices, log, check, states, clock, report } = parts;
  const purpose = { purpose: 'logins with passkeys', lifetimeMs: CHALLENGE_MS };
  const challenges = createSignedTokens({ clock, states }, purpose);
  const attempts = createAttempts(states, ATTEMPTS);

  /** Checks everything but the counter. Throws `LoginFailure`. */
  async function readUse(answerText: string, expected: Expected) {
    const { answer, credentialId, userHandle } = readAnswer(answerText);
    const passkey = await passkeys.findPasskey(credentialId);
    const account = passkey && (await accounts.findAccountById(passkey.accountId));
    if (passkey === undefined || account === undefined) throw failed('unknown');
    const ownHandle = passkey.userHandle ?? userHandleOf(account.id);
    const isOwn = userHandle === undefined || userHandle === ownHandle;
    const used = isOwn ? await check.readUse(answer, passkey, expected) : undefined;
    if (used === undefined) throw failed('refused');
    return { passkey, account, ...used };
  }

  async function logIn(answerText: string, sessionValue: string, caller: Caller) {
    if (party === undefined) throw refused();
    const spendChallenge = (challenge: string) => challenges.spend(sessionValue, challenge);
    const used = await readUse(answerText, { ...party, spendChallenge });
    const { passkey, account, counter, isUserVerified } = used;
    const day = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const outcome = await passkeys.usePasskey(passkey.id, counter, day);
    if (outcome === 'gone') throw failed('unknown');
    if (outcome === 'used') return { account, isUserVerified };
    report('passkey_copied', { account: account.name });
    const facts = { ...devices.describe(caller), detail: passkey.name };
    await log.note(account.id, 'passkey copied', facts);
    throw failed('copied');
  }

  /** Returns whose passkey the browser used in this session. Throws `LoginFailure`. */
  async function recognise(answerText: string, sessionValue: string, caller: Caller) {
    const end = await attempts.begin(groupOfAddress(caller.address));
    let counts: GuessOutcome = 'wrong';
    try {
      const recognised = await logIn(answerText, sessionValue, caller);
      counts = 'right';
      return recognised;
    } finally {
      await end(counts);
    }
  }

  return {
    /** What the browser needs to use a passkey: one of this account, or any. One that stands alone verifies its user. */
    async describeUse(sessionValue: string, account: Account | undefined, isAlone: boolean) {
      const own = account === undefined ? [] : await passkeys.listPasskeys(account.id);
      return {
        challenge: challenges.issue(sessionValue),
        rpId: party?.rpId,
        allowCredentials: own.map(describeCredential),
        userVerification: isAlone || account === undefined ? 'required' : 'preferred',
        timeout: CHALLENGE_MS,
      };
    },

    recognise,

    /** Checks that the browser used a passkey of this account, which verified its user. Throws `LoginFailure`. */
    async checkOwner(account: Account, { text, sessionValue }: PasskeyAnswer, caller: Caller) {
      const { account: owner, isUserVerified } = await recognise(text, sessionValue, caller);
      if (owner.id !== account.id) throw failed('unknown');
      if (!isUserVerified) throw failed('unverified');
    },
  };
}

/** A failed login with a passkey. Launchers never see it. */
export function failed(reason: 'unknown' | 'refused' | 'copied' | 'unverified'): LoginFailure {
  const texts = { page: failures[reason], launcher: `passkey ${reason}` };
  return new LoginFailure('invalid', texts, { identifier: 'login_code' });
}

const needed = () => new Failure('conflict', failures.needed, { field: 'passkey' });
