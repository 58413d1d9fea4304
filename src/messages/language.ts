// The language of what is being done: that of a page's request, of an email's reader, and English for everything else.

import { AsyncLocalStorage } from 'node:async_hooks';

/** The languages that there are, the default first. */
export const LANGUAGES = ['en', 'de'] as const;

/** A language, as HTML's `lang`. */
export type Language = (typeof LANGUAGES)[number];

/** The language where nobody chose one: of programs, logs and the command line. */
const DEFAULT_LANGUAGE: Language = 'en';

const current = new AsyncLocalStorage<Language>();

/** Does something in a language; everything that it awaits is in that language, too. */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return current.run(language, work);
}

/** The language that it is done in. */
export function currentLanguage(): Language {
  return current.getStore() ?? DEFAULT_LANGUAGE;
}
