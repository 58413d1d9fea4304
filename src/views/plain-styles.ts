// The styles of error pages, which contain them: the basic ones, and only the tokens that they use.

import { baseStylesText } from './assets.ts';

const TOKEN = /(--[\w-]+):[^;}]*;?/g;

/** Multiples of the unit, which are shorter as pixels; an error page is to stay within 4 KiB. */
const MULTIPLE = /calc\(([\d.]+)\*var\(--unit\)\)(?=([\w#.-])?)/g;
const UNIT_PX = Number(/--unit:(\d+)px/.exec(baseStylesText)?.[1]);
// A parenthesis needs no space behind it, a number does.
const withPixels = baseStylesText.replace(
  MULTIPLE,
  (_, times, next) => `${times * UNIT_PX}px${next === undefined ? '' : ' '}`,
);

/** Without the tokens that only other pages use, such as the colours of names. */
export const plainPageStyles = withPixels.replace(TOKEN, (declaration, name) =>
  withPixels.includes(`var(${name})`) ? declaration : '',
);
