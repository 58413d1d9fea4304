// Removes secrets from log fields, in case one is logged by mistake, and addresses that the log should not show.
//
// Our own code, since `@logtape/redaction` skips errors, bytes, maps and circular or deep objects.

import { networkOfAddress, normaliseIp } from '../lib/address.ts';

/** Fields whose name contains one of these words are never logged (C8.3). */
const SECRET_NAME =
  /salt|passw|passphrase|secret|token|e-?mail|mail_?address|cookie|session|authori[sz]ation|credential|mppass|login_?code|recovery_?code|api_?key|password_?hash|value_?hash/i;

const MAIL_ADDRESS = /[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,255}/g;
const PASSWORD_HASH = /\$(?:argon2\w*|2[aby]|scrypt)\$[^\s"']*/g;
/** An API key. */
const PROGRAM_KEY = /\bmuster_[0-9a-f]{16,}/gi;
const SECRET_PAIR =
  /\b(salt|password|token|email|mppass|session|login_code)(=|":\s*"?)[^\s&"',;]+/gi;
const DEEPEST = 4;

/** How much of an IP address the log shows. `shortened` shows the /24 of IPv4 and the /48 of IPv6. */
export type ShownAddresses = 'full' | 'shortened' | 'none';

const HIDDEN = '-';
const SITE = { ipv4: 24, ipv6: 48 };
/** Addresses and ranges of both families. Parsing later sorts out text that only looks like an address. */
const ADDRESS =
  /(?:(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)|(?<![\da-f:.])[\da-f]{0,4}:[\da-f]{0,4}:[\da-f:]*(?:(?:\d{1,3}\.){3}\d{1,3})?(?![\w:]|\.\d))(?:\/\d{1,3})?/gi;
/** Addresses of nobody: this machine itself, and "all addresses". */
const NOBODYS = /^(?:127\.|0\.0\.0\.0$|::1?$)/;

export const REDACTED = '[redacted]';

/** Removes email addresses, password hashes, API keys, `password=…` pairs and the IP addresses that are not shown from a text. */
export function redactText(text: string, shown: ShownAddresses = 'full'): string {
  const redacted = text
    .replace(PASSWORD_HASH, REDACTED)
    .replace(PROGRAM_KEY, REDACTED)
    .replace(SECRET_PAIR, `$1$2${REDACTED}`)
    .replace(MAIL_ADDRESS, REDACTED);
  return shown === 'full' ? redacted : redacted.replace(ADDRESS, (found) => hide(found, shown));
}

function hide(found: string, shown: ShownAddresses): string {
  const [text = '', length] = found.split('/');
  const address = normaliseIp(text);
  if (address === undefined || NOBODYS.test(address)) return found;
  if (shown === 'none') return HIDDEN;
  const most = address.includes(':') ? SITE.ipv6 : SITE.ipv4;
  // A wider range already shows no more than the shortened address.
  return length !== undefined && Number(length) <= most ? found : networkOfAddress(address, SITE);
}

function redactValue(value: unknown, shown: ShownAddresses, depth: number): unknown {
  if (typeof value === 'string') return redactText(value, shown);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return REDACTED;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= DEEPEST) return '[…]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, shown, depth + 1));
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return '[…]';
  // An error's message may quote user input; `describeError` decides which part of it the log shows.
  if (value instanceof Error) return { error: value.constructor.name };
  return redactFields(value, shown, depth + 1);
}

/** A copy of the fields without values that are named like a secret or look like one, and without hidden addresses. */
export function redactFields(
  fields: object,
  shown: ShownAddresses = 'full',
  depth = 0,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    copy[name] = SECRET_NAME.test(name) ? REDACTED : redactValue(value, shown, depth);
  }
  return copy;
}
