// Rate limits on wrong codes: by address and network, and by whether the account knows the device.

import { groupOfAddress, networkOfAddress } from '../../lib/address.ts';
import type { DeviceContext } from '../login/devices.ts';
import {
  type Attempts,
  createAttempts,
  type EndGuess,
  type GuessOutcome,
} from '../login/login-limits.ts';
import type { Account } from '../ports.ts';
import type { SharedStates } from '../security-ports.ts';

/** What a code is to its limits: a recovery code, or six digits and any other text. */
type CodeClass = 'six digits' | 'recovery';

interface Limit {
  attempts: Attempts;
  key: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEYS_AT_MOST = 20_000;
/** An IPv4 address by itself, or the most of IPv6 that one customer of a provider gets. */
const SITE = { ipv4: 32, ipv6: 48 };

export function createCodeLimits(states: SharedStates) {
  const ofWindow = (from: string, limit: number, windowMs: number) =>
    createAttempts(states, {
      ...{ kind: `codes from ${from}`, limit, windowMs, keysAtMost: KEYS_AT_MOST },
    });
  const fromAddress = ofWindow('an address', 5, 5 * MINUTE_MS);
  // A /48 holds 65,536 of the networks that count as one address.
  const fromSite = ofWindow('a network', 8, 5 * MINUTE_MS);
  // Somebody who has the password and many addresses would get five guesses from each.
  const fromUnknown = ofWindow('unknown devices', 30, HOUR_MS);
  // A copied `device` cookie makes all those addresses known ones.
  const fromKnown = ofWindow('a known device', 30, HOUR_MS);
  const origins = createKeyOrigins(states);

  function placesOf({ id }: Account, { address }: DeviceContext): Limit[] {
    return [
      { attempts: fromAddress, key: `${id} ${groupOfAddress(address)}` },
      { attempts: fromSite, key: `${id} ${networkOfAddress(address, SITE)}` },
    ];
  }

  /** The limits of which one has to have a place left. */
  async function accountLimits(
    { id }: Account,
    { knownKeys }: DeviceContext,
    kind: CodeClass,
  ): Promise<[Limit, ...Limit[]]> {
    // A limit for each kind: somebody who uses up one does not keep the owner from the other.
    const found = await Promise.all(knownKeys.map(origins.find));
    const known = found.map((key) => ({ attempts: fromKnown, key: `${id} ${kind} ${key}` }));
    const [first, ...others] = known;
    if (first !== undefined) return [first, ...others];
    return [{ attempts: fromUnknown, key: `${id} ${kind}` }];
  }

  const waitsOf = (limits: readonly Limit[]) =>
    Promise.all(limits.map(({ attempts, key }) => attempts.findWaitMs(key)));

  /** Begins at the limit that is stopped for the shortest time, which is one that is not, if there is one. */
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

/** How long an origin is remembered without being looked up, and how soon a look-up is noted. */
const ORIGIN_MS = HOUR_MS;
const NOTED_MS = 5 * MINUTE_MS;

/** Which key of a browser came from which: counts that began anew with each login, to any account, were no limit. */
function createKeyOrigins(states: SharedStates) {
  const origins = states.open<{ origin: string; at: number }>('keys of browsers', {
    most: KEYS_AT_MOST,
  });

  const keep = (origin: string, now: number) => ({
    result: origin,
    next: { state: { origin, at: now }, until: now + ORIGIN_MS + NOTED_MS },
  });

  /** The first key that this one came from, which is remembered as long as it is looked up. */
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
