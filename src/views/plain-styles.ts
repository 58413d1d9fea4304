// The styles of error pages, which contain them: the basic ones in one theme, and only the tokens that they use.

import { baseStylesText } from './assets.ts';
import { byTheme, SYSTEM_THEME, type Theme } from './theme.ts';

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
const ofEveryTheme = withPixels.replace(TOKEN, (declaration, name) =>
  withPixels.includes(`var(${name})`) ? declaration : '',
);

/** The tokens of the system's dark scheme, behind what the bundler adds and is not used; and those of each scheme that a reader may choose. */
const SYSTEM_DARK =
  /@media \(prefers-color-scheme:dark\)\{(?::root\{\})?:root:where\([^{]*(\{[^}]*\})\}/;
const CHOSEN = /:root:where\(\[data-theme="?(light|dark)"?\]\)(\{[^}]*\})/g;

function stylesOf(theme: Theme): string {
  const chosen = ofEveryTheme.replace(CHOSEN, (_, name, tokens) =>
    name === theme ? `:root${tokens}` : '',
  );
  return chosen.replace(SYSTEM_DARK, (media, tokens) =>
    theme === SYSTEM_THEME ? `${media.slice(0, media.indexOf('{') + 1)}:root${tokens}}` : '',
  );
}

/** The styles; an error page is made for one reader, so that each has what its theme needs. */
export const plainStyles = byTheme(stylesOf);
