// Reads what moderators typed: hashes and countries.

import { findCountryName } from '../lib/country-name.ts';
import { Failure } from '../lib/failure.ts';
import { parseServerHash } from './server-hash.ts';

const LONGEST_SEEN = 40;
/** What people write for a country that lists know by other letters. */
const ALSO_WRITTEN: Readonly<Record<string, string>> = { UK: 'GB' };

/** The hash in lower case. Throws `invalid`. */
export function requireHash(text: string): string {
  const hash = parseServerHash(text);
  if (hash !== undefined) return hash;
  throw new Failure(
    'invalid',
    `${quote(text)} is not a server hash: give the 32 hex digits at the end of the server's play address.`,
  );
}

/** Two capitals that stand for a country, of letters in any case. Throws `invalid`. */
export function requireCountry(text: string): string {
  const typed = text.trim().toUpperCase();
  const country = ALSO_WRITTEN[typed] ?? typed;
  if (findCountryName(country) !== undefined) return country;
  throw new Failure(
    'invalid',
    `${quote(text)} is not a country: give its two letters, such as NZ.`,
  );
}

/** What was typed, as a sentence may quote it. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_SEEN ? `${text.slice(0, LONGEST_SEEN)}…` : text);
}
