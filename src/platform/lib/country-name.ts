// Names countries and languages in a language, by their two-letter codes.

import { createLazy } from './lazy.ts';

/** Formatters by type and language. Making one takes 2 µs, and each server list reads hundreds of names. */
const displays = new Map<string, Intl.DisplayNames>();
const names = new Map<string, string | undefined>();

function findName(type: 'region' | 'language', code: string, language: string): string | undefined {
  const kind = `${type} ${language}`;
  const open = () => new Intl.DisplayNames([language], { type, fallback: 'none' });
  return names.getOrInsertComputed(`${kind} ${code}`, () =>
    displays.getOrInsertComputed(kind, open).of(code),
  );
}

/** The name of a country code such as `NL`; `undefined` when it has none, such as `T1`. */
export function findCountryName(code: string, language = 'en'): string | undefined {
  // The runtime calls `ZZ` "Unknown Region".
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? findName('region', code, language) : undefined;
}

/** The name of a language code such as `nl`; `undefined` when it has none. */
export function findLanguageName(code: string, language = 'en'): string | undefined {
  return /^[a-z]{2}$/.test(code) ? findName('language', code, language) : undefined;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** The codes of all countries, without aliases (`UK`) and codes of no country (`EU`). */
export const listCountryCodes = createLazy((): readonly string[] => {
  const others = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
  // Only here does the runtime replace withdrawn codes.
  const isOwn = (code: string) => new Intl.Locale(`und-${code}`).maximize().region === code;
  return PAIRS.map((pair) => pair.toUpperCase()).filter(
    (code) => isOwn(code) && !others.has(code) && findCountryName(code) !== undefined,
  );
});

/** The codes of ISO 639-1, without withdrawn ones. */
export const listLanguageCodes = createLazy((): readonly string[] =>
  PAIRS.filter(
    (code) => !/^(?:bh|i[nw]|j[iw]|mo|sh)$/.test(code) && findLanguageName(code) !== undefined,
  ),
);
