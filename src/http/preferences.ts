// What a reader chose, or their browser asks for: the language and the colour scheme of pages.

import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../messages/language.ts';
import { SYSTEM_THEME, THEMES, type Theme } from '../views/site-look.ts';
import { readLanguageValue, readValues } from './cookies.ts';

/** Longest header that is looked at; those of browsers are shorter. */
const LONGEST_HEADER = 512;

/** The language for a request's answer: the one that was switched to, or the best of those accepted. */
export function chooseLanguage(headers: Headers): Language {
  const chosen = readLanguageValue(headers.get('cookie'));
  if (isLanguage(chosen)) return chosen;
  return findAccepted(headers.get('accept-language') ?? '') ?? DEFAULT_LANGUAGE;
}

/** The accepted language with the greatest weight, the first of equals; `undefined` where none is ours. */
function findAccepted(header: string): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const item of header.slice(0, LONGEST_HEADER).split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const [language = ''] = range.split('-');
    const weight = readWeight(parameters);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

/** Between 0 and 1; 0 for what cannot be read. */
function readWeight(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

const THEME_COOKIE = 'theme';
const YEAR_SECONDS = 31_536_000;

const current = new AsyncLocalStorage<Theme>();

/** The theme that was chosen with a form or a cookie; that of the system for anything else. */
export function parseTheme(text: string): Theme {
  return THEMES.find((theme) => theme === text) ?? SYSTEM_THEME;
}

/** The theme that a request's cookie names. */
export function readTheme({ headers }: Pick<Request, 'headers'>): Theme {
  return parseTheme(readValues(headers.get('cookie'), THEME_COOKIE)[0] ?? '');
}

/** Answers a request, and makes every page on the way in the theme of its cookie. */
export function inThemeOf<Result>(request: Request, answer: () => Result): Result {
  const theme = readTheme(request);
  return theme === SYSTEM_THEME ? answer() : current.run(theme, answer);
}

/** The theme of the page that is being made. */
export function currentTheme(): Theme {
  return current.getStore() ?? SYSTEM_THEME;
}

/** What Elysia needs to set the cookie; the theme of the system needs none. */
export function themeCookie(theme: Theme, isSecure: boolean) {
  return {
    [THEME_COOKIE]: {
      value: theme,
      path: '/',
      httpOnly: true,
      sameSite: 'lax' as const,
      maxAge: theme === SYSTEM_THEME ? 0 : YEAR_SECONDS,
      ...(isSecure ? { secure: true } : {}),
    },
  };
}
