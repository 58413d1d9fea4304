// The colour scheme that a reader chose: the cookie that remembers it, and the scheme of the page that is being made.

import { AsyncLocalStorage } from 'node:async_hooks';
import { SYSTEM_THEME, THEMES, type Theme } from '../views/site-look.ts';
import { readValues } from './cookies.ts';

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
