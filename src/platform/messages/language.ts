// The language of the current work: of a page's request or an email's reader, and English for everything else.

import { AsyncLocalStorage } from 'node:async_hooks';

export const LANGUAGES = ['en', 'de'] as const;

/** A language, as HTML's `lang` writes it. */
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The language when nobody chose one: of programs, logs and the command line. */
export const DEFAULT_LANGUAGE: Language = 'en';

const current = new AsyncLocalStorage<Language>();

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/**
 * Runs `work` in a language, with everything that it awaits. A language that this version lacks, such as that of an
 * email queued by another version, becomes the default.
 */
export function inLanguage<Result>(language: string, work: () => Result): Result {
  return current.run(isLanguage(language) ? language : DEFAULT_LANGUAGE, work);
}

export function currentLanguage(): Language {
  return current.getStore() ?? DEFAULT_LANGUAGE;
}
