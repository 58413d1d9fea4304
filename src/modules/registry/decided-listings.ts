// Applies the decisions of moderators and operators to listings: country, join place, featured and claimed.

import {
  countPlayers,
  type Listing,
  type LiveServer,
  type Place,
  setReachable,
} from './live-server.ts';
import type { RegistryCore } from './registry-core.ts';
import { computeServerHash } from './server-hash.ts';
import { type CountryFinder, type Decisions, NO_DECISIONS } from './server-ports.ts';

export type DecidedListings = ReturnType<typeof createDecidedListings>;

export function createDecidedListings(
  { index, unsaved, relist }: RegistryCore,
  countries: CountryFinder,
  now: () => number,
) {
  let decided = NO_DECISIONS;
  let isAnythingDecided = false;

  const findCountry = (hash: string, ip: string): string =>
    decided.countries.get(hash) ?? countries.findCountry(ip);

  /** Players join at the decided place, unless it belongs to another server. */
  function findJoinPlace({ hash, ip, port }: Pick<Listing, 'hash' | 'ip' | 'port'>) {
    const place = decided.joinPlaces.get(hash);
    const { ip: joinIp = ip, port: joinPort = port } = place ?? {};
    const isOwn = place === undefined || index.isTaken(joinIp, joinPort, hash);
    return isOwn ? { joinIp: ip, joinPort: port } : { joinIp, joinPort };
  }

  /** Updates a server's listing to the decisions. The country stays unless the caller passes one. */
  function update(server: LiveServer, country = server.listing.country): void {
    const { listing: shown } = server;
    const isFeatured = decided.featured.has(shown.hash);
    const isClaimed = decided.claimed.has(shown.hash);
    const { joinIp, joinPort } = findJoinPlace(shown);
    const isMoved = shown.joinPort !== joinPort || shown.joinIp !== joinIp;
    if (shown.country !== country) unsaved.note(server);
    else if (shown.isFeatured === isFeatured && shown.isClaimed === isClaimed && !isMoved) return;
    // The last port check tested the old place.
    if (isMoved) setReachable(server, null, now());
    const counted = countPlayers(shown, isClaimed);
    relist(server, { ...shown, isFeatured, isClaimed, counted, joinIp, joinPort, country });
    if (shown.joinIp !== joinIp) index.moved(server, shown.joinIp);
  }

  return {
    findCountry,
    /** Updates a new server, and the servers whose players joined at its place until it came. */
    updateAround(server: LiveServer): void {
      update(server);
      const { ip, port } = server.listing;
      for (const other of index.joinedOn(ip)) {
        if (other !== server && other.listing.joinPort === port) update(other);
      }
    },
    applyDecisions(decisions: Decisions): void {
      const before = decided;
      decided = decisions;
      const made = Object.values(decisions) as { size: number }[];
      isAnythingDecided ||= made.some(({ size }) => size > 0);
      // Most starts have no decisions, and a walk through ten thousand servers would delay them.
      if (!isAnythingDecided) return;
      for (const server of index.all()) {
        const { hash, ip } = server.listing;
        const isSame = before.countries.get(hash) === decisions.countries.get(hash);
        update(server, isSame ? undefined : findCountry(hash, ip));
      }
    },
    /** Updates a server to decisions that changed since `applyDecisions`, and the servers that waited for its place. */
    redecide(hash: string): void {
      isAnythingDecided = true;
      const server = index.findByHash(hash);
      if (server === undefined) return;
      const { ip, joinIp, joinPort } = server.listing;
      update(server, findCountry(hash, ip));
      if (server.listing.joinIp === joinIp && server.listing.joinPort === joinPort) return;
      for (const [waiting, { ip: decidedIp, port }] of decided.joinPlaces) {
        const other = port === joinPort ? index.findByHash(waiting) : undefined;
        if (other !== undefined && (decidedIp ?? other.listing.ip) === joinIp) update(other);
      }
    },
    /** Where players join the server whose heartbeats come from this address. */
    joinPlaceOf(ip: string, port: number): Place {
      const known = index.findByAddress(ip, port)?.listing;
      const { joinIp, joinPort } =
        known ?? findJoinPlace({ hash: computeServerHash(ip, port), ip, port });
      return { ip: joinIp, port: joinPort };
    },
    refreshCountries(): void {
      for (const server of index.all()) {
        const { hash, ip } = server.listing;
        update(server, findCountry(hash, ip));
      }
    },
  };
}
