// Which names those who manage accounts may give: more than players may choose, but nobody else's.

import { aboutField, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import { requireAccountName } from '../account-name.ts';
import type { Rights } from '../administration/administration-rights.ts';
import type { Account } from '../ports.ts';
import type { RegistrationStore } from '../registration-ports.ts';
import { describeObstacle } from './name-choice.ts';
import { hashSkeleton } from './reserved-names.ts';

/** What names are judged by. */
export interface NameParts {
  registration: Pick<RegistrationStore, 'findNameObstacle'>;
  isReservedName(name: string): boolean;
}

/**
 * Returns the name without space around it; `bearer` is the account that is to have it, where there
 * is one. Throws `invalid` at the field for what is no name, and `conflict` for a name that
 * is taken; on pages also for one that looks like another's, and to moderators for a reserved one.
 */
export async function checkName(
  { registration, isReservedName }: NameParts,
  text: string,
  { rights, bearer, now }: { rights: Rights; bearer?: Account; now: number },
): Promise<string> {
  const name = text.trim();
  const refuse = (kind: 'invalid' | 'conflict', sentence: string): never => {
    throw new Failure(kind, sentence, { field: 'name' });
  };
  aboutField('name', () => requireAccountName(name));
  if (rights.role === 'moderator' && isReservedName(name)) {
    refuse('conflict', accountFailures.name.onlyGiven(name));
  }
  const obstacle = await registration.findNameObstacle(name, hashSkeleton(name), now, bearer?.id);
  if (obstacle?.kind === 'taken') {
    refuse('conflict', accountFailures.name.exists(name));
  }
  const isAlike = obstacle?.kind === 'confusable';
  if (isAlike && !rights.isUnlimited) refuse('conflict', describeObstacle(name, obstacle, now));
  return name;
}
