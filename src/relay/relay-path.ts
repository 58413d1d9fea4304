// Reads the path that names a game server, `/p/<ip>/<port>`. Only one spelling is accepted.

import { isIpv4 } from '../lib/address.ts';
import type { RelayTarget } from './ports.ts';

const RELAY_SPACE = /^\/+p(?:\/|%2f|\\|%5c)/i;
const RELAY_PATH = /^\/p\/([0-9.]{7,15})\/([1-9][0-9]{0,4})$/;

/** Whether a path is meant for the relay in any spelling; such requests alone are checked and counted. */
export function meansRelay(path: string): boolean {
  return RELAY_SPACE.test(path);
}

/**
 * The game server that a path names, or `undefined`. Host names, IPv6, octal and hexadecimal forms,
 * leading zeros, escapes and anything after the port are not accepted (C12.1).
 */
export function parseRelayPath(path: string): RelayTarget | undefined {
  const match = RELAY_PATH.exec(path);
  const ip = match?.[1];
  const port = Number(match?.[2]);
  if (ip === undefined || !isIpv4(ip) || port > 65_535) return undefined;
  return { ip, port };
}
