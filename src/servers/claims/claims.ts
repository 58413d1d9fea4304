// Claims of servers by their operators: held in memory for heartbeats and lists, kept in the store.

import type { Clock } from '../../lib/clock.ts';
import { aboutField, Failure } from '../../lib/failure.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import { requireHash } from '../input.ts';
import { createClaimCode } from './claim-code.ts';
import { parseClaimTexts, type TypedTexts } from './claim-texts.ts';
import { type ClaimedServers, type JoinPlaceRules, parseJoinPort } from './join-place.ts';
import type { Claim, ClaimCode, ClaimStore } from './ports.ts';

export { CLAIM_LIMITS } from './claim-texts.ts';

const CODE_LIFE_MS = 60 * 60_000;
/** Codes that one account may ask for. */
const CODE_BUDGET = { refill: 1, everyMs: 6 * 60_000, capacity: 10 };
/** Changes that one account may make: each is written down, and has lists made anew. */
const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };

/** What operators do with their servers. Whoever calls vouches that the account is verified. */
export interface ServerClaims {
  findClaim(hash: string): Claim | undefined;
  /** The account's own claims, the oldest first. */
  listClaimsOf(accountId: number): Claim[];
  /** The code that this account is to show, while there is one. */
  findCode(accountId: number, hash: string): ClaimCode | undefined;
  /**
   * The code to show within the hour; the same as before while that one is good. Throws `not_found`
   * when the server is not live, and `rate_limited`.
   */
  requestCode(accountId: number, hash: string): Promise<ClaimCode>;
  /** Throws `invalid` with everything that is wrong with the texts, `forbidden` and `rate_limited`. */
  changeTexts(accountId: number, hash: string, typed: TypedTexts): Promise<void>;
  /**
   * Has players join on another port of the heartbeats' address, once it was found open; empty for the
   * one that the heartbeats name. Ends another public address. Throws `forbidden`, `invalid` with what
   * is wrong, `conflict` when the port is another server's, `rate_limited` and `unavailable`.
   */
  changeJoinPort(accountId: number, hash: string, typed: string): Promise<void>;
  /** Throws `forbidden` and `rate_limited`. */
  releaseClaim(accountId: number, hash: string): Promise<void>;
}

/** The claims, with what heartbeats and reloading ask of them. */
export interface ClaimBook extends ServerClaims {
  readonly all: ReadonlyMap<string, Claim>;
  /** Reads everything anew. */
  load(): Promise<void>;
  /** Lets go of claims whose account was deleted, and takes new names of owners, whoever changed them. */
  reload(): Promise<void>;
  /** An accepted heartbeat of this server carried these codes. Returns whether one was waited for. */
  show(hash: string, codes: readonly string[]): Promise<boolean>;
}

/** Makes the book; it is empty until it is loaded. */
export function createClaimBook(ports: {
  clock: Clock;
  store: ClaimStore;
  servers: Pick<ClaimedServers, 'findPlace'>;
  places: JoinPlaceRules;
  /** Has lists follow what changed, after which `load` was called. */
  onChanged(): Promise<void>;
}): ClaimBook {
  const { clock, store, servers, places, onChanged } = ports;
  const codeBudget = createTokenBuckets(clock, CODE_BUDGET);
  const changeBudget = createTokenBuckets(clock, CHANGE_BUDGET);
  let claims = new Map<string, Claim>();
  let codes: readonly ClaimCode[] = [];
  let owners = '';

  function findCode(accountId: number, hash: string): ClaimCode | undefined {
    const now = clock.now();
    return codes.find((it) => it.accountId === accountId && it.hash === hash && now < it.expiresAt);
  }

  function requireOwn(accountId: number, text: string): Claim {
    const claim = claims.get(requireHash(text));
    if (claim?.accountId === accountId) return claim;
    throw notYours();
  }

  async function change(accountId: number, work: () => Promise<boolean>): Promise<void> {
    const waitSeconds = changeBudget.spend(`${accountId}`);
    if (waitSeconds > 0) throw tooMany(`You can change more in ${waitSeconds} s.`, waitSeconds);
    if (!(await work())) throw notYours();
    await onChanged();
  }

  return {
    get all() {
      return claims;
    },
    async load() {
      // Read first: what changes meanwhile is noticed at the next look.
      const described = await store.describeOwners();
      const [stored, storedCodes] = [await store.listClaims(), await store.listCodes(clock.now())];
      claims = new Map(stored.map((claim) => [claim.hash, claim]));
      codes = storedCodes;
      owners = described;
    },
    async reload() {
      // Everything else that ends a claim or makes one comes by here.
      if ((await store.describeOwners()) !== owners) await onChanged();
    },
    async show(hash, shown) {
      const now = clock.now();
      const awaited = codes.find(
        (it) => it.hash === hash && shown.includes(it.code) && now < it.expiresAt,
      );
      if (awaited === undefined) return false;
      const isDone = await store.completeClaim({ hash, code: awaited.code }, now);
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
        throw new Failure(
          'not_found',
          'This server sends no heartbeats at the moment. Start it, then ask for a code.',
        );
      }
      const waitSeconds = codeBudget.spend(`${accountId}`);
      if (waitSeconds > 0) throw tooMany(`You get another code in ${waitSeconds} s.`, waitSeconds);
      const now = clock.now();
      const code = { hash, accountId, code: createClaimCode(), expiresAt: now + CODE_LIFE_MS };
      await store.saveCode(code, now);
      await onChanged();
      return code;
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

/** What somebody is told who would act on a server that their account has not claimed. */
export function notYours(): Failure {
  return new Failure('forbidden', 'This server is not claimed by your account.');
}

function tooMany(sentence: string, retryAfterSeconds: number): Failure {
  return new Failure('rate_limited', sentence, { retryAfterSeconds });
}
