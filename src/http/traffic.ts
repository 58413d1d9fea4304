// What is counted of requests and their answers, in numbers that monitoring reads later.

import { ENCODINGS, type Encoding } from '../lib/compress.ts';
import { createHistogram, type Histogram, SECONDS } from '../lib/histogram.ts';

/** The label of requests that no route answered. */
const OTHER = 'other';

/** The answers of one route. */
export interface RouteTraffic {
  /** The pattern of its path, or `other`. */
  readonly route: string;
  /** How many answers had a status from 100 times its index on. */
  readonly answers: Float64Array;
  /** Seconds from the request to its answer, without sending that. */
  readonly durations: Histogram;
}

/** How a list was answered: in full, or with 304. */
export interface ListTraffic {
  full: number;
  unchanged: number;
}

/** The counts of one service. */
export interface Traffic {
  /** By the pattern of the route; the patterns are those of `declare`, and `other`. */
  readonly routes: ReadonlyMap<string, RouteTraffic>;
  /** Counts the requests of a route apart from now on. Returns their counts. */
  declare(route: string): RouteTraffic;
  /** The counts of a route, or those of all others. */
  of(route: string | undefined): RouteTraffic;
  /** Public lists by their encoding, and those of logged-in players. */
  readonly lists: Readonly<Record<Encoding | 'identity' | 'player', ListTraffic>>;
  /** Heartbeats that came through a proxy that is not trusted. */
  heartbeatsOfUnknownSender: number;
}

/** Creates counts that are zero. */
export function createTraffic(): Traffic {
  const routes = new Map<string, RouteTraffic>();
  const other = createRouteTraffic(OTHER);
  routes.set(OTHER, other);
  const kinds = [...ENCODINGS, 'identity', 'player'] as const;
  const none = kinds.map((kind) => [kind, { full: 0, unchanged: 0 }] as const);
  return {
    routes,
    declare(route) {
      const known = routes.get(route) ?? createRouteTraffic(route);
      routes.set(route, known);
      return known;
    },
    of: (route) => (route === undefined ? other : (routes.get(route) ?? other)),
    lists: Object.fromEntries(none) as Traffic['lists'],
    heartbeatsOfUnknownSender: 0,
  };
}

function createRouteTraffic(route: string): RouteTraffic {
  return { route, answers: new Float64Array(6), durations: createHistogram(SECONDS) };
}
