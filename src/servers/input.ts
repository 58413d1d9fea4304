// Reads what moderators and operators typed: hashes and countries.

import { findCountryName } from '../lib/country-name.ts';
import { Failure } from '../lib/failure.ts';
import { serverFailures } from '../messages/messages.ts';
import { parseServerHash } from './server-hash.ts';

const LONGEST_SEEN = 40;
/** Common codes that are not those of ISO 3166. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB' };

/** The hash in lower case. Throws `invalid`. */
export function requireHash(text: string): string {
  const hash = parseServerHash(text);
  if (hash !== undefined) return hash;
  throw new Failure('invalid', serverFailures.hash(quote(text)));
}

/** The country code in two capitals; the text may have any case. Throws `invalid`. */
export function requireCountry(text: string): string {
  const typed = text.trim().toUpperCase();
  const country = ALIASES[typed] ?? typed;
  if (findCountryName(country) !== undefined) return country;
  throw new Failure('invalid', serverFailures.country(quote(text)));
}

/** The typed text as a sentence can quote it: cut and escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_SEEN ? `${text.slice(0, LONGEST_SEEN)}…` : text);
}
