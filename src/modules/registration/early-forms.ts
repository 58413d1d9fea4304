// Forms of registration that come too early: the earliest time, and the password that is kept until the next try.

import { Failure } from '../../platform/lib/failure.ts';
import { createSealedTexts } from '../../platform/lib/sealed-texts.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { isPossiblePassword, type RegistrationCheckFields } from '../account/index.ts';

/** Nobody fills in the form faster than this. */
export const SOONEST_MS = 3_000;

const PASSWORD_KEPT_MS = 10 * 60_000;

/** Keeps the password of an early form for ten minutes, so that nobody has to type it again. */
export function createEarlyPasswords(states: SharedStates) {
  const kept = createSealedTexts(states, 'passwords of early forms', {
    lifetimeMs: PASSWORD_KEPT_MS,
  });
  return {
    /** Runs the check of a form. Keeps the form's password if the check says that it came too early. */
    async keepIfEarly(
      sessionValue: string,
      { challenge, password }: Pick<RegistrationCheckFields, 'challenge'> & { password: string },
      check: () => void,
    ): Promise<void> {
      try {
        check();
      } catch (error) {
        const isEarly = error instanceof Failure && error.kind === 'rate_limited';
        if (isEarly && isPossiblePassword(password)) {
          await kept.put(sessionValue, [challenge, password]);
        }
        throw error;
      }
    },
    /** The password of the form with this challenge; `undefined` if none is kept. */
    async find(sessionValue: string, challenge: string): Promise<string | undefined> {
      const [of, password] = (await kept.find(sessionValue)) ?? [];
      return of === challenge ? password : undefined;
    },
    drop: kept.drop,
  };
}
