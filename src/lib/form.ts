// Reads urlencoded forms. It never fails: what cannot be decoded becomes U+FFFD.

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Calls `take` with each decoded field of an urlencoded text, in order. Empty items, such as the one
 * before a leading `&`, are skipped (C1.14); a field without `=` has an empty value.
 */
export function readForm(text: string, take: (name: string, value: string) => void): void {
  let start = 0;
  // Searched again only after it was passed: otherwise each field without one would search the whole text.
  let equals = -1;
  const { length } = text;
  while (start < length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = length;
    if (end > start) {
      if (equals < start) equals = text.indexOf('=', start);
      if (equals === -1) equals = length;
      const split = Math.min(equals, end);
      take(decodeField(text.slice(start, split)), decodeField(text.slice(split + 1, end)));
    }
    start = end + 1;
  }
}

/** Decodes a name or value: `+` is a space, `%XX` are UTF-8 bytes, an incomplete escape stays as it is (C1.15, C6.3). */
export function decodeField(text: string): string {
  const spaced = text.indexOf('+') === -1 ? text : text.replaceAll('+', ' ');
  if (spaced.indexOf('%') === -1) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeLeniently(spaced);
  }
}

function decodeLeniently(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escapes) =>
    utf8.decode(
      Uint8Array.from(escapes.slice(1).split('%'), (digits) => Number.parseInt(digits, 16)),
    ),
  );
}
