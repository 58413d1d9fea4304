// Reads what moderators typed: hashes, reasons and countries.

import { findCountryName } from '../lib/country-name.ts';
import { Failure } from '../lib/failure.ts';
import { parseServerHash } from './server-hash.ts';

const LONGEST_REASON = 200;
const LONGEST_SEEN = 40;
/** Control characters, and those that turn the direction of text or end a line. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
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

/** A reason that the operator of the server is told. Throws `invalid`. */
export function requireReason(text: string): string {
  const reason = parseReason(text);
  if (reason !== '') return reason;
  throw new Failure(
    'invalid',
    `The reason is 0 characters long: give 1 to ${LONGEST_REASON}, they are shown to the server's operator.`,
  );
}

/** A reason for the log alone, which may be empty. Throws `invalid`. */
export function parseReason(text: string): string {
  const reason = text.toWellFormed().trim();
  const length = [...reason].length;
  if (length > LONGEST_REASON) {
    throw new Failure(
      'invalid',
      `The reason is ${length} characters long: give at most ${LONGEST_REASON}.`,
    );
  }
  if (UNPRINTABLE.test(reason)) {
    throw new Failure(
      'invalid',
      `The reason ${quote(reason)} holds a control character: give one line of plain text.`,
    );
  }
  return reason;
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
