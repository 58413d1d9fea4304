// Names of countries in a language, by their two letters.

interface Names {
  display: Intl.DisplayNames;
  known: Map<string, string>;
}

const languages = new Map<string, Names>();

/** The name of a country code such as `NL`; `undefined` where there is none, as for `T1`. */
export function findCountryName(code: string, language = 'en'): string | undefined {
  const { display, known } = namesIn(language);
  const kept = known.get(code);
  // The name of `ZZ` is "Unknown Region".
  if (kept !== undefined || !/^[A-Z]{2}$/.test(code) || code === 'ZZ') return kept;
  const name = display.of(code);
  if (name !== undefined) known.set(code, name);
  return name;
}

function namesIn(language: string): Names {
  let names = languages.get(language);
  if (names === undefined) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    names = { display, known: new Map() };
    languages.set(language, names);
  }
  return names;
}
