// The address and port arguments of the web client, which name the game server.

/** The web client cuts each of its arguments to this many characters. */
export const WEB_CLIENT_ARGUMENT_LIMIT = 64;

const MAX_TARGET_LENGTH = { ip: '255.255.255.255', port: 65_535 };

interface Target {
  ip: string;
  port: number;
}

export interface WebClientAddress {
  address: string;
  port: string;
}

/**
 * The arguments that lead through the relay of this base URL, whose scheme is https.
 *
 * Compatibility: the web client takes everything before the first `/` of its address as the host. It
 * inserts the port after the host, before the rest of the address.
 */
export function relayAddress(baseUrl: string, { ip, port }: Target): WebClientAddress {
  const url = new URL(baseUrl);
  return { address: `${url.hostname}/p/${ip}/${port}`, port: url.port === '' ? '443' : url.port };
}

/** The longest host of a base URL, in characters, with which every game server fits into the arguments. */
export function longestRelayHost(): number {
  const { address } = relayAddress('https://h', MAX_TARGET_LENGTH);
  return WEB_CLIENT_ARGUMENT_LIMIT - (address.length - 1);
}
