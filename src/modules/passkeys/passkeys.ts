// Passkeys of accounts: adding and removing them, and the login with one, after the password or in place of it.

import { groupOfAddress, normaliseIp } from '../../platform/lib/address.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
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
import type { Proof } from '../two-factor/index.ts';
import type { Report } from './events.ts';
import { passkeyFailures as failures } from './messages.ts';
import type {
  Expected,
  FactorNotes,
  Owner,
  OwnerSecurity,
  Passkey,
  PasskeyCheck,
  PasskeyStore,
} from './passkey-ports.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const PASSKEYS_AT_MOST = 10;
export const MAX_NAME_LENGTH = 40;
/** In base64url: 1023 bytes, the most that the standard allows. */
const MAX_ID_LENGTH = 1364;
/** In bytes: room for RS256 with 8,192 bits. Browsers say what the key is, so it may be anything. */
const MAX_PUBLIC_KEY_LENGTH = 1_100;
const ID_SHAPE = /^[A-Za-z0-9_-]+$/;

/** ES256, Ed25519 and RS256, by their numbers in COSE. */
export const ALGORITHMS = [-7, -8, -257];

const ATTEMPTS = {
  kind: 'passkeys from an address',
  limit: 30,
  rightLimit: 100,
  windowMs: 5 * MINUTE_MS,
  keysAtMost: 10_000,
};

/** The site as passkeys know it; `undefined` where browsers refuse them: without https, or at an IP address. */
export function findRelyingParty(baseUrl: string) {
  const { protocol, hostname: rpId, origin } = new URL(baseUrl);
  const isSecure = protocol === 'https:' || rpId === 'localhost';
  const isName = normaliseIp(rpId.replace(/^\[|\]$/g, '')) === undefined;
  return isSecure && isName ? { rpId, origin } : undefined;
}

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
  return {
    isOffered: party !== undefined,
    origin: party?.origin ?? '',
    list: parts.passkeys.listPasskeys,
    ...createPasskeySettings(parts, party),
    ...createPasskeyLogin(parts, party),
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

type Party = ReturnType<typeof findRelyingParty>;

/** The list of an owner's passkeys. */
function createPasskeySettings(parts: PasskeyParts, party: Party) {
  const { passkeys, security, devices, check, states, clock, siteName } = parts;
  const bounds = { most: 10_000, lifetimeMs: CHALLENGE_MS };
  const adding = openSessionStates<{ name: string }>(states, 'passkeys being added', bounds);
  const purpose = { purpose: 'new passkeys', lifetimeMs: CHALLENGE_MS };
  const challenges = createSignedTokens({ clock, states }, purpose);

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
      const options = {
        challenge: challenges.issue(value),
        rp: { id: party.rpId, name: siteName() },
        user: { id: userHandleOf(account.id), name: account.name, displayName: account.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        attestation: 'none',
        excludeCredentials: own.map(describeCredential),
        timeout: CHALLENGE_MS,
      };
      return { name: started.name, options };
    },

    /** Stores the passkey that the browser created. The first factor of the account comes with recovery codes. */
    async add(owner: Owner, answerText: string, caller: Caller): Promise<void> {
      const started = await adding.find(owner.value);
      if (started === undefined || party === undefined) throw refused();
      const { answer } = readAnswer(answerText);
      const spendChallenge = (challenge: string) => challenges.spend(owner.value, challenge);
      const made = await check.readNew(answer, { ...party, spendChallenge });
      if (made === undefined || !fits(made)) throw refused();
      await requireRoom(owner);
      // One proof is for one passkey.
      if (!(await adding.drop(owner.value))) throw refused();
      const { name } = started;
      const added = { ...made, accountId: owner.account.id, name, createdAt: clock.now() };
      const keep = (recoveryHashes: readonly string[], notes: FactorNotes) =>
        passkeys.addPasskey(added, { atMost: PASSKEYS_AT_MOST, recoveryHashes, notes });
      await security.turnOn(owner, caller, 'passkey added', keep, name);
    },

    async remove(owner: Owner, idText: string, proof: Proof, caller: Caller): Promise<void> {
      const own = await passkeys.listPasskeys(owner.account.id);
      const chosen = own.find(({ id }) => `${id}` === idText);
      if (chosen === undefined)
        throw new Failure('conflict', failures.unknown, { field: 'passkey' });
      await security.requireProof(owner, proof, caller);
      const notes = security.noteOf(owner, caller, 'passkey removed', 'turned off', chosen.name);
      await passkeys.removePasskey(owner.account.id, chosen.id, notes);
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
    const isOwn = userHandle === undefined || userHandle === userHandleOf(account.id);
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

  return {
    /** What the browser needs to use a passkey: one of this account, or any that also verifies its user. */
    async describeUse(sessionValue: string, account: Account | undefined) {
      const own = account === undefined ? [] : await passkeys.listPasskeys(account.id);
      return {
        challenge: challenges.issue(sessionValue),
        rpId: party?.rpId,
        allowCredentials: own.map(describeCredential),
        userVerification: account === undefined ? 'required' : 'preferred',
        timeout: CHALLENGE_MS,
      };
    },

    /** Returns whose passkey the browser used in this session. Throws `LoginFailure`. */
    async recognise(answerText: string, sessionValue: string, caller: Caller) {
      const end = await attempts.begin(groupOfAddress(caller.address));
      let counts: GuessOutcome = 'wrong';
      try {
        const recognised = await logIn(answerText, sessionValue, caller);
        counts = 'right';
        return recognised;
      } finally {
        await end(counts);
      }
    },
  };
}

/** A failed login with a passkey. Launchers never see it. */
export function failed(reason: 'unknown' | 'refused' | 'copied' | 'unverified'): LoginFailure {
  const texts = { page: failures[reason], launcher: `passkey ${reason}` };
  return new LoginFailure('invalid', texts, { identifier: 'login_code' });
}

const fits = ({ credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>) =>
  credentialId.length <= MAX_ID_LENGTH && publicKey.length <= MAX_PUBLIC_KEY_LENGTH;

const refused = () => new Failure('conflict', failures.refused);

/** The id of the account in its passkeys: a digest, so devices do not learn the account's own number. */
const userHandleOf = (accountId: number) =>
  Buffer.from(sha256Hex(`passkeys of ${accountId}`).slice(0, 32), 'hex').toString('base64url');

const describeCredential = ({ credentialId: id, transports }: Passkey) => ({
  type: 'public-key',
  id,
  transports: transports === '' ? [] : transports.split(','),
});

/** Reads the answer of a browser. Throws `invalid` unless it names a passkey. */
function readAnswer(text: string) {
  const answer = parseObject(text);
  const response = answer.response;
  const { id } = answer;
  const isId = typeof id === 'string' && id.length <= MAX_ID_LENGTH && ID_SHAPE.test(id);
  if (!isId || typeof response !== 'object' || response === null) {
    throw new Failure('invalid', failures.broken);
  }
  const { userHandle } = response as { userHandle?: unknown };
  const isNamed = typeof userHandle === 'string' && userHandle !== '';
  return { answer, credentialId: id, userHandle: isNamed ? userHandle : undefined };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {}
  throw new Failure('invalid', failures.broken);
}
