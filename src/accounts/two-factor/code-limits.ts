// Rate limits on wrong codes: by address and network, and by whether the account knows the device.

import { groupOfAddress, networkOfAddress } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { type AttemptAnswer, type Attempts, createAttempts } from '../login/attempts.ts';
import type { DeviceContext } from '../login/devices.ts';
import type { Account } from '../ports.ts';

/**
 * What a code is to its limits: six digits, or any text that is no recovery code; a recovery code of
 * digits; or a code that has too many values to be guessed.
 */
export type CodeClass = 'six digits' | 'recovery' | 'unguessable';

/** Counts wrong codes of accounts, whose passwords were right each time. */
export interface CodeLimits {
  /** Begins one try; `end` must be called once where it is admitted. */
  begin(account: Account, deviceContext: DeviceContext, kind: CodeClass): AttemptAnswer;
  /** How long codes of any kind have to wait there, 0 when one of some kind need not. */
  findWaitMs(account: Account, deviceContext: DeviceContext): number;
  /** Has a browser's key that took the place of another go on with the count of that one. */
  noteRotation(rotates: { from: string; to: string }): void;
  /** Drops what is too old to count. */
  sweep(): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEYS_AT_MOST = 20_000;
/** An IPv4 address by itself, or the most of IPv6 that one customer of a provider gets. */
const SITE = { ipv4: 32, ipv6: 48 };

/** Creates the limits; counts do not survive a restart. */
export function createCodeLimits(clock: Clock): CodeLimits {
  const ofWindow = (limit: number, windowMs: number) =>
    createAttempts(clock, { limit, windowMs, keysAtMost: KEYS_AT_MOST });
  const fromAddress = ofWindow(5, 5 * MINUTE_MS);
  // A /48 holds 65,536 of the networks that count as one address.
  const fromSite = ofWindow(8, 5 * MINUTE_MS);
  // Somebody who has the password and many addresses would get five guesses from each.
  const fromUnknown = ofWindow(30, HOUR_MS);
  // A copied `device` cookie makes all those addresses known ones.
  const fromKnown = ofWindow(30, HOUR_MS);
  const all = [fromAddress, fromSite, fromUnknown, fromKnown];
  const origins = createKeyOrigins(clock);

  function placesOf({ id }: Account, { address }: DeviceContext): Limit[] {
    return [
      { attempts: fromAddress, key: `${id} ${groupOfAddress(address)}` },
      { attempts: fromSite, key: `${id} ${networkOfAddress(address, SITE)}` },
    ];
  }

  /** The limits of which one has to have a place left; none stands for no limit. */
  function accountLimits(
    { id }: Account,
    { knownKeys }: DeviceContext,
    kind: CodeClass,
  ): [Limit, ...Limit[]] | undefined {
    if (kind === 'unguessable') return undefined;
    // A limit for each kind: somebody who uses up one does not keep the owner from the other.
    const known = knownKeys.map((key) => ({
      attempts: fromKnown,
      key: `${id} ${kind} ${origins.find(key)}`,
    }));
    const [first, ...others] = known;
    if (first !== undefined) return [first, ...others];
    return [{ attempts: fromUnknown, key: `${id} ${kind}` }];
  }

  const waitOf = ({ attempts, key }: Limit) => attempts.findWaitMs(key);

  /** Begins at the limit that is stopped for the shortest time, which is one that is not, if there is one. */
  function beginAtOne(limits: readonly [Limit, ...Limit[]]): AttemptAnswer {
    const { attempts, key } = limits.reduce((best, each) =>
      waitOf(each) < waitOf(best) ? each : best,
    );
    return attempts.begin(key);
  }

  return {
    begin(account, deviceContext, kind) {
      const ends: ((isWrong: boolean) => void)[] = [];
      const endAll = (isWrong: boolean) => {
        for (const end of ends) end(isWrong);
      };
      const ofAccount = accountLimits(account, deviceContext, kind);
      const needed = placesOf(account, deviceContext).map((limit): [Limit] => [limit]);
      for (const limits of ofAccount === undefined ? needed : [...needed, ofAccount]) {
        const answer = beginAtOne(limits);
        if (answer.outcome !== 'admitted') {
          endAll(false);
          return answer;
        }
        ends.push(answer.end);
      }
      return { outcome: 'admitted', end: endAll };
    },
    findWaitMs(account, deviceContext) {
      const kinds = (['six digits', 'recovery'] as const).map((kind) =>
        Math.min(...(accountLimits(account, deviceContext, kind) ?? []).map(waitOf)),
      );
      return Math.max(...placesOf(account, deviceContext).map(waitOf), Math.min(...kinds));
    },
    noteRotation: origins.note,
    sweep() {
      for (const attempts of all) attempts.sweep();
      origins.sweep();
    },
  };
}

interface Limit {
  attempts: Attempts;
  key: string;
}

/**
 * Remembers which key of a browser came from which: each login of the browser, to any
 * account, gives it another one, and counts that started at zero with it would be no limit.
 */
function createKeyOrigins(clock: Clock) {
  const origins = new Map<string, { origin: string; at: number }>();

  function keep(key: string, origin: string): void {
    origins.delete(key);
    origins.set(key, { origin, at: clock.now() });
    const [oldest] = origins.keys();
    if (origins.size > KEYS_AT_MOST && oldest !== undefined) origins.delete(oldest);
  }

  /** The first key that this one came from, which is remembered as long as it is looked up. */
  function find(key: string): string {
    const origin = origins.get(key)?.origin;
    if (origin !== undefined) keep(key, origin);
    return origin ?? key;
  }

  return {
    find,
    note: ({ from, to }: { from: string; to: string }) => keep(to, find(from)),
    sweep(): void {
      for (const [key, { at }] of origins) {
        if (Math.abs(clock.now() - at) >= HOUR_MS) origins.delete(key);
      }
    },
  };
}
