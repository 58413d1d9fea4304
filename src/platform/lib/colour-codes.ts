// The colour codes of the game's texts, `&0` to `&f`.

import { showText } from './look-alikes.ts';
import { isVisible } from './text.ts';

/** A colour code; its digit is the first group. */
export const COLOUR_CODE = /&([0-9a-f])/gi;

export function isVisibleText(text: string): boolean {
  return isVisible(text.replace(COLOUR_CODE, ''));
}

/** The text without its colour codes, as players see it. A text of colour codes alone is returned unchanged. */
export function stripColourCodes(text: string): string {
  return showText(text).replace(COLOUR_CODE, '').trim() || text;
}
