// What a reader chose, or their browser asks for: the language and the colour scheme of pages.

import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../messages/language.ts';
import { SYSTEM_THEME, THEMES, type Theme } from '../views/site-look.ts';
import { makeCookie, readCookie } from './cookies.ts';
import { readQuality } from './negotiation.ts';

/** Longest header that is looked at; those of browsers are shorter. */
const LONGEST_HEADER = 512;

/** The language for a request's answer: the one that was switched to, or the best of those accepted. */
export function chooseLanguage(headers: Headers): Language {
  const chosen = readCookie({ headers }, 'language');
  if (isLanguage(chosen)) return chosen;
  return findAccepted(headers.get('accept-language') ?? '') ?? DEFAULT_LANGUAGE;
}

/** The accepted language with the greatest weight, the first of equals; `undefined` where none is ours. */
function findAccepted(header: string): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const item of header.slice(0, LONGEST_HEADER).split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const [language = ''] = range.split('-');
    const weight = readQuality(parameters);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

const current = new AsyncLocalStorage<Theme>();

/** The theme that was chosen with a form or a cookie; that of the system for anything else. */
export function parseTheme(text: string): Theme {
  return THEMES.find((theme) => theme === text) ?? SYSTEM_THEME;
}

export function readTheme(request: Pick<Request, 'headers'>): Theme {
  return parseTheme(readCookie(request, 'theme'));
}

/** Answers a request, and makes every page on the way in the theme of its cookie. */
export function inThemeOf<Result>(request: Request, answer: () => Result): Result {
  const theme = readTheme(request);
  return theme === SYSTEM_THEME ? answer() : current.run(theme, answer);
}

export function currentTheme(): Theme {
  return current.getStore() ?? SYSTEM_THEME;
}

/** The cookie of a theme; that of the system needs none. */
export function themeCookie(theme: Theme, isSecure: boolean) {
  return makeCookie('theme', theme, isSecure, theme === SYSTEM_THEME ? 0 : undefined);
}
