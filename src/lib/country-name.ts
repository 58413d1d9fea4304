// Names of countries in English, by their two letters.

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const known = new Map<string, string>();

/** The English name of a country code such as `NL`; `undefined` where there is none, as for `T1`. */
export function findCountryName(code: string): string | undefined {
  const kept = known.get(code);
  // The name of `ZZ` is "Unknown Region".
  if (kept !== undefined || !/^[A-Z]{2}$/.test(code) || code === 'ZZ') return kept;
  const name = names.of(code);
  if (name !== undefined) known.set(code, name);
  return name;
}
