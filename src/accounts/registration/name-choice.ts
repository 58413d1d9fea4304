// Whether somebody who registers can have a name, and if not, why.

import { requireAccountName } from '../account-name.ts';
import { describeWait } from '../refusal.ts';
import type { NameObstacle, RegistrationStore } from '../registration-ports.ts';
import { messageOf } from '../rule-message.ts';
import { hashSkeleton } from './reserved-names.ts';

/** Says why the name cannot be had, as a sentence; `undefined` when it can. Names are public. */
export async function findNameProblem(
  parts: {
    registration: Pick<RegistrationStore, 'findNameObstacle'>;
    isReserved: (name: string) => boolean;
  },
  name: string,
  now: number,
): Promise<string | undefined> {
  if (name === '') return 'Choose a name.';
  const problem = messageOf(() => requireAccountName(name));
  if (problem !== undefined) return problem;
  if (parts.isReserved(name)) {
    return `The name "${name}" is reserved on this site, or looks like one that is: choose another.`;
  }
  const obstacle = await parts.registration.findNameObstacle(name, hashSkeleton(name), now);
  return obstacle && describeObstacle(name, obstacle, now);
}

/** The sentence for a name that another account stands in the way of. */
export function describeObstacle(name: string, obstacle: NameObstacle, now: number): string {
  switch (obstacle.kind) {
    case 'taken':
      return `The name "${name}" is taken: choose another.`;
    case 'confusable':
      return (
        `The name "${name}" looks too much like "${obstacle.with}", which is taken: small and capital ` +
        'letters, 0 and O, 1, I and l, and one or more underscores count as the same.'
      );
    default:
      return (
        `The name "${name}", or one that looks like it, belonged to an account until lately, and can ` +
        `be taken again in ${describeWait(obstacle.until - now)}.`
      );
  }
}
