// What moderators and administrators do with accounts, from the command line and from pages.

import type { AccountActions, AdministrationPorts } from './administration/account-actions.ts';
import { createAccountSearch } from './administration/account-search.ts';
import { createAccountChanges } from './administration/administration-changes.ts';
import { findRights } from './administration/administration-rights.ts';
import type { Actor } from './audit-ports.ts';
import { readAsOfNow } from './suspension.ts';

export type {
  AccountActions,
  AdministrationPorts,
  ManagedAccount,
} from './administration/account-actions.ts';
export { type AccountAction, mayDo, NEEDED_ROLES } from './administration/administration-rights.ts';
export { generatePassword } from './password-rules.ts';

/** Managing accounts. */
export interface AccountAdministration {
  /** The actions of one actor, whose rights are looked up again for each. */
  by(actor: Actor): AccountActions;
}

/** Creates the administration over its ports. */
export function createAccountAdministration(given: AdministrationPorts): AccountAdministration {
  const ports = readAsOfNow(given);
  return {
    by(actor) {
      const rightsOf = () => findRights(actor, ports.accounts);
      return {
        ...createAccountSearch(ports, rightsOf),
        ...createAccountChanges(ports, actor, rightsOf),
      };
    },
  };
}
