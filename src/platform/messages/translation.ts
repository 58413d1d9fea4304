// What another language has to say, by what English says; and the view of it that reads the language of the moment.

import { currentLanguage, type Language } from './language.ts';

/** The same keys, with any text in the place of each text, and functions with the same parameters. */
export type Translation<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translation<Said>
    : { readonly [Key in keyof English]: Translation<English[Key]> };

/**
 * Messages that are those of the current language whenever one is read, with the keys of English. Whoever
 * keeps a group of them may do so; whoever keeps a single text keeps one language.
 */
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
