// What the web client is told to connect to: how its address and port arguments name a game server.

/** The web client cuts each of its arguments at this many characters. */
export const WEB_CLIENT_ARGUMENT_LIMIT = 64;

const LONGEST_TARGET = { ip: '255.255.255.255', port: 65_535 };

/** A game server, by dotted IPv4 address and port. */
interface Target {
  ip: string;
  port: number;
}

/** The address and port arguments of the web client. */
export interface WebClientAddress {
  address: string;
  port: string;
}

/**
 * The arguments that lead through the relay of this base URL, whose scheme is https.
 *
 * Compatibility: the web client takes everything before the first `/` of its address for the host,
 * puts the port behind that, and the rest of the address behind the port.
 */
export function relayAddress(baseUrl: string, { ip, port }: Target): WebClientAddress {
  const url = new URL(baseUrl);
  return { address: `${url.hostname}/p/${ip}/${port}`, port: url.port === '' ? '443' : url.port };
}

/** How many characters the host of a base URL may have before some game server no longer fits. */
export function longestRelayHost(): number {
  const { address } = relayAddress('https://h', LONGEST_TARGET);
  return WEB_CLIENT_ARGUMENT_LIMIT - (address.length - 1);
}
