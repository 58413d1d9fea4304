// Who may be relayed where: judged before any connection is made.

import { groupOfAddress } from '../lib/address.ts';
import type { RefusalReason, RelayLimits, RelayTarget } from './ports.ts';
import { parseRelayPath } from './relay-path.ts';

const SUBPROTOCOL = 'ClassiCube';

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

/** Makes the judge. `findRelayTarget` answers for live servers that say `web`, and for no other. */
export function createAdmission(options: {
  /** The only origin that is let in, as browsers write it. */
  origin: string;
  limits: Pick<RelayLimits, 'perAddress' | 'total'>;
  findRelayTarget(ip: string, port: number): RelayTarget | undefined;
}): Admit {
  const { origin, limits, findRelayTarget } = options;
  const taken = new Map<string, number>();
  let total = 0;

  function takePlace(target: RelayTarget, holder: string): RelayPlace {
    total += 1;
    taken.set(holder, (taken.get(holder) ?? 0) + 1);
    let isHeld = true;
    return {
      target,
      release() {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        const left = (taken.get(holder) ?? 1) - 1;
        if (left === 0) taken.delete(holder);
        else taken.set(holder, left);
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
    const holder = groupOfAddress(request.address);
    if (total >= limits.total) return 'limit';
    if ((taken.get(holder) ?? 0) >= limits.perAddress) return 'address_limit';
    return takePlace(target, holder);
  };
}

function offersGame(protocols: string | null): boolean {
  return protocols?.split(',').some((name) => name.trim() === SUBPROTOCOL) ?? false;
}
