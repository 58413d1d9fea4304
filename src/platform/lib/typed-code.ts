// Reads codes that people type or paste. The service and the scripts of pages read them alike.

const MAX_TYPED_LENGTH = 64;
const BETWEEN = /[\s\p{Pd}\u2212_.\p{M}\p{C}\p{Default_Ignorable_Code_Point}]+/gu;
const DIGIT = /\p{Nd}/u;

/**
 * The code in lower case, without spaces, dashes and invisible characters, and with the digits of every script as 0 to
 * 9. Empty when the text is too long to be a code.
 */
export function readCode(text: string): string {
  if (text.length > MAX_TYPED_LENGTH) return '';
  const plain = text.normalize('NFKC').replace(BETWEEN, '').toLowerCase();
  return plain.replace(/(?![0-9])\p{Nd}/gu, digitOf);
}

/** The ten digits of a script are consecutive, and a script that follows another directly also begins with zero. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return `${(code - zero) % 10}`;
}
