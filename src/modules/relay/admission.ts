// Decides whether a browser may be relayed to a game server, before any connection is made.

import { isIpv4, networksOfAddress } from '../../platform/lib/address.ts';
import { ownCopy } from '../../platform/lib/text.ts';
import type { RefusalReason, RelayTarget } from './relay-ports.ts';
import type { RelayLimits } from './settings.ts';

const RELAY_PATH = /^\/p\/([0-9.]{7,15})\/([1-9][0-9]{0,4})$/;
const SUBPROTOCOL = 'ClassiCube';
/** The share of all places that one network may hold: a customer of a provider may have every address in it. */
const SHARE_OF_SITE = 1 / 4;

export interface RelayRequest {
  /** The path as sent, with its escapes and its query. */
  path: string;
  origin: string | null;
  /** The header `Sec-WebSocket-Protocol`: names separated by commas. */
  protocols: string | null;
  address: string;
}

export interface RelayPlace {
  target: RelayTarget;
  release(): void;
}

/** Takes a place, or returns why not. `findRelayTarget` finds only live servers that support the web client (C12.2). */
export function createAdmission(options: {
  /** The only accepted origin, as browsers write it. */
  origin: string;
  limits: Pick<RelayLimits, 'relayPerAddress' | 'relayLimit'>;
  findRelayTarget(ip: string, port: number): RelayTarget | undefined;
}) {
  const { origin, limits, findRelayTarget } = options;
  // When the total is small, one full address must not keep out its whole network.
  const perSite = Math.max(
    2 * limits.relayPerAddress,
    Math.floor(limits.relayLimit * SHARE_OF_SITE),
  );
  const ofAddresses = createTally();
  const ofSites = createTally();
  let total = 0;

  function takePlace(target: RelayTarget, address: string, site: string): RelayPlace {
    total += 1;
    ofAddresses.add(address, 1);
    ofSites.add(site, 1);
    let isHeld = true;
    return {
      target,
      release() {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        ofAddresses.add(address, -1);
        ofSites.add(site, -1);
      },
    };
  }

  return (request: RelayRequest): RelayPlace | RefusalReason => {
    if (request.origin !== origin) return 'origin';
    const named = parseRelayPath(request.path);
    if (named === undefined) return 'path';
    const target = findRelayTarget(named.ip, named.port);
    if (target === undefined) return 'not_listed';
    const offered = request.protocols?.split(',') ?? [];
    if (!offered.some((name) => name.trim() === SUBPROTOCOL)) return 'protocol';
    const { address, site } = networksOfAddress(request.address);
    if (total >= limits.relayLimit) return 'limit';
    if (ofAddresses.count(address) >= limits.relayPerAddress) return 'address_limit';
    if (ofSites.count(site) >= perSite) return 'network_limit';
    return takePlace(target, address, site);
  };
}

function createTally() {
  const counts = new Map<string, number>();
  const count = (name: string): number => counts.get(name) ?? 0;
  return {
    count,
    add(name: string, change: number): void {
      const next = count(name) + change;
      if (next === 0) counts.delete(name);
      else counts.set(name, next);
    },
  };
}

/** Refuses host names, IPv6, octal and hexadecimal forms, leading zeros, escapes and text after the port (C12.1). */
export function parseRelayPath(path: string): RelayTarget | undefined {
  const match = RELAY_PATH.exec(path);
  const ip = match?.[1];
  const port = Number(match?.[2]);
  if (ip === undefined || !isIpv4(ip) || port > 65_535) return undefined;
  return { ip: ownCopy(ip), port };
}
