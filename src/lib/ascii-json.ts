// JSON in pure ASCII with a minimum of escapes, as the field's oldest parsers need it.

/** What `toAsciiJson` writes: numbers are whole ones. */
export type AsciiJson =
  | string
  | number
  | boolean
  | null
  | readonly AsciiJson[]
  | { readonly [key: string]: AsciiJson };

const NEEDS_ESCAPE = /[^\x20-\x7e]|["\\]/;
const ESCAPED = /[^\x20-\x7e]|["\\]/g;

/**
 * A JSON string literal that uses no escapes but `\"`, `\\` and `\uXXXX`.
 *
 * Compatibility: the launcher knows no `\t` or `\n`, and drops the rest of a list at one.
 */
export function quoteAscii(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ESCAPED, escapeUnit)}"` : `"${text}"`;
}

function escapeUnit(unit: string): string {
  if (unit === '"') return '\\"';
  if (unit === '\\') return '\\\\';
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Serializes without spaces, in the order of the keys. Throws `RangeError` on a number that is not whole. */
export function toAsciiJson(value: AsciiJson): string {
  if (typeof value === 'string') return quoteAscii(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
    return String(value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(toAsciiJson).join(',')}]`;
  const fields = Object.entries(value).map(
    ([key, item]) => `${quoteAscii(key)}:${toAsciiJson(item)}`,
  );
  return `{${fields.join(',')}}`;
}

function isList(value: AsciiJson): value is readonly AsciiJson[] {
  return Array.isArray(value);
}
