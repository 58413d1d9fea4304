// The public face of claims: operators claim their servers and describe them. Claims are held in memory and stored.

import type { Clock } from '../../lib/clock.ts';
import { aboutField, Failure } from '../../lib/failure.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import { serverFailures } from '../../messages/messages.ts';
import { requireHash } from '../server-hash.ts';
import { createClaimCode } from './claim-code.ts';
import { parseClaimTexts, type TypedTexts } from './claim-texts.ts';
import { type ClaimedServers, type JoinPlaceRules, parseJoinPort } from './join-place.ts';
import type { Claim, ClaimStore, OpenCode, StoredClaimCode } from './ports.ts';

export { CLAIM_LIMITS } from './claim-texts.ts';

const CODE_LIFE_MS = 60 * 60_000;
/** How many codes an account may request. */
const CODE_BUDGET = { refill: 1, everyMs: 6 * 60_000, capacity: 10 };
/** How many changes an account may make: each is stored, and causes a new list. */
const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };

/** What operators can do with their servers. The caller has checked that the account is verified. */
export interface ServerClaims {
  findClaim(hash: string): Claim | undefined;
  /** The account's claims, oldest first. */
  listClaimsOf(accountId: number): Claim[];
  /** The code that this account has to show, while it is valid and the service was not restarted. */
  findCode(accountId: number, hash: string): OpenCode | undefined;
  /**
   * The code to show within the hour; the same as before while that one is valid. Throws `not_found`
   * when the server is not live, and `rate_limited`.
   */
  requestCode(accountId: number, hash: string): Promise<OpenCode>;
  /** Throws `invalid` with everything that is wrong with the texts, `forbidden` and `rate_limited`. */
  changeTexts(accountId: number, hash: string, typed: TypedTexts): Promise<void>;
  /**
   * Sets another port of the heartbeats' address as the one that players join at, once it was found open;
   * empty for the port in the heartbeats. It resets another public address. Throws `forbidden`, `invalid`,
   * `conflict` when the port belongs to another server, `rate_limited` and `unavailable`.
   */
  changeJoinPort(accountId: number, hash: string, typed: string): Promise<void>;
  /** Throws `forbidden` and `rate_limited`. */
  releaseClaim(accountId: number, hash: string): Promise<void>;
}

/** The claims, with what heartbeats and the reload of moderation need. */
export interface Claims extends ServerClaims {
  readonly all: ReadonlyMap<string, Claim>;
  /** Reloads everything from the store. */
  load(): Promise<void>;
  /** Removes claims whose account was deleted, and updates names of owners. */
  reload(): Promise<void>;
  /** To be called with the codes of an accepted heartbeat. Returns whether one of them completed a claim. */
  show(hash: string, codes: readonly string[]): Promise<boolean>;
}

/** The claims; there are none until they are loaded. */
export function createClaims(ports: {
  clock: Clock;
  store: ClaimStore;
  servers: Pick<ClaimedServers, 'findPlace'>;
  places: JoinPlaceRules;
  /** Called after a change. It must call `load`, and update the lists. */
  onChanged(): Promise<void>;
}): Claims {
  const { clock, store, servers, places, onChanged } = ports;
  const codeBudget = createTokenBuckets(clock, CODE_BUDGET);
  const changeBudget = createTokenBuckets(clock, CHANGE_BUDGET);
  let claims = new Map<string, Claim>();
  let codes: readonly StoredClaimCode[] = [];
  /** Codes in clear, for the page of those who requested them. They are lost at a restart, but still count. */
  const shown = new Map<string, OpenCode>();
  let owners = '';

  function findCode(accountId: number, hash: string): OpenCode | undefined {
    const known = shown.get(keyOf(accountId, hash));
    if (known === undefined || known.expiresAt <= clock.now()) return undefined;
    // It may have been used, or replaced at another replica.
    const codeHash = sha256Hex(known.code);
    const isGood = codes.some((it) => it.accountId === accountId && it.codeHash === codeHash);
    return isGood ? known : undefined;
  }

  function forgetExpired(now: number): void {
    for (const [key, { expiresAt }] of shown) if (expiresAt <= now) shown.delete(key);
  }

  function requireOwn(accountId: number, text: string): Claim {
    const claim = claims.get(requireHash(text));
    if (claim?.accountId === accountId) return claim;
    throw notYours();
  }

  async function change(accountId: number, work: () => Promise<boolean>): Promise<void> {
    const waitSeconds = changeBudget.spend(`${accountId}`);
    if (waitSeconds > 0) throw tooMany(serverFailures.nextChange(waitSeconds), waitSeconds);
    if (!(await work())) throw notYours();
    await onChanged();
  }

  return {
    get all() {
      return claims;
    },
    async load() {
      // Read first, so that a change during the other reads is noticed at the next reload.
      const described = await store.describeOwners();
      const [stored, storedCodes] = [await store.listClaims(), await store.listCodes(clock.now())];
      claims = new Map(stored.map((claim) => [claim.hash, claim]));
      codes = storedCodes;
      owners = described;
    },
    async reload() {
      // Every other way in which a claim begins or ends calls `onChanged` itself.
      if ((await store.describeOwners()) !== owners) await onChanged();
    },
    async show(hash, sent) {
      const now = clock.now();
      const sentHashes = sent.map((code) => sha256Hex(code));
      const awaited = codes.find(
        (it) => it.hash === hash && sentHashes.includes(it.codeHash) && now < it.expiresAt,
      );
      if (awaited === undefined) return false;
      const isDone = await store.completeClaim(awaited, now);
      await onChanged();
      return isDone;
    },
    findClaim: (hash) => claims.get(hash),
    listClaimsOf: (accountId) =>
      [...claims.values()]
        .filter((claim) => claim.accountId === accountId)
        .sort((a, b) => a.claimedAt - b.claimedAt),
    findCode,
    async requestCode(accountId, text) {
      const hash = requireHash(text);
      const known = findCode(accountId, hash);
      if (known !== undefined) return known;
      if (servers.findPlace(hash) === undefined) {
        throw new Failure('not_found', serverFailures.offline);
      }
      const waitSeconds = codeBudget.spend(`${accountId}`);
      if (waitSeconds > 0) throw tooMany(serverFailures.nextCode(waitSeconds), waitSeconds);
      const now = clock.now();
      const made = { code: createClaimCode(), expiresAt: now + CODE_LIFE_MS };
      const { expiresAt } = made;
      await store.saveCode({ hash, accountId, codeHash: sha256Hex(made.code), expiresAt }, now);
      forgetExpired(now);
      shown.set(keyOf(accountId, hash), made);
      await onChanged();
      return made;
    },
    async changeTexts(accountId, text, typed) {
      const { hash } = requireOwn(accountId, text);
      const parsed = parseClaimTexts(typed);
      await change(accountId, () => store.updateClaim(hash, accountId, parsed));
    },
    async changeJoinPort(accountId, text, typed) {
      const { hash } = requireOwn(accountId, text);
      const trimmed = typed.trim();
      if (trimmed === '' || trimmed === `${servers.findPlace(hash)?.port}`) {
        return change(accountId, () =>
          store.updateClaim(hash, accountId, { joinIp: null, joinPort: null }),
        );
      }
      const joinPort = aboutField('port', () => parseJoinPort(trimmed));
      const { ip } = aboutField('port', () => places.requireLive(hash));
      await places.requireJoinable(accountId, hash, { ip, port: joinPort });
      return change(accountId, () =>
        store.updateClaim(hash, accountId, { joinIp: null, joinPort }),
      );
    },
    async releaseClaim(accountId, text) {
      const { hash } = requireOwn(accountId, text);
      await change(accountId, () => store.releaseClaim(hash, accountId));
    },
  };
}

const keyOf = (accountId: number, hash: string) => `${accountId} ${hash}`;

/** The failure of an action on a server that the account has not claimed. */
export function notYours(): Failure {
  return new Failure('forbidden', serverFailures.notYours);
}

function tooMany(sentence: string, retryAfterSeconds: number): Failure {
  return new Failure('rate_limited', sentence, { retryAfterSeconds });
}
