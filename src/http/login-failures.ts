// Failed logins, over the API and on pages alike: what the log and the counters get, and the pause while the service is busy.

import type { LoginFailure } from '../accounts/accounts.ts';
import { isBusy } from '../lib/failure.ts';
import type { Timers } from '../lib/timers.ts';
import type { HttpContext } from './context.ts';

const BUSY_PAUSE_MS = 1_000;

/** Logs and counts a login that failed, and waits while the service is busy. */
export async function noteLoginFailure(
  {
    events,
    timers,
  }: { events: Pick<HttpContext['events'], 'loginFailed' | 'loginRefused'>; timers: Timers },
  failure: LoginFailure,
  address: string,
): Promise<void> {
  if (isBusy(failure)) events.loginRefused('busy', address);
  else if (failure.kind === 'rate_limited') events.loginRefused('stopped', address);
  else events.loginFailed(failure.launcherText, address);
  await pauseIfBusy(timers, failure);
}

/**
 * A client that has to try again waits a second first: a flood of tries would take what password
 * hashing leaves of the machine.
 */
export async function pauseIfBusy(timers: Timers, failure: unknown): Promise<void> {
  if (!isBusy(failure)) return;
  await new Promise<void>((resume) => {
    timers.after(BUSY_PAUSE_MS, resume);
  });
}
