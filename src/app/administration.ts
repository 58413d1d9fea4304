// The administration of accounts, for the service's pages and for the command line.

import {
  type AccountAdministration,
  createAccountAdministration,
} from '../accounts/administration.ts';
import type { PasswordHasher } from '../accounts/ports.ts';
import { createReservedNames } from '../accounts/registration/reserved-names.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { Repositories } from '../store/repositories.ts';

/** Opens it; in the service, `passwords` is a bounded hasher. */
export function openAdministration(
  settings: Settings,
  store: Repositories,
  passwords: PasswordHasher,
): AccountAdministration {
  const isReserved = createReloaded(() => settings.reservedNames, createReservedNames);
  return createAccountAdministration({
    ...store,
    clock: systemClock,
    passwords,
    isReservedName: (name) => isReserved()(name),
    nameReservedDays: settings.nameReservedDays,
  });
}
