// The public address of a claimed server whose heartbeats come from another address. The operator proves it
// with a code that is sent from the address. Then the service probes the port, and players join there.

import { randomInt } from 'node:crypto';
import { groupOfAddress, isIpv4 } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import { isUnroutable } from '../../platform/lib/unroutable.ts';
import type { Place } from '../registry/index.ts';
import { CODE_BUDGET, createOpenCodes } from './claim-code.ts';
import type { Claim, ClaimStore, ClaimsOf, OpenCode } from './claim-ports.ts';
import { type Claims, notYours } from './claims.ts';
import type { Report } from './events.ts';
import { type JoinPlaceRules, parseJoinPort } from './join-places.ts';
import { claimFailures } from './messages.ts';

/** The number of codes that an address may send. A code has 50 bits, so guessing is hopeless at this rate. */
const SENDING_BUDGET = { refill: 1, everyMs: 6_000, capacity: 10 };
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

export function createPublicAddresses(ports: {
  clock: Clock;
  store: ClaimStore;
  claims: Pick<Claims, 'findClaim' | 'requireOwn'>;
  places: JoinPlaceRules;
  isBanned(ip: string): boolean;
  onChanged(of: ClaimsOf): Promise<void>;
  report: Report;
}) {
  const { clock, store, claims, places, isBanned, onChanged, report } = ports;
  const requestBudget = createTokenBuckets(clock, CODE_BUDGET);
  const sendingBudget = createTokenBuckets(clock, SENDING_BUDGET);
  const openCodes = createOpenCodes(clock);

  /** The code belongs to one claim. It becomes invalid if the server is claimed again. */
  const keyOf = ({ hash, claimedAt }: Pick<Claim, 'hash' | 'claimedAt'>) => `${hash} ${claimedAt}`;

  function findCode(accountId: number, hash: string): OpenCode | undefined {
    const claim = claims.findClaim(hash);
    return claim?.accountId === accountId ? openCodes.find(keyOf(claim)) : undefined;
  }

  function requirePublic(ip: string, own: Place): void {
    if (!isIpv4(ip)) throw new Failure('invalid', claimFailures.join.ipv6(ip));
    // In a private network, private addresses are fine: the heartbeats come from one too.
    if (isUnroutable(ip) && !isUnroutable(own.ip)) {
      throw new Failure('invalid', claimFailures.join.unroutable(ip));
    }
    if (isBanned(ip)) throw new Failure('forbidden', claimFailures.join.banned(ip));
  }

  return {
    findCode,
    /** A code for one use within an hour. Throws `forbidden`, `rate_limited`, or `conflict` for an offline server. */
    async requestCode(accountId: number, text: string): Promise<OpenCode> {
      const claim = claims.requireOwn(accountId, text);
      const { hash } = claim;
      const known = findCode(accountId, hash);
      if (known !== undefined) return known;
      places.requireLive(hash);
      requireToken(requestBudget, `${accountId}`, claimFailures.nextCode);
      const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
      const made = { code: code.join(''), expiresAt: openCodes.expiresAt() };
      const stored = { hash, codeHash: sha256Hex(made.code), expiresAt: made.expiresAt };
      if (!(await store.saveAddressCode(stored, accountId))) throw notYours();
      openCodes.add(keyOf(claim), made);
      return made;
    },
    /**
     * Takes a code that was sent from the address `from`, where players then join. The code stays valid until this
     * succeeds. Throws `forbidden` for a wrong code, `invalid`, `conflict`, `rate_limited` and `unavailable`.
     */
    async show(typed: { code: string; port: string }, from: string): Promise<Place> {
      requireToken(sendingBudget, groupOfAddress(from), (seconds) =>
        claimFailures.join.tooManyCodes(from, seconds),
      );
      const code = readCode(typed.code).toUpperCase();
      if (!CODE.test(code)) throw unknownCode();
      // A code is random enough that its digest needs no salt.
      const codeHash = sha256Hex(code);
      const found = await store.findAddressCode(codeHash, clock.now());
      if (found === undefined) throw unknownCode();
      const { hash, accountId } = found;
      const place = { ip: from, port: parseJoinPort(typed.port) };
      const own = places.requireLive(hash);
      requirePublic(from, own);
      await places.requireJoinable(accountId, hash, place);
      const spent = await store.spendAddressCode(codeHash, seenFrom(own, place), clock.now());
      if (!spent) throw unknownCode();
      openCodes.delete(keyOf(found));
      await onChanged({ hash });
      report('server_moved', { hash, ip: place.ip, port: place.port });
      return place;
    },
  };
}

export type PublicAddresses = ReturnType<typeof createPublicAddresses>;

/** The place as a claim stores it: `null` for each part that equals the heartbeats' place. */
function seenFrom(own: Place, { ip, port }: Place): Pick<Claim, 'joinIp' | 'joinPort'> {
  if (ip !== own.ip) return { joinIp: ip, joinPort: port };
  return { joinIp: null, joinPort: port === own.port ? null : port };
}

/** The code never existed, was used, or has expired. */
const unknownCode = () => new Failure('forbidden', claimFailures.join.code);
