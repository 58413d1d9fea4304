// The language of what is being done: that of a page's request, of an email's reader, and English for everything else.

import { AsyncLocalStorage } from 'node:async_hooks';

export const LANGUAGES = ['en', 'de'] as const;

/** A language, as HTML's `lang`. */
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The language where nobody chose one: of programs, logs and the command line. */
export const DEFAULT_LANGUAGE: Language = 'en';

const current = new AsyncLocalStorage<Language>();

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/**
 * Does something in a language; everything that it awaits is in that language, too. What is no language of
 * this version, as in an email that another one queued, stands for the default.
 */
export function inLanguage<Result>(language: string, work: () => Result): Result {
  return current.run(isLanguage(language) ? language : DEFAULT_LANGUAGE, work);
}

export function currentLanguage(): Language {
  return current.getStore() ?? DEFAULT_LANGUAGE;
}
