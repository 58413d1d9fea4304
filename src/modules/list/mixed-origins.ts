// Mixes the servers of mirrored sites into the list. No first part of the list has more of them than of this site.

import type { Listing } from '../registry/index.ts';

type Origin = Pick<Listing, 'origin'>;

/** Whether the server sends its heartbeats to this site. */
export const isOwn = ({ origin }: Origin): boolean => origin === undefined;

/**
 * Mixes the sites so that no prefix of the list has more servers of other sites than of this one. The surplus waits for
 * our next server, and follows at the end. Each kind keeps its own order.
 */
export function mixOrigins<Entry extends { listing: Origin }>(
  ranked: readonly Entry[],
): readonly Entry[] {
  const others = ranked.filter(({ listing }) => !isOwn(listing));
  if (others.length === 0) return ranked;
  const mixed: Entry[] = [];
  let seen = 0;
  let taken = 0;
  for (const entry of ranked) {
    if (isOwn(entry.listing)) mixed.push(entry);
    else seen += 1;
    for (; taken < seen && 2 * taken < mixed.length; taken += 1) {
      const other = others[taken];
      if (other !== undefined) mixed.push(other);
    }
  }
  return [...mixed, ...others.slice(taken)];
}

/** The length of a first page of at most `limit` servers, of which other sites fill at most half. */
export function limitOfFirstPage(found: readonly { listing: Origin }[], limit: number): number {
  const own = found.filter(({ listing }) => isOwn(listing)).length;
  return own === 0 ? limit : Math.min(limit, 2 * own);
}
