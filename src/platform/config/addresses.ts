// Parses addresses in settings: hosts, the base URL, the listen address, other URLs.

import { isIPv4, isIPv6 } from 'node:net';
import { Failure } from '../lib/failure.ts';
import { refuse } from './values.ts';

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:[\]/\\?#@%*]+)(?::([0-9]{0,5}))?$/iu;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const MAX_NAME_LENGTH = 253;

/** A host name or address in lower case (IPv6 in brackets, IDN as punycode), and the port if given. */
export interface NamedHost {
  hostname: string;
  port: number | undefined;
}

function normaliseHostname(text: string): string | undefined {
  const hostname = URL.parse(`http://${text}/`)?.hostname;
  if (hostname === undefined || hostname.startsWith('[')) return hostname;
  // The URL parser reads 8080 or 0x7f.1 as an IPv4 address, which nobody means here.
  if (isIPv4(hostname)) return hostname === text ? hostname : undefined;
  const isName =
    hostname.length <= MAX_NAME_LENGTH && hostname.split('.').every((label) => LABEL.test(label));
  return isName ? hostname : undefined;
}

/** Parses `name`, `name:port`, `203.0.113.7`, `[2001:db8::1]:8443` or a bare IPv6 address. Throws `invalid`. */
export function parseHost(text: string): NamedHost {
  if (text.includes('://')) throw refuse(text, 'is a URL. Use only the host name.');
  if (text.endsWith('.')) throw refuse(text, 'ends in a dot. Leave the dot out.');
  const match = AUTHORITY.exec(isIPv6(text) ? `[${text}]` : text);
  const hostname = match === null ? undefined : normaliseHostname(match[1] ?? '');
  if (match === null || hostname === undefined) {
    throw refuse(
      text,
      'is not a host name. Use one such as play.example.net or play.example.net:8443.',
    );
  }
  if (match[2] === undefined) return { hostname, port: undefined };
  const port = Number(match[2]);
  if (match[2] === '' || port < 1 || port > 65_535) {
    throw refuse(text, 'has a port that is not from 1 to 65535.');
  }
  return { hostname, port };
}

/** Parses an extra host into its form for comparison with requests: the port only if given. Throws `invalid`. */
export function parseExtraHost(text: string): string {
  const { hostname, port } = parseHost(text);
  return port === undefined ? hostname : `${hostname}:${port}`;
}

function refuseBaseUrlParts(rest: string): void {
  if (/^[^/?#]*@/.test(rest)) {
    // The value is not quoted, since it holds a password.
    throw new Failure('invalid', 'A base URL cannot contain a user name or password. Remove them.');
  }
  if (rest.includes('?'))
    throw refuse(rest, 'has a query. A base URL is only a scheme and a host.');
  if (rest.includes('#'))
    throw refuse(rest, 'has a fragment. A base URL is only a scheme and a host.');
  // C2.5
  if (rest.includes('/')) {
    throw refuse(
      rest,
      'has a path. Muster serves at the root of its own host, so a base URL is only a scheme and a host.',
    );
  }
}

/** Parses a base URL into lower case, IDN as punycode, without default port and trailing slash. Throws `invalid`. */
export function parseBaseUrl(text: string): string {
  const match = /^(https?):\/\/(.*)$/is.exec(text);
  if (match === null) {
    if (/^[^/?#]*:?\/?\/?[^/?#]*@/.test(text)) refuseBaseUrlParts('@');
    throw refuse(
      text,
      'is not a base URL. Use https:// or http:// and a host, such as https://play.example.net.',
    );
  }
  const scheme = (match[1] ?? '').toLowerCase();
  const rest = (match[2] ?? '').replace(/\/$/, '');
  refuseBaseUrlParts(rest);
  const { hostname, port } = parseHost(rest);
  if (hostname === '0.0.0.0' || hostname === '[::]') {
    throw refuse(
      text,
      'is not an address that others can reach. Use the host name that players type in.',
    );
  }
  return new URL(`${scheme}://${hostname}:${port ?? ''}`).origin;
}

/** Where to listen: `hostname` without brackets; `::` means all addresses of both families. */
export interface ListenAddress {
  hostname: string;
  port: number;
}

const FORMS =
  'Use a port such as 8080, or an address and a port such as 127.0.0.1:8080 or [::1]:8080';

/** Parses `8080`, `:8080`, `0.0.0.0:8080`, `[::1]:8080`, `localhost:8080`. Port 0 means any. Throws `invalid`. */
export function parseListen(text: string): ListenAddress {
  const match = /^(?:(?:\[([^\]]*)\]|([^:[\]]*)):)?([0-9]{1,5})$/.exec(text);
  if (match === null) throw refuse(text, `is not an address to listen on. ${FORMS}.`);
  const [, bracketed, plain = '', digits = ''] = match;
  const port = Number(digits);
  if (port > 65_535) throw refuse(text, 'has a port above 65535.');
  if (bracketed !== undefined) {
    if (!isIPv6(bracketed)) throw refuse(text, `has no IPv6 address in its brackets. ${FORMS}.`);
    return { hostname: bracketed.toLowerCase(), port };
  }
  if (plain === '') return { hostname: '::', port };
  if (!isIPv4(plain) && !/[a-z]/i.test(plain)) {
    throw refuse(text, `has no address before its port. ${FORMS}.`);
  }
  return { hostname: parseHost(plain).hostname, port };
}

/** The text that `parseListen` parses back. All addresses of both families are written as the port only. */
export function formatListen({ hostname, port }: ListenAddress): string {
  if (hostname === '::') return `:${port}`;
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** Parses a URL of up to `most` characters. Throws `invalid` with `wanted`, or with `login` if it has a password. */
export function parseUrl(
  text: string,
  { start = /^https?:/i, most = 1_000, wanted, login }: UrlRules,
): URL {
  if (!start.test(text) || !/^\w+:\/\//.test(text) || !URL.canParse(text) || text.length > most) {
    throw refuse(text, wanted);
  }
  const url = new URL(text);
  if (url.username === '' && url.password === '') return url;
  // The value is not quoted, since it may hold a password.
  throw new Failure('invalid', `${login}. Remove them.`);
}

interface UrlRules {
  start?: RegExp;
  most?: number;
  wanted: string;
  login: string;
}

export function parseVersionUrl(text: string): string {
  return parseUrl(text, {
    start: /^https:/i,
    most: 2_000,
    wanted: 'is not an https address. Use https://, a host and a path.',
    login: 'The address cannot contain a user name or password',
  }).href;
}
