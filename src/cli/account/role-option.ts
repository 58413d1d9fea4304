// The options that name a role.

import { Option } from 'commander';
import type { Role } from '../../accounts/roles.ts';
import { UsageError } from '../usage-error.ts';

const ROLES: readonly Role[] = ['player', 'moderator', 'administrator'];

/** `--role`. */
export function roleOption(): Option {
  return new Option('--role <role>', 'What it may do besides playing.').choices(ROLES);
}

/**
 * The role that is meant: `admin` is short for one, `false` for that of players; `undefined` where none
 * is named. Throws `UsageError` where both are given.
 */
export function readRole({ admin, role }: { admin?: boolean; role?: Role }): Role | undefined {
  if (admin === undefined) return role;
  if (role !== undefined) throw new UsageError('Give --role or --admin, not both.');
  return admin ? 'administrator' : 'player';
}
