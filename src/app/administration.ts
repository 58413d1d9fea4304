// The administration of accounts, for the service's pages and for the command line.

import {
  type AccountAdministration,
  createAccountAdministration,
} from '../accounts/administration.ts';
import type { Post } from '../accounts/letters.ts';
import type { PasswordHasher } from '../accounts/ports.ts';
import { createSecondFactorReset } from '../accounts/second-factor/second-factor-reset.ts';
import { createReservedNames } from '../accounts/sign-up/reserved-names.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import type { Store } from '../store/open-store.ts';

/** Opens it; in the service, `passwords` is bounded. */
export function openAdministration(
  settings: Settings,
  store: Store,
  { post, passwords }: { post: Post; passwords: PasswordHasher },
): AccountAdministration {
  return createAccountAdministration({
    ...store,
    clock: systemClock,
    passwords,
    secondFactors: createSecondFactorReset({ ...store, post, clock: systemClock }),
    isReservedName: createReservedNames(settings.reservedNames),
    nameReservedDays: settings.nameReservedDays,
  });
}
