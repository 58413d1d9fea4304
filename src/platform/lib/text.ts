// Cleans, measures and quotes text, by code points rather than by UTF-16 units.

const PLAIN_ASCII = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it strips.
  /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

const CONTROLS_IN_LINES = new RegExp(`(?!\\n)${CONTROLS.source}`, 'g');

/** A visible character: neither white space nor a format or filler character. */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\u2800\u{1d159}\u{13441}\u{13442}]/u;

/**
 * A copy of the text with its own memory. The results of `slice`, `trim`, `split` and regular expressions keep the
 * whole text in memory: a name of 10 bytes would keep a body of 64 KiB. Copy everything that outlives a request.
 */
export function ownCopy(text: string): string {
  return structuredClone(text);
}

/** Strips control characters (C0, C1, bidi, U+2028/2029), replaces lone surrogates with U+FFFD, and trims. */
export function cleanText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return copyOfCut(text.toWellFormed().replace(CONTROLS, '').trim(), text);
}

/** Like `cleanText`, for a text of several lines; line ends become `\n`. */
export function cleanLines(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS_IN_LINES, '').trim();
  return copyOfCut(lines, text);
}

function copyOfCut(cut: string, text: string): string {
  return cut.length < text.length ? ownCopy(cut) : cut;
}

const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it strips.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text without the characters that XML cannot hold, even escaped. */
export function textInXml(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '');
}

export function isVisible(text: string): boolean {
  return PLAIN_ASCII.test(text) || VISIBLE.test(text);
}

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return [...text].slice(0, limit).join('');
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function plural(
  count: number,
  one: string,
  many = `${one}s`,
  format: (count: number) => string = String,
): string {
  return `${format(count)} ${count === 1 ? one : many}`;
}

/** A value for an error message: cut, and with `?` for every character but printable ASCII. */
export function quoteSeen(text: string, limit = 40): string {
  const cut = cutText(text, limit);
  return ownCopy(cut.replace(/[^\x20-\x7e]/gu, '?') + (cut.length < text.length ? '...' : ''));
}

/** Cuts and escapes a typed text, for a sentence that quotes it. */
export function quote(text: string): string {
  const seen = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(seen).slice(1, -1);
}

export function formatBytes(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes / 1024;
  while (value >= 1024 && units.length > 1) {
    value /= 1024;
    units.shift();
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[0]}`;
}
