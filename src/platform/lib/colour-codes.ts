// How typed texts are shown: with the colour codes of the game, `&0` to `&f`, or without them.

import { HIDDEN, PLAIN_LINES } from './look-alikes.ts';
import { isVisible } from './text.ts';

/** A colour code; its digit is the first group. */
export const COLOUR_CODE = /&([0-9a-f])/gi;
const CODE = '&[0-9a-f]';
/** A run of blanks of any kind with the colour codes among them; the last code applies to the text after it. */
const BLANKS = new RegExp(`(?:${CODE})*\\s(?:${CODE}|\\s)*`, 'gi');
/** Codes with a blank, or an end of the text, on both sides. */
const LOOSE_CODES = new RegExp(`(?:^|\\s)(?:${CODE})+(?:\\s|$)`, 'i');
/** ASCII only, without a run of blanks. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
/** Joiners in emoji sequences and between letters: hidden characters that must stay. */
const JOINED =
  /\u{1f3f4}[\u{e0020}-\u{e007f}]+|(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?|[[\p{L}\p{M}]--\p{ASCII}--\p{Default_Ignorable_Code_Point}--[\u{13441}\u{13442}]])[\ufe0e\ufe0f]?[\u200c\u200d]?|[#*0-9]\ufe0f\u20e3/v;
const SHOWN_OR_HIDDEN = new RegExp(`(${JOINED.source})|${HIDDEN.source}`, 'gv');

/**
 * A name with its colour codes, as it is shown: one blank for each run, none at an end. Leaves out characters that only
 * look like blanks, since players would take the text after them for another column.
 */
export function showText(text: string): string {
  if (PLAIN.test(text) && !LOOSE_CODES.test(text)) return text;
  const seen = PLAIN_LINES.test(text) ? text : text.replace(SHOWN_OR_HIDDEN, '$1');
  return seen.replace(BLANKS, (run, at: number) => {
    const code = run.match(COLOUR_CODE)?.at(-1) ?? '';
    if (at + run.length === seen.length) return '';
    return at === 0 ? code : ` ${code}`;
  });
}

export function isVisibleText(text: string): boolean {
  return isVisible(text.replace(COLOUR_CODE, ''));
}

/** The text without its colour codes, as players see it. A text of colour codes alone is returned unchanged. */
export function stripColourCodes(text: string): string {
  return showText(text).replace(COLOUR_CODE, '').trim() || text;
}
