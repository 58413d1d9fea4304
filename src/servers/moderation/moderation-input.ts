// Reads what moderators typed: hashes, reasons, countries, and how long something lasts.

import { findCountryName } from '../../lib/country-name.ts';
import { MusterError } from '../../lib/errors.ts';
import { parseServerHash } from '../server-hash.ts';

const LONGEST_REASON = 200;
const LONGEST_SEEN = 40;
/** Control characters, and those that turn the direction of text or end a line. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** What people write for a country that lists know by other letters. */
const ALSO_WRITTEN: Readonly<Record<string, string>> = { UK: 'GB' };
const SPAN = /^([0-9]{1,6})([mhdw])$/;
const MINUTE_MS = 60_000;
const UNITS_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 1_440 * MINUTE_MS, w: 10_080 * MINUTE_MS };
const LONGEST_SPAN_MS = 3_660 * UNITS_MS.d;

/** The hash in lower case. Throws `invalid`. */
export function requireHash(text: string): string {
  const hash = parseServerHash(text);
  if (hash !== undefined) return hash;
  throw new MusterError(
    'invalid',
    `${quote(text)} is not a server hash: give the 32 hex digits at the end of the server's play address.`,
  );
}

/** A reason that the operator of the server is told. Throws `invalid`. */
export function requireReason(text: string): string {
  const reason = parseReason(text);
  if (reason !== '') return reason;
  throw new MusterError(
    'invalid',
    `The reason is 0 characters long: give 1 to ${LONGEST_REASON}, they are shown to the server's operator.`,
  );
}

/** A reason for the log alone, which may be empty. Throws `invalid`. */
export function parseReason(text: string): string {
  const reason = text.toWellFormed().trim();
  const length = [...reason].length;
  if (length > LONGEST_REASON) {
    throw new MusterError(
      'invalid',
      `The reason is ${length} characters long: give at most ${LONGEST_REASON}.`,
    );
  }
  if (UNPRINTABLE.test(reason)) {
    throw new MusterError(
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
  throw new MusterError(
    'invalid',
    `${quote(text)} is not a country: give its two letters, such as NZ.`,
  );
}

/** Milliseconds of a span such as `90m`, `12h`, `7d` or `2w`; `null`, for ever, for an empty text. Throws `invalid`. */
export function parseSpan(text: string): number | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return null;
  const [, count = '', unit = ''] = SPAN.exec(trimmed) ?? [];
  const spanMs = Number(count) * (UNITS_MS[unit as keyof typeof UNITS_MS] ?? 0);
  if (spanMs >= MINUTE_MS && spanMs <= LONGEST_SPAN_MS) return spanMs;
  throw new MusterError(
    'invalid',
    `${quote(text)} is not a time that a ban can last: give a whole number with m, h, d or w, from 1m to 520w.`,
  );
}

/** What was typed, as a sentence may quote it. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_SEEN ? `${text.slice(0, LONGEST_SEEN)}…` : text);
}
