// The networks around an address, from one household to one provider: what shares are counted by.

import { groupOfAddress, networkOfAddress } from './address.ts';

/** An address as shares count it. Text that is no address stands for itself in each. */
export interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 address: one household. */
  address: string;
  /** The /24 or /48: the most that one customer of a provider usually gets. */
  site: string;
  /** The /16 or /32: much of one provider. */
  provider: string;
}

/** The networks that an address lies in. */
export function networksOfAddress(ip: string): Networks {
  return {
    address: groupOfAddress(ip),
    site: networkOfAddress(ip, { ipv4: 24, ipv6: 48 }),
    provider: networkOfAddress(ip, { ipv4: 16, ipv6: 32 }),
  };
}
