// Reads a country code that people type.

import { findCountryName } from '../lib/country-name.ts';
import { Failure } from '../lib/failure.ts';
import { quote } from '../lib/text.ts';
import { inputFailures } from '../messages/messages.ts';

const ALIASES: Readonly<Record<string, string>> = { UK: 'GB' };

/** Reads a country code and returns it in capitals. Throws `invalid`. */
export function requireCountry(text: string): string {
  const typed = text.trim().toUpperCase();
  const country = ALIASES[typed] ?? typed;
  if (findCountryName(country) !== undefined) return country;
  throw new Failure('invalid', inputFailures.country(quote(text)));
}
