// Finds the accounts that share a device or an address with an account, and decides which of them staff see.

import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { type AccountStore, findRights, mayDo, withoutEndedSuspension } from '../account/index.ts';
import { DEVICES_KEPT_MS, isAddressKey } from '../sessions/index.ts';
import type { SharedDeviceStore, Sharer } from './shared-device-ports.ts';

/** More accounts than these are a school, a provider or a café: they are counted, not named. */
export const MAX_NAMED = 10;

export interface SharedDevicePorts {
  clock: Clock;
  sharedDevices: SharedDeviceStore;
  accounts: Pick<AccountStore, 'findAccountById'>;
}

export type SharedKind = 'browser' | 'address';

/** Another account, with all that it shares. */
export interface SharingAccount extends Omit<Sharer, 'keyHash' | 'role'> {
  kinds: readonly SharedKind[];
}

/** A browser or an address with too many accounts to name them. */
export interface Crowd {
  kind: SharedKind;
  others: number;
  suspended: number;
}

export interface Shared {
  /** Whether the account itself is suspended, so that all others are named. */
  isSuspended: boolean;
  accounts: readonly SharingAccount[];
  crowds: readonly Crowd[];
}

export type SharedDevices = ReturnType<typeof createSharedDevices>;

const kindOf = (keyHash: string): SharedKind => (isAddressKey(keyHash) ? 'address' : 'browser');

export function createSharedDevices(ports: SharedDevicePorts) {
  const { clock, sharedDevices: store, accounts } = ports;
  return {
    /**
     * Finds all accounts that share something with a suspended account, and the suspended ones that share something with
     * another account. Names only accounts that the reader may suspend; `undefined` if this account is not one of them.
     */
    async find(
      reader: Extract<Actor, { kind: 'account' }>,
      accountId: number,
    ): Promise<Shared | undefined> {
      const { role } = await findRights(reader, accounts);
      const found = await accounts.findAccountById(accountId);
      if (found === undefined || !mayDo(role, 'suspend', found.role)) return undefined;
      const now = clock.now();
      const isSuspended = withoutEndedSuspension(now, found).suspendedAt !== null;
      const at = { now, seenAfter: now - DEVICES_KEPT_MS };
      const keys = (await store.listSharedKeys(accountId, at)).filter(
        ({ suspended }) => isSuspended || suspended > 0,
      );
      const few = keys.filter(({ others }) => others <= MAX_NAMED).map(({ keyHash }) => keyHash);
      const sharers = await store.listSharers(accountId, few, at);
      const named = sharers.filter(
        (each) => (isSuspended || each.isSuspended) && mayDo(role, 'suspend', each.role),
      );
      return {
        isSuspended,
        accounts: [...Map.groupBy(named, (each) => each.accountId).values()].flatMap(joinKinds),
        crowds: keys
          .filter(({ others }) => others > MAX_NAMED)
          .map(({ keyHash, others, suspended }) => ({ kind: kindOf(keyHash), others, suspended })),
      };
    },
  };
}

/** Joins what one account shares; its last login comes first. */
function joinKinds(shared: readonly Sharer[]): SharingAccount[] {
  const kinds = [...new Set(shared.map(({ keyHash }) => kindOf(keyHash)))].toSorted();
  return shared.slice(0, 1).map(({ keyHash: _, role: _role, ...last }) => ({ ...last, kinds }));
}
