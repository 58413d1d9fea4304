// What moderators and administrators do with accounts, from the command line and from pages.

import type { Actor } from '../audit-ports.ts';
import { findRights } from '../roles.ts';
import { hideEndedSuspensions } from '../suspension.ts';
import { type AdministrationPorts, createAccountChanges } from './account-changes.ts';
import { createAccountSearch } from './account-search.ts';

export { generatePassword } from '../passwords.ts';
export { type AccountAction, mayDo, NEEDED_ROLES } from '../roles.ts';
export type { ManagedAccount } from './account-search.ts';
export type { AdministrationPorts };

export function createAccountAdministration(given: AdministrationPorts) {
  const ports = hideEndedSuspensions(given);
  return {
    by(actor: Actor) {
      const rightsOf = () => findRights(actor, ports.accounts);
      return {
        ...createAccountSearch(ports, rightsOf),
        ...createAccountChanges(ports, actor, rightsOf),
      };
    },
  };
}

export type AccountAdministration = ReturnType<typeof createAccountAdministration>;

export type AccountActions = ReturnType<AccountAdministration['by']>;
