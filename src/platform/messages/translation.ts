// Types a translation by the English messages, and combines all languages into messages of the current language.

import { currentLanguage, type Language } from './language.ts';

/** The type of a translation: the same keys with any texts, and functions with the same parameters. */
export type Translation<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translation<Said>
    : { readonly [Key in keyof English]: Translation<English[Key]> };

/** Messages in the current language, with the keys of English. A kept group follows it; a kept text does not. */
export function translate<English extends object>(
  languages: { readonly en: English } & Readonly<
    Record<Exclude<Language, 'en'>, Translation<English>>
  >,
): Translation<English> {
  const view: Record<string, unknown> = {};
  for (const key of Object.keys(languages.en)) {
    const values = Object.fromEntries(
      Object.entries<object>(languages).map(([language, group]) => [
        language,
        (group as Record<string, unknown>)[key],
      ]),
    ) as Record<Language, unknown>;
    const isGroup = typeof values.en === 'object' && !Array.isArray(values.en);
    const group = isGroup ? translate(values as Record<Language, object>) : undefined;
    Object.defineProperty(view, key, {
      enumerable: true,
      get: group === undefined ? () => values[currentLanguage()] : () => group,
    });
  }
  return view as Translation<English>;
}
