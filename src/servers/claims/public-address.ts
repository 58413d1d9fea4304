// The public address of a claimed server that is not the one of its heartbeats: shown to be the
// operator's by a code that arrives from it, then tried, then used.

import { randomInt } from 'node:crypto';
import { groupOfAddress, isIpv4 } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import { isUnroutable } from '../../lib/unroutable.ts';
import { requireHash } from '../input.ts';
import type { Place } from '../live-server.ts';
import { notYours } from './claims.ts';
import { type JoinPlaceRules, parseJoinPort } from './join-place.ts';
import type { AddressCode, Claim, ClaimStore } from './ports.ts';

const CODE_LIFE_MS = 60 * 60_000;
/** Codes that one account may ask for. */
const REQUEST_BUDGET = { refill: 1, everyMs: 6 * 60_000, capacity: 10 };
/** Codes that one address may send: with 50 bits in each, guessing gets nobody anywhere. */
const SENDING_BUDGET = { refill: 1, everyMs: 6_000, capacity: 10 };
/** None that are taken for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** Public addresses of claimed servers. Whoever calls vouches for the account. */
export interface PublicAddresses {
  /** The code of the account's own claim, while it is good and this service still knows it in clear. */
  findCode(accountId: number, hash: string): AddressCode | undefined;
  /**
   * A code that is good for an hour and once; the same as before while that one is good. Throws
   * `forbidden`, `conflict` when the server is not live, and `rate_limited`.
   */
  requestCode(accountId: number, hash: string): Promise<AddressCode>;
  /**
   * A code arrived from `from`, which is what it shows control of: players join there from now on.
   * It stays good until that has come about. Throws `forbidden` for a code that is not good, `invalid`
   * with what is wrong, `conflict`, `rate_limited` and `unavailable`.
   */
  show(typed: { code: string; port: string }, from: string): Promise<Place>;
}

/** Opens the desk. */
export function createPublicAddresses(ports: {
  clock: Clock;
  store: ClaimStore;
  claims: { findClaim(hash: string): Claim | undefined };
  places: JoinPlaceRules;
  isBanned(ip: string): boolean;
  /** Has lists follow what changed. */
  onChanged(): Promise<void>;
  onMoved(hash: string, place: Place): void;
}): PublicAddresses {
  const { clock, store, claims, places, isBanned, onChanged, onMoved } = ports;
  const requestBudget = createTokenBuckets(clock, REQUEST_BUDGET);
  const sendingBudget = createTokenBuckets(clock, SENDING_BUDGET);
  /** In clear, for the page of their owner alone; after a restart there is another one to be had. */
  const shown = new Map<string, AddressCode & Pick<Claim, 'accountId' | 'claimedAt'>>();

  function forgetExpired(): void {
    const now = clock.now();
    for (const [hash, { expiresAt }] of shown) if (expiresAt <= now) shown.delete(hash);
  }

  function findCode(accountId: number, hash: string): AddressCode | undefined {
    const known = shown.get(hash);
    if (known?.accountId !== accountId || known.expiresAt <= clock.now()) return undefined;
    // With a claim its code goes: whoever claims the server again has another claim.
    const claim = claims.findClaim(hash);
    if (claim?.accountId !== accountId || claim.claimedAt !== known.claimedAt) return undefined;
    return { code: known.code, expiresAt: known.expiresAt };
  }

  /** Throws what speaks against sending players to this address. */
  function requirePublic(ip: string, own: Place): void {
    if (!isIpv4(ip)) {
      throw refuse(
        `This came from the IPv6 address ${ip}; players can only be sent to IPv4. Send it over IPv4, with curl -4.`,
      );
    }
    // On a network of its own, everybody is at a private address.
    if (isUnroutable(ip) && !isUnroutable(own.ip)) {
      throw refuse(
        `This came from ${ip}, which is a private or reserved address that players cannot reach. Run it on the machine that has the public address.`,
      );
    }
    if (isBanned(ip)) throw new Failure('forbidden', `The address ${ip} is banned here.`);
  }

  return {
    findCode,
    async requestCode(accountId, text) {
      const hash = requireHash(text);
      const known = findCode(accountId, hash);
      if (known !== undefined) return known;
      const claim = claims.findClaim(hash);
      if (claim?.accountId !== accountId) throw notYours();
      places.requireLive(hash);
      const waitSeconds = requestBudget.spend(`${accountId}`);
      if (waitSeconds > 0) {
        throw new Failure('rate_limited', `You get another code in ${waitSeconds} s.`, {
          retryAfterSeconds: waitSeconds,
        });
      }
      forgetExpired();
      const made = { code: createCode(), expiresAt: clock.now() + CODE_LIFE_MS };
      const stored = { hash, codeHash: digest(made.code), expiresAt: made.expiresAt };
      if (!(await store.saveAddressCode(stored, accountId))) throw notYours();
      shown.set(hash, { ...made, accountId, claimedAt: claim.claimedAt });
      return made;
    },
    async show(typed, from) {
      const waitSeconds = sendingBudget.spend(groupOfAddress(from));
      if (waitSeconds > 0) {
        throw new Failure(
          'rate_limited',
          `Too many codes came from ${from}. Send the next one in ${waitSeconds} s.`,
          { retryAfterSeconds: waitSeconds },
        );
      }
      const code = typed.code.trim().toUpperCase();
      if (!CODE.test(code)) throw notGood();
      const codeHash = digest(code);
      const found = await store.findAddressCode(codeHash, clock.now());
      if (found === undefined) throw notGood();
      const { hash, accountId } = found;
      const place = { ip: from, port: parseJoinPort(typed.port) };
      const own = places.requireLive(hash);
      requirePublic(from, own);
      await places.requireJoinable(accountId, hash, place);
      if (!(await store.spendAddressCode(codeHash, seenFrom(own, place), clock.now()))) {
        throw notGood();
      }
      shown.delete(hash);
      await onChanged();
      onMoved(hash, place);
      return place;
    },
  };
}

/** The place as a claim keeps it, which names only what is not as in the heartbeats. */
function seenFrom(own: Place, { ip, port }: Place): Pick<Claim, 'joinIp' | 'joinPort'> {
  if (ip !== own.ip) return { joinIp: ip, joinPort: port };
  return { joinIp: null, joinPort: port === own.port ? null : port };
}

function createCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A code has enough in it that its digest needs no salt. */
function digest(code: string): string {
  return sha256Hex(code);
}

function refuse(sentence: string): Failure {
  return new Failure('invalid', sentence);
}

function notGood(): Failure {
  return new Failure(
    'forbidden',
    'This code is not good: it was mistyped, used already, or is older than an hour. Get another one on the page of your server.',
  );
}
