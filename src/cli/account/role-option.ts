// The option that names a role.

import { Option } from 'commander';
import type { Role } from '../../accounts/roles.ts';

const ROLES: readonly Role[] = ['player', 'moderator', 'administrator'];

/** `--role`. */
export function roleOption(): Option {
  return new Option('--role <role>', 'What it may do besides playing.').choices(ROLES);
}
