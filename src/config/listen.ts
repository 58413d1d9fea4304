// Parses and writes the address that the service listens on.

import { isIPv4, isIPv6 } from 'node:net';
import { parseHost } from './hosts.ts';
import { refuse } from './values.ts';

/** Where to listen: `hostname` without brackets, `::` for all addresses of both families. */
export interface ListenAddress {
  hostname: string;
  port: number;
}

const FORMS =
  'write a port such as 8080, or an address and a port such as 127.0.0.1:8080 or [::1]:8080';

function parsePort(text: string, digits: string): number {
  const port = Number(digits);
  if (port <= 65_535) return port;
  throw refuse(text, 'has a port above 65535.');
}

/** Parses `8080`, `:8080`, `0.0.0.0:8080`, `[::1]:8080`, `localhost:8080`; port 0 lets the system choose. Throws `invalid`. */
export function parseListen(text: string): ListenAddress {
  const match = /^(?:(?:\[([^\]]*)\]|([^:[\]]*)):)?([0-9]{1,5})$/.exec(text);
  if (match === null) throw refuse(text, `is not an address to listen on: ${FORMS}.`);
  const [, bracketed, plain = '', digits = ''] = match;
  const port = parsePort(text, digits);
  if (bracketed !== undefined) {
    if (!isIPv6(bracketed)) throw refuse(text, `has no IPv6 address in its brackets: ${FORMS}.`);
    return { hostname: bracketed.toLowerCase(), port };
  }
  if (plain === '') return { hostname: '::', port };
  if (!isIPv4(plain) && !/[a-z]/i.test(plain)) {
    throw refuse(text, `has no address before its port: ${FORMS}.`);
  }
  return { hostname: parseHost(plain).hostname, port };
}

/** The text that `parseListen` reads back; all addresses of both families are written as the port alone. */
export function formatListen({ hostname, port }: ListenAddress): string {
  if (hostname === '::') return `:${port}`;
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}
