// The country of a server: a flag for the eye, and its name for everybody.
/** @jsxImportSource preact */

import { LANGUAGE, words } from './words.ts';

const names = new Intl.DisplayNames([LANGUAGE], { type: 'region', fallback: 'none' });
const known = new Map<string, string>();

/** The name of a country by its two letters; a word for "unknown" where there is none. */
export function countryName(code: string): string {
  let name = known.get(code);
  if (name === undefined) {
    // `ZZ` has a name that says the same as ours.
    const isCode = /^[A-Z]{2}$/.test(code) && code !== 'ZZ';
    name = (isCode ? names.of(code) : undefined) ?? words.countryUnknown;
    if (isCode) known.set(code, name);
  }
  return name;
}

function flagOf(code: string): string {
  if (countryName(code) === words.countryUnknown) return '';
  return [...code].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1f1a5)).join('');
}

/** Flag and name. */
export function Country({ code }: { code: string }) {
  const flag = flagOf(code);
  return (
    <span class="country">
      {flag !== '' && (
        <span class="flag" aria-hidden="true">
          {flag}
        </span>
      )}
      <span class="country-name">{countryName(code)}</span>
    </span>
  );
}
