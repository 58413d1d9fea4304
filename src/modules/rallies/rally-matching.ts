// Who comes together for a rally, what may be chosen, and how long a browser is told of it.

import type { Pledge } from './rally-ports.ts';

/** What may be chosen: how many have to come, oneself included, and how many minutes one waits. */
export const RALLY_CHOICES: Readonly<Record<'wanted' | 'minutes', readonly string[]>> = {
  wanted: Array.from({ length: 15 }, (_, index) => `${index + 2}`),
  minutes: ['15', '30', '60', '120', '240', '480', '1440'],
};

/** A further browser of an account takes the place of its oldest. */
export const BROWSERS_PER_ACCOUNT = 5;

const PUSH_RETRY_MS = 60_000;
const PUSH_LIFETIME_MS = 60 * PUSH_RETRY_MS;

/** The largest n such that n people each want at most n players; 0 where there is none. */
export function countTogether(wanted: readonly number[]): number {
  const sorted = wanted.toSorted((one, other) => one - other);
  return sorted.findLastIndex((each, index) => each <= index + 1) + 1;
}

/** How many come together, who of them has to be notified, and whether they are all new, so that it is an event. */
export function matchPledges<Live extends Pick<Pledge, 'wanted' | 'metAt'>>(
  pledges: readonly Live[],
) {
  const people = countTogether(pledges.map(({ wanted }) => wanted));
  const newlyMet = pledges.filter(({ metAt, wanted }) => metAt === null && wanted <= people);
  return { people, newlyMet, isEvent: people > 0 && newlyMet.length >= people };
}

/** A pledge that was met since `metSince` is still worth a notification, and one that fails now is due at `retryAt`. */
export function schedulePushes(now: number): { metSince: number; retryAt: number } {
  return { metSince: now - PUSH_LIFETIME_MS, retryAt: now + PUSH_RETRY_MS };
}
