// What is counted of requests and their answers, in numbers that monitoring reads later.

import { ENCODINGS, type Encoding } from '../lib/compress.ts';
import { createHistogram, SECONDS } from '../lib/histogram.ts';

/** The label of requests that no route answered. */
const OTHER = 'other';

/** How often a list was answered in full, and with 304. */
interface ListTraffic {
  full: number;
  unchanged: number;
}

/** What is counted of one service; all counts are zero. */
export function createTraffic() {
  const other = createRouteTraffic(OTHER);
  const routes = new Map([[OTHER, other]]);
  const kinds = [...ENCODINGS, 'identity', 'player'] as const;
  const none = kinds.map((kind) => [kind, { full: 0, unchanged: 0 }] as const);
  return {
    /** By the pattern of the route; the patterns are those of `declare`, and `other`. */
    routes: routes as ReadonlyMap<string, RouteTraffic>,
    /** Counts the requests of a route apart from now on. Returns their counts. */
    declare(route: string): RouteTraffic {
      const known = routes.get(route) ?? createRouteTraffic(route);
      routes.set(route, known);
      return known;
    },
    /** The counts of a route, or those of all others. */
    of: (route: string | undefined): RouteTraffic =>
      route === undefined ? other : (routes.get(route) ?? other),
    /** Public lists by their encoding, and those of logged-in players. */
    lists: Object.fromEntries(none) as Record<Encoding | 'identity' | 'player', ListTraffic>,
    /** Heartbeats that came through a proxy that is not trusted. */
    heartbeatsOfUnknownSender: 0,
  };
}

export type Traffic = ReturnType<typeof createTraffic>;
export type RouteTraffic = ReturnType<typeof createRouteTraffic>;

/** `answers` holds how many had a status from 100 times its index on; `durations` are seconds, without sending. */
function createRouteTraffic(route: string) {
  return { route, answers: new Float64Array(6), durations: createHistogram(SECONDS) };
}
