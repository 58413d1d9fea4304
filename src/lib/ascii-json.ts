// JSON in pure ASCII with a minimum of escapes, as the field's oldest parsers need it.

/** What `toAsciiJson` writes: numbers are whole ones. */
export type AsciiJson =
  | string
  | number
  | boolean
  | null
  | readonly AsciiJson[]
  | { readonly [key: string]: AsciiJson };

/** What the engine wrote otherwise: its own escapes, taken in whole, and all that is not plain ASCII. */
const FOREIGN = /\\.|[^\x20-\x7e]/g;
const SHORT_ESCAPES = new Map([
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
]);

/**
 * Serializes without spaces, in the order of the keys, with no escapes but `\"`, `\\` and `\uXXXX`.
 * Throws `RangeError` on a number that is not whole (C1.13).
 *
 * Compatibility: the launcher knows no `\t` or `\n`, and drops the rest of a list at one (C1.12).
 */
export function toAsciiJson(value: AsciiJson): string {
  requireWholeNumbers(value);
  return writeAsciiJson(value);
}

/** The same for thousands of records whose numbers are known to be whole: they are not looked at. */
export function writeAsciiJson(value: AsciiJson): string {
  return JSON.stringify(value).replace(FOREIGN, escapeUnit);
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
