// Matches pledges: who comes together for a rally, the choices of the form, and how long browsers are notified.

import type { Pledge } from './rally-ports.ts';

/** The choices: how many players have to come, oneself included, and for how many minutes one waits. */
export const RALLY_CHOICES: Readonly<Record<'wanted' | 'minutes', readonly string[]>> = {
  wanted: Array.from({ length: 15 }, (_, index) => `${index + 2}`),
  minutes: ['15', '30', '60', '120', '240', '480', '1440'],
};

/** A further browser replaces the account's oldest one. */
export const BROWSERS_PER_ACCOUNT = 5;

const PUSH_RETRY_MS = 60_000;
const PUSH_LIFETIME_MS = 60 * PUSH_RETRY_MS;

/** The largest n for which n people each want at most n players; 0 for none. */
export function countTogether(wanted: readonly number[]): number {
  const sorted = wanted.toSorted((one, other) => one - other);
  return sorted.findLastIndex((each, index) => each <= index + 1) + 1;
}

/** How many players come together, whom to notify, and whether all of them are new, which makes it an event. */
export function matchPledges<Live extends Pick<Pledge, 'wanted' | 'metAt'>>(
  pledges: readonly Live[],
) {
  const people = countTogether(pledges.map(({ wanted }) => wanted));
  const newlyMet = pledges.filter(({ metAt, wanted }) => metAt === null && wanted <= people);
  return { people, newlyMet, isEvent: people > 0 && newlyMet.length >= people };
}

/** Pledges met since `metSince` are still worth a notification. A notification that fails now is due at `retryAt`. */
export function schedulePushes(now: number): { metSince: number; retryAt: number } {
  return { metSince: now - PUSH_LIFETIME_MS, retryAt: now + PUSH_RETRY_MS };
}
