// What browsers need to create a passkey, what they answer, and the registration of an account with one.

import { normaliseIp } from '../../platform/lib/address.ts';
import { type Clock, MINUTE_MS } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createSignedTokens } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import type { RegistrationOutcome, RegistrationRequest } from '../account/index.ts';
import type { Devices } from '../sessions/index.ts';
import { passkeyFailures as failures } from './messages.ts';
import type { MadePasskey, Passkey, PasskeyCheck, PasskeyStore } from './passkey-ports.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;
/** In base64url: 1023 bytes, the most that the standard allows. */
const MAX_ID_LENGTH = 1364;
/** In bytes: room for RS256 with 8,192 bits. Browsers say what the key is, so it may be anything. */
const MAX_PUBLIC_KEY_LENGTH = 1_100;
const ID_SHAPE = /^[A-Za-z0-9_-]+$/;

/** ES256, Ed25519 and RS256, by their numbers in COSE. */
export const ALGORITHMS = [-7, -8, -257];

/** The site as passkeys know it; `undefined` where browsers refuse them: without https, or at an IP address. */
export function findRelyingParty(baseUrl: string) {
  const { protocol, hostname: rpId, origin } = new URL(baseUrl);
  const isSecure = protocol === 'https:' || rpId === 'localhost';
  const isName = normaliseIp(rpId.replace(/^\[|\]$/g, '')) === undefined;
  return isSecure && isName ? { rpId, origin } : undefined;
}

export type Party = ReturnType<typeof findRelyingParty>;

export type Creation = ReturnType<typeof createCreation>;

/** What browsers need to create a passkey, in the form of the standard, and the check of their answers. */
export function createCreation(
  parts: { check: PasskeyCheck; clock: Clock; states: SharedStates; siteName(): string },
  party: Party,
) {
  const purpose = { purpose: 'new passkeys', lifetimeMs: CHALLENGE_MS };
  const challenges = createSignedTokens(parts, purpose);
  return {
    /** `need` is `required` for a passkey that has to log in alone. */
    describe(
      sessionValue: string,
      { id, name }: { id: string; name: string },
      own: readonly Passkey[],
      need: 'preferred' | 'required',
    ) {
      return {
        challenge: challenges.issue(sessionValue),
        rp: { id: party?.rpId, name: parts.siteName() },
        user: { id, name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: need, userVerification: need },
        attestation: 'none',
        excludeCredentials: own.map(describeCredential),
        timeout: CHALLENGE_MS,
      };
    },
    /** Throws for an answer that is no passkey, or one for another session. */
    async read(sessionValue: string, answerText: string): Promise<MadePasskey> {
      if (party === undefined) throw refused();
      const { answer } = readAnswer(answerText);
      const spendChallenge = (challenge: string) => challenges.spend(sessionValue, challenge);
      const made = await parts.check.readNew(answer, { ...party, spendChallenge });
      if (made === undefined || !fits(made)) throw refused();
      return made;
    },
  };
}

/** The registration of an account that a passkey proves in place of a password. */
export function createPasskeyRegistration(
  { passkeys, devices, clock }: { passkeys: PasskeyStore; devices: Devices; clock: Clock },
  creation: Creation,
) {
  /** The account has no number yet. The same session gets the same id, so a second try leaves no other passkey. */
  const handleFor = (sessionValue: string) => toHandle(`passkeys of the session ${sessionValue}`);
  return {
    describeRegistration: (sessionValue: string, name: string) =>
      creation.describe(sessionValue, { id: handleFor(sessionValue), name }, [], 'required'),
    /** Returns the store's call that registers an account with this passkey. Throws for an answer that is none. */
    async readRegistration(sessionValue: string, answerText: string, caller: Caller) {
      const { isUserVerified, ...made } = await creation.read(sessionValue, answerText);
      if (!isUserVerified) throw new Failure('conflict', failures.unverifiedNew);
      const passkey = {
        ...made,
        name: devices.describe(caller).device,
        userHandle: handleFor(sessionValue),
        createdAt: clock.now(),
      };
      return async (request: RegistrationRequest): Promise<RegistrationOutcome> => {
        const outcome = await passkeys.registerAccount(request, passkey);
        if (outcome === 'refused') throw refused();
        return outcome;
      };
    },
  };
}

const fits = ({ credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>) =>
  credentialId.length <= MAX_ID_LENGTH && publicKey.length <= MAX_PUBLIC_KEY_LENGTH;

export const refused = () => new Failure('conflict', failures.refused);

/** The id of the account in its passkeys: a digest, so devices do not learn the account's own number. */
export const userHandleOf = (accountId: number) => toHandle(`passkeys of ${accountId}`);

const toHandle = (text: string) =>
  Buffer.from(sha256Hex(text).slice(0, 32), 'hex').toString('base64url');

export const describeCredential = ({ credentialId: id, transports }: Passkey) => ({
  type: 'public-key',
  id,
  transports: transports === '' ? [] : transports.split(','),
});

/** Reads the answer of a browser. Throws `invalid` unless it names a passkey. */
export function readAnswer(text: string) {
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
