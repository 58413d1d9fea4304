// The colour codes of the game's texts, `&0` to `&f`.

/** A code anywhere in a text; its digit is the first group. */
export const COLOUR_CODE = /&([0-9a-f])/gi;

/** The text without its colour codes; one of codes alone stays as it was written. */
export function stripColourCodes(text: string): string {
  return text.replace(COLOUR_CODE, '').trim() || text;
}
