// Keeps the password of a registration that came too early, so that nobody has to type it again.

import { Failure } from '../../platform/lib/failure.ts';
import { createSealedTexts } from '../../platform/lib/sealed-texts.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { isPossiblePassword, type RegistrationCheckFields } from '../account/index.ts';

const KEPT_MS = 10 * 60_000;

export function createEarlyPasswords(states: SharedStates) {
  const kept = createSealedTexts(states, 'passwords of early forms', { lifetimeMs: KEPT_MS });
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
