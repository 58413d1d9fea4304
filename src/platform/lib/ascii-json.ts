// JSON in pure ASCII with few kinds of escapes, as the oldest launchers need it.

export type AsciiJson =
  | string
  | number
  | boolean
  | null
  | readonly AsciiJson[]
  | { readonly [key: string]: AsciiJson };

/** The parts of JSON.stringify's output that need rewriting: whole escapes, and characters outside printable ASCII. */
const REWRITTEN = /\\.|[^\x20-\x7e]/g;
const SHORT_ESCAPES = new Map([
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
]);

/**
 * Serializes without spaces, in the order of the keys, with only the escapes `\"`, `\\` and `\uXXXX`. Throws
 * `RangeError` on a number that is not whole (C1.13).
 *
 * Compatibility: the launcher cannot read `\t` or `\n`, and drops the rest of a list after one (C1.12).
 */
export function toAsciiJson(value: AsciiJson): string {
  requireWholeNumbers(value);
  return writeAsciiJson(value);
}

/** Like `toAsciiJson`, but does not check numbers: for thousands of records whose numbers are known to be whole. */
export function writeAsciiJson(value: AsciiJson): string {
  return JSON.stringify(value).replace(REWRITTEN, escapeUnit);
}

function escapeUnit(found: string): string {
  const unit = SHORT_ESCAPES.get(found) ?? found;
  if (unit.startsWith('\\')) return unit;
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function requireWholeNumbers(value: AsciiJson): void {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) requireWholeNumbers(item);
  }
}
