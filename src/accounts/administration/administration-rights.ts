// Who may do what about accounts: looked up again for each action, so that a lost role counts at once.

import { Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Actor } from '../audit-ports.ts';
import type { Account, AccountStore } from '../ports.ts';
import { asStaff, isAtLeast, type Role, type StaffRole } from '../roles.ts';

/** The lowest role for each action; moderators may do them to players only. */
export const NEEDED_ROLES = {
  look: 'moderator',
  verify: 'moderator',
  suspend: 'moderator',
  restore: 'moderator',
  rename: 'moderator',
  'change details': 'moderator',
  'end sessions': 'moderator',
  'reset second factor': 'moderator',
  create: 'administrator',
  'change role': 'administrator',
  'change password': 'administrator',
  delete: 'administrator',
  'see addresses': 'administrator',
} as const satisfies Record<string, StaffRole>;

/** What somebody does about accounts. */
export type AccountAction = keyof typeof NEEDED_ROLES;

/** Whether somebody with this role may do it, to an account with that role where it is about one. */
export function mayDo(role: Role, action: AccountAction, target?: Role): boolean {
  if (!isAtLeast(role, NEEDED_ROLES[action])) return false;
  if (action === 'look' || target === undefined || role === 'administrator') return true;
  return target === 'player';
}

/** The rights of one actor at this moment. */
export interface Rights {
  role: StaffRole;
  /** Whether nothing but the rules of the data is in the way: on the command line alone. */
  isUnlimited: boolean;
  /** Throws `forbidden`. */
  assertMay(action: AccountAction, target?: Account): void;
}

/** Looks up the rights of an actor. Throws `forbidden` for an account that has none. */
export async function findRights(
  actor: Actor,
  accounts: Pick<AccountStore, 'findAccountById'>,
): Promise<Rights> {
  const role = await findStaffRole(actor, accounts);
  if (role === undefined) {
    throw new Failure('forbidden', accountFailures.administration.onlyStaff);
  }
  return {
    role,
    isUnlimited: actor.kind === 'command line',
    assertMay(action, target) {
      if (mayDo(role, action, target?.role)) return;
      throw new Failure(
        'forbidden',
        mayDo(role, action, 'player')
          ? accountFailures.administration.onlyAdministratorsToStaff(
              target?.role === 'administrator',
            )
          : accountFailures.administration.onlyAdministrators,
      );
    },
  };
}

async function findStaffRole(
  actor: Actor,
  accounts: Pick<AccountStore, 'findAccountById'>,
): Promise<StaffRole | undefined> {
  if (actor.kind === 'command line') return 'administrator';
  const account = await accounts.findAccountById(actor.id);
  return account?.suspendedAt === null ? asStaff(account.role) : undefined;
}
