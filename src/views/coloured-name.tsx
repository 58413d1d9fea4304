// Names with the game's colour codes, `&0` to `&f`, shown in their colours.
/** @jsxImportSource preact */

import { COLOUR_CODE } from '../lib/colour-codes.ts';

/** A part of a name in one colour; `undefined` is the colour of the text around it. */
export interface NamePart {
  text: string;
  colour: string | undefined;
}

/** The parts of a name, none of them empty. A name that is nothing but codes is shown as it was written. */
export function splitName(name: string): NamePart[] {
  const parts: NamePart[] = [];
  let colour: string | undefined;
  let start = 0;
  for (const match of name.matchAll(COLOUR_CODE)) {
    if (match.index > start) parts.push({ text: name.slice(start, match.index), colour });
    colour = match[1]?.toLowerCase();
    start = match.index + match[0].length;
  }
  if (start < name.length) parts.push({ text: name.slice(start), colour });
  const isVisible = parts.some(({ text }) => text.trim() !== '');
  return isVisible ? parts : [{ text: name, colour: undefined }];
}

/** The name in its colours, each readable in both colour schemes. White is shown as the colour of the text. */
export function ColouredName({ name }: { name: string }) {
  return (
    <bdi>
      {splitName(name).map(({ text, colour }, index) =>
        colour === undefined || colour === 'f' ? (
          text
        ) : (
          <span key={index} class={`c${colour}`}>
            {text}
          </span>
        ),
      )}
    </bdi>
  );
}
