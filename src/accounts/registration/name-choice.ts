// Whether somebody who registers can have a name, and if not, why.

import { aboutField, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import { requireAccountName } from '../account-name.ts';
import type { NameObstacle, RegistrationStore } from '../registration-ports.ts';
import { hashSkeleton } from './reserved-names.ts';

/** Throws `invalid` at the field `name` when somebody who registers cannot have it. Names are public. */
export async function requireFreeName(
  parts: {
    registration: Pick<RegistrationStore, 'findNameObstacle'>;
    isReserved: (name: string) => boolean;
  },
  name: string,
  now: number,
): Promise<void> {
  if (name === '') throw refuseName(accountFailures.name.missing);
  aboutField('name', () => requireAccountName(name));
  if (parts.isReserved(name)) throw refuseReserved(name);
  const obstacle = await parts.registration.findNameObstacle(name, hashSkeleton(name), now);
  if (obstacle !== undefined) throw refuseName(describeObstacle(name, obstacle, now));
}

/** A name that nobody may register here. */
export function refuseReserved(name: string): Failure {
  return refuseName(accountFailures.name.reserved(name));
}

/** A name of a form that cannot be had. */
export function refuseName(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'name' });
}

/** The sentence for a name that another account stands in the way of. */
export function describeObstacle(name: string, obstacle: NameObstacle, now: number): string {
  switch (obstacle.kind) {
    case 'taken':
      return accountFailures.name.taken(name);
    case 'confusable':
      return accountFailures.name.confusable(name, obstacle.with);
    default:
      return accountFailures.name.resting(name, obstacle.until - now);
  }
}
