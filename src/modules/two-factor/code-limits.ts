// The limits on wrong codes at a login.

import { groupOfAddress, networkOfAddress } from '../../platform/lib/address.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import {
  type Account,
  type Attempts,
  createAttempts,
  type EndGuess,
  type GuessOutcome,
} from '../account/index.ts';
import type { DeviceContext } from '../sessions/index.ts';

/** How the limits treat a code: as a recovery code, or as six digits or any other text. */
export type CodeClass = 'six digits' | 'recovery';

interface Limit {
  attempts: Attempts;
  key: string;
}

const MAX_KEYS = 20_000;
/** A single IPv4 address, or the largest IPv6 network that a provider gives one customer. */
const SITE = { ipv4: 32, ipv6: 48 };

export function createCodeLimits(states: SharedStates) {
  const ofWindow = (from: string, limit: number, windowMs: number) =>
    createAttempts(states, {
      kind: `codes from ${from}`,
      limit,
      windowMs,
      keysAtMost: MAX_KEYS,
    });
  const fromAddress = ofWindow('an address', 5, 5 * MINUTE_MS);
  // A /48 holds 65,536 of the networks that each count as one address.
  const fromSite = ofWindow('a network', 8, 5 * MINUTE_MS);
  // Otherwise an attacker with the password would get five guesses from each of many addresses.
  const fromUnknown = ofWindow('unknown devices', 30, HOUR_MS);
  // A copied `device` cookie makes each of those addresses a known device.
  const fromKnown = ofWindow('a known device', 30, HOUR_MS);
  const origins = createKeyOrigins(states);

  function placesOf({ id }: Account, { address }: DeviceContext): Limit[] {
    return [
      { attempts: fromAddress, key: `${id} ${groupOfAddress(address)}` },
      { attempts: fromSite, key: `${id} ${networkOfAddress(address, SITE)}` },
    ];
  }

  /** The limits of the account. A code is checked if one of them is not used up. */
  async function accountLimits(
    { id }: Account,
    { knownKeys }: DeviceContext,
    kind: CodeClass,
  ): Promise<[Limit, ...Limit[]]> {
    // Each kind has its own limit: using up one does not lock the owner out of the other.
    const found = await Promise.all(knownKeys.map(origins.find));
    const known = found.map((key) => ({ attempts: fromKnown, key: `${id} ${kind} ${key}` }));
    const [first, ...others] = known;
    if (first !== undefined) return [first, ...others];
    return [{ attempts: fromUnknown, key: `${id} ${kind}` }];
  }

  const waitsOf = (limits: readonly Limit[]) =>
    Promise.all(limits.map(({ attempts, key }) => attempts.findWaitMs(key)));

  /** Begins at the limit with the shortest wait, which is zero if one has a place left. */
  async function beginAtOne(limits: readonly [Limit, ...Limit[]]): Promise<EndGuess> {
    const waits = limits.length > 1 ? await waitsOf(limits) : [0];
    const { attempts, key } = limits[waits.indexOf(Math.min(...waits))] ?? limits[0];
    return attempts.begin(key);
  }

  return {
    async begin(
      account: Account,
      deviceContext: DeviceContext,
      kind: CodeClass,
    ): Promise<EndGuess> {
      const ends: EndGuess[] = [];
      const endAll = async (counts: GuessOutcome) => {
        for (const end of ends) await end(counts);
      };
      const ofAccount = await accountLimits(account, deviceContext, kind);
      const needed = placesOf(account, deviceContext).map((limit): [Limit] => [limit]);
      try {
        for (const limits of [...needed, ofAccount]) ends.push(await beginAtOne(limits));
      } catch (error) {
        await endAll('neither');
        throw error;
      }
      return endAll;
    },
    async findWaitMs(account: Account, deviceContext: DeviceContext) {
      const kinds = (['six digits', 'recovery'] as const).map(async (kind) =>
        Math.min(...(await waitsOf(await accountLimits(account, deviceContext, kind)))),
      );
      const places = await waitsOf(placesOf(account, deviceContext));
      return Math.max(...places, Math.min(...(await Promise.all(kinds))));
    },
    noteRotation: origins.note,
  };
}

/** How long an origin is remembered without a look-up, and how often a look-up is stored. */
const ORIGIN_MS = HOUR_MS;
const NOTED_MS = 5 * MINUTE_MS;

/** Remembers which key replaced which. Otherwise counts would restart with each login to any account. */
function createKeyOrigins(states: SharedStates) {
  const origins = states.open<{ origin: string; at: number }>('keys of browsers', {
    most: MAX_KEYS,
  });

  const keep = (origin: string, now: number) => ({
    result: origin,
    next: { state: { origin, at: now }, until: now + ORIGIN_MS + NOTED_MS },
  });

  /** Returns the original key, which is remembered as long as it is looked up. */
  const find = (key: string) =>
    origins.update(key, (found, now) => {
      if (found === undefined) return { result: key };
      const isNoted = Math.abs(now - found.at) < NOTED_MS;
      return isNoted ? { result: found.origin } : keep(found.origin, now);
    });

  return {
    find,
    async note({ from, to }: { from: string; to: string }): Promise<void> {
      const origin = await find(from);
      await origins.update(to, (_, now) => keep(origin, now));
    },
  };
}
