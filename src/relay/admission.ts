// Who may be relayed where: judged before any connection is made.

import { groupOfAddress, networkOfAddress } from '../lib/address.ts';
import type { RefusalReason, RelayLimits, RelayTarget } from './ports.ts';
import { parseRelayPath } from './relay-path.ts';

const SUBPROTOCOL = 'ClassiCube';
/** What one network may have of all places: a customer of a provider may have every address in it. */
const SHARE_OF_NETWORK = 1 / 4;
const NETWORK = { ipv4: 24, ipv6: 48 };

/** What a browser asked with. */
export interface RelayRequest {
  /** As it came, with whatever escapes, and with a query where there is one. */
  path: string;
  origin: string | null;
  /** `Sec-WebSocket-Protocol`: names with commas between them. */
  protocols: string | null;
  /** The browser's address. */
  address: string;
}

/** A place in the relay; `release` gives it back, and may be called more than once. */
export interface RelayPlace {
  target: RelayTarget;
  release(): void;
}

/** Takes a place for a request, or says why there is none. */
export type Admit = (request: RelayRequest) => RelayPlace | RefusalReason;

/** Makes the judge. `findRelayTarget` answers for live servers that say `web`, and for no other (C12.2). */
export function createAdmission(options: {
  /** The only origin that is let in, as browsers write it. */
  origin: string;
  limits: Pick<RelayLimits, 'perAddress' | 'total'>;
  findRelayTarget(ip: string, port: number): RelayTarget | undefined;
}): Admit {
  const { origin, limits, findRelayTarget } = options;
  // Where few are allowed in all, one full address must not keep out its whole network.
  const perNetwork = Math.max(2 * limits.perAddress, Math.floor(limits.total * SHARE_OF_NETWORK));
  const ofAddresses = createTally();
  const ofNetworks = createTally();
  let total = 0;

  function takePlace(target: RelayTarget, address: string, network: string): RelayPlace {
    total += 1;
    ofAddresses.add(address, 1);
    ofNetworks.add(network, 1);
    let isHeld = true;
    return {
      target,
      release() {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        ofAddresses.add(address, -1);
        ofNetworks.add(network, -1);
      },
    };
  }

  return (request) => {
    if (request.origin !== origin) return 'origin';
    const named = parseRelayPath(request.path);
    if (named === undefined) return 'path';
    const target = findRelayTarget(named.ip, named.port);
    if (target === undefined) return 'not_listed';
    if (!offersGame(request.protocols)) return 'protocol';
    const address = groupOfAddress(request.address);
    const network = networkOfAddress(request.address, NETWORK);
    if (total >= limits.total) return 'limit';
    if (ofAddresses.count(address) >= limits.perAddress) return 'address_limit';
    if (ofNetworks.count(network) >= perNetwork) return 'network_limit';
    return takePlace(target, address, network);
  };
}

/** Counts by name; what is down to nothing is forgotten. */
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

function offersGame(protocols: string | null): boolean {
  return protocols?.split(',').some((name) => name.trim() === SUBPROTOCOL) ?? false;
}
