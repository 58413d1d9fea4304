// Reads a code as people type it.

const MOST_TYPED = 64;
const SEPARATORS = /[\s\p{Pd}\u2212_.]+/gu;

/**
 * The code without spaces and dashes, in lower case, wide digits made narrow; empty for what is too
 * long to be a code, and where nothing was typed.
 */
export function readCode(text: string): string {
  if (text.length > MOST_TYPED) return '';
  return text.normalize('NFKC').replace(SEPARATORS, '').toLowerCase();
}

/** Whether something was typed at all. */
export function isCodeTyped(text: string): boolean {
  return text.trim() !== '';
}
