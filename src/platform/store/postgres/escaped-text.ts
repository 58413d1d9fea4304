// Escapes the one character that PostgreSQL refuses in text.

/** Before a 0 it stands for NUL, which PostgreSQL refuses in texts; before a 1 it stands for itself. */
const ESCAPE = '\u{e000}';

export function escapeText(text: string): string {
  return text.replace(/[\0\u{e000}]/gu, (found) => `${ESCAPE}${found === ESCAPE ? 1 : 0}`);
}

export function unescapeText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replace(/\u{e000}([01])/gu, (_, which) => (which === '1' ? ESCAPE : '\0'));
}
