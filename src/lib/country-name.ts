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

/** The codes of all countries, without what only stands for another one (`UK`), or for none (`EU`). */
export const COUNTRY_CODES: readonly string[] = listCodes();

function listCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const others = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
  const isOwn = (code: string) => new Intl.Locale(`und-${code}`).region === code;
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => isOwn(code) && !others.has(code) && findCountryName(code) !== undefined);
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
