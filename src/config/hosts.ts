// Parses host names as an operator writes them, into the one form that requests are compared with.

import { isIPv4, isIPv6 } from 'node:net';
import { Failure } from '../lib/failure.ts';
import { refuse } from './values.ts';

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:[\]/\\?#@%*]+)(?::([0-9]{0,5}))?$/iu;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const LONGEST_NAME = 253;

/** A host name or address in lower case (IPv6 in brackets, IDN as punycode), and the port if one was named. */
export interface NamedHost {
  hostname: string;
  port: number | undefined;
}

function normaliseHostname(text: string): string | undefined {
  let hostname: string;
  try {
    hostname = new URL(`http://${text}/`).hostname;
  } catch {
    return undefined;
  }
  if (hostname.startsWith('[')) return hostname;
  // The URL parser reads 8080 or 0x7f.1 as an address, which nobody means by it.
  if (isIPv4(hostname)) return hostname === text ? hostname : undefined;
  const isName =
    hostname.length <= LONGEST_NAME && hostname.split('.').every((label) => LABEL.test(label));
  return isName ? hostname : undefined;
}

/** Parses `name`, `name:port`, `203.0.113.7`, `[2001:db8::1]:8443` or a bare IPv6 address. Throws `invalid`. */
export function parseHost(text: string): NamedHost {
  if (text.includes('://')) throw refuse(text, 'is a URL: write the host name alone.');
  if (text.endsWith('.')) throw refuse(text, 'ends in a dot: write the name without it.');
  const match = AUTHORITY.exec(isIPv6(text) ? `[${text}]` : text);
  const hostname = match === null ? undefined : normaliseHostname(match[1] ?? '');
  if (match === null || hostname === undefined) {
    throw refuse(
      text,
      'is not a host name: write one such as play.example.net or play.example.net:8443.',
    );
  }
  if (match[2] === undefined) return { hostname, port: undefined };
  const port = Number(match[2]);
  if (match[2] === '' || port < 1 || port > 65_535) {
    throw refuse(text, 'has a port that is not from 1 to 65535.');
  }
  return { hostname, port };
}

/** An extra host as requests are compared with it: its port stands only where it was named. Throws `invalid`. */
export function parseExtraHost(text: string): string {
  const { hostname, port } = parseHost(text);
  return port === undefined ? hostname : `${hostname}:${port}`;
}

function refuseBaseUrlParts(rest: string): void {
  if (/^[^/?#]*@/.test(rest)) {
    // The value is not quoted: it holds a password.
    throw new Failure('invalid', 'A base URL holds no user name and password: remove them.');
  }
  if (rest.includes('?')) throw refuse(rest, 'has a query: the base URL is scheme and host alone.');
  if (rest.includes('#'))
    throw refuse(rest, 'has a fragment: the base URL is scheme and host alone.');
  // C2.5
  if (rest.includes('/')) {
    throw refuse(
      rest,
      'has a path: Muster serves at the root of a host of its own, so the base URL is scheme and host alone.',
    );
  }
}

/**
 * Parses a base URL: http or https and a host, with a port where it is not the scheme's own. Comes
 * back in lower case, IDN as punycode, without the slash at the end. Throws `invalid`.
 */
export function parseBaseUrl(text: string): string {
  const match = /^(https?):\/\/(.*)$/is.exec(text);
  if (match === null) {
    if (/^[^/?#]*:?\/?\/?[^/?#]*@/.test(text)) refuseBaseUrlParts('@');
    throw refuse(
      text,
      'is not a base URL: write https:// or http:// and a host, such as https://play.example.net.',
    );
  }
  const scheme = (match[1] ?? '').toLowerCase();
  const rest = (match[2] ?? '').replace(/\/$/, '');
  refuseBaseUrlParts(rest);
  const { hostname, port } = parseHost(rest);
  if (hostname === '0.0.0.0' || hostname === '[::]') {
    throw refuse(text, 'is no address that anybody can reach: name the host that players type in.');
  }
  const isDefaultPort = port === (scheme === 'https' ? 443 : 80);
  return port === undefined || isDefaultPort
    ? `${scheme}://${hostname}`
    : `${scheme}://${hostname}:${port}`;
}
