// Whether somebody who registers can have a name, and if not, why.

import { describeWait } from '../../lib/duration.ts';
import { aboutField, Failure } from '../../lib/failure.ts';
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
  if (name === '') throw refuseName('Choose a name.');
  aboutField('name', () => requireAccountName(name));
  if (parts.isReserved(name)) throw refuseReserved(name);
  const obstacle = await parts.registration.findNameObstacle(name, hashSkeleton(name), now);
  if (obstacle !== undefined) throw refuseName(describeObstacle(name, obstacle, now));
}

/** A name that nobody may register here. */
export function refuseReserved(name: string): Failure {
  return refuseName(
    `The name "${name}" is reserved on this site, or looks like a name that is. Choose another one.`,
  );
}

/** A name of a form that cannot be had. */
export function refuseName(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'name' });
}

/** The sentence for a name that another account stands in the way of. */
export function describeObstacle(name: string, obstacle: NameObstacle, now: number): string {
  switch (obstacle.kind) {
    case 'taken':
      return `The name "${name}" is taken. Choose another one.`;
    case 'confusable':
      return (
        `The name "${name}" looks too much like "${obstacle.with}", which is taken: small and capital ` +
        'letters, 0 and O, 1, I and l, and one or more underscores count as the same.'
      );
    default:
      return (
        `The name "${name}", or one that looks like it, belonged to another account until recently. It ` +
        `is available again in ${describeWait(obstacle.until - now)}.`
      );
  }
}
