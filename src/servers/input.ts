// Reads what moderators and operators typed: hashes and countries.

import { findCountryName } from '../lib/country-name.ts';
import { Failure } from '../lib/failure.ts';
import { parseServerHash } from './server-hash.ts';

const LONGEST_SEEN = 40;
/** Common codes that are not those of ISO 3166. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB' };

/** The hash in lower case. Throws `invalid`. */
export function requireHash(text: string): string {
  const hash = parseServerHash(text);
  if (hash !== undefined) return hash;
  throw new Failure(
    'invalid',
    `${quote(text)} is not a server hash. Use the 32 hex digits at the end of the server's play address.`,
  );
}

/** The country code in two capitals; the text may have any case. Throws `invalid`. */
export function requireCountry(text: string): string {
  const typed = text.trim().toUpperCase();
  const country = ALIASES[typed] ?? typed;
  if (findCountryName(country) !== undefined) return country;
  throw new Failure('invalid', `${quote(text)} is not a country code. Use two letters such as NZ.`);
}

/** The typed text as a sentence can quote it: cut and escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_SEEN ? `${text.slice(0, LONGEST_SEEN)}…` : text);
}
