// The country of a server: a flag, and its name.
/** @jsxImportSource preact */

import { findCountryName } from '../lib/country-name.ts';
import { currentLanguage } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';

/** The name of a country by its two letters; "unknown" in the page's language for any other code. */
export function countryName(code: string): string {
  return findCountryName(code, currentLanguage()) ?? messages.countryUnknown;
}

function flagOf(code: string): string {
  if (countryName(code) === messages.countryUnknown) return '';
  return [...code].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1f1a5)).join('');
}

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
