// Names of countries and of languages in a language, by their two letters.

interface Names {
  display: Intl.DisplayNames;
  known: Map<string, string>;
}

const namesOf = { region: new Map<string, Names>(), language: new Map<string, Names>() };

/** The name of a country code such as `NL`; `undefined` where there is none, as for `T1`. */
export function findCountryName(code: string, language = 'en'): string | undefined {
  const { display, known } = namesIn('region', language);
  const kept = known.get(code);
  // The name of `ZZ` is "Unknown Region".
  if (kept !== undefined || !/^[A-Z]{2}$/.test(code) || code === 'ZZ') return kept;
  const name = display.of(code);
  if (name !== undefined) known.set(code, name);
  return name;
}

/** The name of a language code such as `nl`; `undefined` where there is none. */
export function findLanguageName(code: string, language = 'en'): string | undefined {
  const { display, known } = namesIn('language', language);
  const name = known.get(code) ?? (/^[a-z]{2}$/.test(code) ? display.of(code) : undefined);
  if (name !== undefined) known.set(code, name);
  return name;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** The codes of all countries, without what only stands for another one (`UK`), or for none (`EU`). */
export const COUNTRY_CODES: readonly string[] = listCountryCodes();

function listCountryCodes(): string[] {
  const others = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
  // The runtime replaces withdrawn codes nowhere else.
  const isOwn = (code: string) => new Intl.Locale(`und-${code}`).maximize().region === code;
  return PAIRS.map((pair) => pair.toUpperCase()).filter(
    (code) => isOwn(code) && !others.has(code) && findCountryName(code) !== undefined,
  );
}

/** The codes of ISO 639-1, without those that it withdrew. */
export const LANGUAGE_CODES: readonly string[] = PAIRS.filter(
  (code) => !/^(?:bh|i[nw]|j[iw]|mo|sh)$/.test(code) && findLanguageName(code) !== undefined,
);

function namesIn(type: keyof typeof namesOf, language: string): Names {
  let names = namesOf[type].get(language);
  if (names === undefined) {
    const display = new Intl.DisplayNames([language], { type, fallback: 'none' });
    names = { display, known: new Map() };
    namesOf[type].set(language, names);
  }
  return names;
}
