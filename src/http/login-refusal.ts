// Tells of a refused login, over the API and on pages alike.

import { outcomeOf } from '../accounts/accounts.ts';
import type { HttpContext } from './context.ts';

/** Logs and counts a login that was answered with this error. */
export function noteLoginRefusal(
  { events }: { events: Pick<HttpContext['events'], 'loginFailed' | 'loginRefused'> },
  error: string,
  address: string,
): void {
  const outcome = outcomeOf(error);
  if (outcome === 'failed') events.loginFailed(error, address);
  else events.loginRefused(outcome, address);
}
