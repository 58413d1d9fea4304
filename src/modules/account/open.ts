// Opens what every module about accounts needs: accounts without ended suspensions, bounded hashing, names, and the log.

import type { QueueBounds } from '../../platform/lib/bounded-queue.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import {
  boundHashing,
  defaultHashingBounds,
  type PasswordHasher,
} from '../../platform/lib/password-hashing.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import { createPlayers, hideEndedSuspensions } from './account.ts';
import { createAccountLog } from './account-log.ts';
import type { AccountLogStore } from './account-log-ports.ts';
import { createReservedNames } from './account-names.ts';
import type { AccountStore } from './account-ports.ts';
import type { RegistrationRules } from './settings.ts';

export function openAccounts(ports: {
  accounts: AccountStore;
  accountLog: AccountLogStore;
  clock: Clock;
  passwords: PasswordHasher;
  /** How many passwords are hashed at once, and how many wait; the defaults follow from the cores of the machine. */
  hashing?: QueueBounds | undefined;
  rules: Pick<RegistrationRules, 'reservedNames'>;
}) {
  const { rules, hashing = defaultHashingBounds() } = ports;
  const accounts = hideEndedSuspensions(ports.accounts, ports.clock);
  const findReserved = createReloaded(() => rules.reservedNames, createReservedNames);
  return {
    accounts,
    passwords: boundHashing(ports.passwords, hashing),
    isReservedName: (name: string) => findReserved()(name),
    log: createAccountLog(ports),
    players: createPlayers({ ...ports, accounts }),
  };
}
