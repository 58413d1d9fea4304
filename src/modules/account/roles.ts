// The roles of accounts and the actions that each role allows.

import type { Actor } from '../../platform/lib/actor.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { asStaff, isAtLeast, type Role, type StaffRole } from '../../platform/lib/roles.ts';
import { accountFailures } from './messages.ts';

/** The lowest role for each action. Moderators may act on players only. */
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

export type AccountAction = keyof typeof NEEDED_ROLES;

/** Whether somebody with this role may do the action, to an account with the role `target` if there is one. */
export function mayDo(role: Role, action: AccountAction, target?: Role): boolean {
  if (!isAtLeast(role, NEEDED_ROLES[action])) return false;
  if (action === 'look' || target === undefined || role === 'administrator') return true;
  return target === 'player';
}

export interface Rights {
  role: StaffRole;
  /** Whether only the rules of the data limit the actor. True only on the command line. */
  isUnlimited: boolean;
  assertMay(action: AccountAction, target?: { role: Role }): void;
}

interface AccountFinder {
  findAccountById(id: number): Promise<{ role: Role; suspendedAt: number | null } | undefined>;
}

export async function findRights(actor: Actor, accounts: AccountFinder): Promise<Rights> {
  const role = await findStaffRole(actor, accounts);
  const { onlyStaff, onlyAdministrators, onlyAdministratorsToStaff } =
    accountFailures.administration;
  if (role === undefined) throw new Failure('forbidden', onlyStaff);
  return {
    role,
    isUnlimited: actor.kind === 'command line',
    assertMay(action, target) {
      if (mayDo(role, action, target?.role)) return;
      const isAboutStaff = mayDo(role, action, 'player');
      const sentence = isAboutStaff
        ? onlyAdministratorsToStaff(target?.role === 'administrator')
        : onlyAdministrators;
      throw new Failure('forbidden', sentence);
    },
  };
}

async function findStaffRole(
  actor: Actor,
  accounts: AccountFinder,
): Promise<StaffRole | undefined> {
  if (actor.kind === 'command line') return 'administrator';
  const account = await accounts.findAccountById(actor.id);
  return account?.suspendedAt === null ? asStaff(account.role) : undefined;
}
