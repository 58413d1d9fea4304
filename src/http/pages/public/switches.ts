// The switches of every page, between the languages and between light and dark: they remember the choice and lead back to the page.

import { Elysia } from 'elysia';
import { isLanguage } from '../../../messages/language.ts';
import { LANGUAGE_PATH, THEME_PATH } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { HIDDEN_FORM } from '../../openapi.ts';
import { languageCookie, parseTheme, themeCookie } from '../../preferences.ts';
import type { CookieJar } from '../../session.ts';
import { readPageForm, seeOther } from './page-form.ts';
import { parseOwnPath } from './require-account.ts';

/** How many actions deep a page may be that a form was refused on. */
const MOST_STEPS = 4;

/** Routes of `/language/` and `/theme/`. `isPage` says whether a path can be opened. */
export function switchRoutes(context: HttpContext, isPage: (path: string) => boolean) {
  const isSecure = context.baseUrl.startsWith('https:');

  /** The page that the form was on. A page that an action answered has a path that only takes forms. */
  function findBack(request: Request): string {
    const url = URL.parse(request.headers.get('referer') ?? '');
    const path = url === null ? '/' : parseOwnPath(url.pathname + url.search);
    let back = path.split('?', 1)[0] ?? '/';
    if (isPage(back)) return path;
    for (let step = 0; step < MOST_STEPS && !isPage(back); step += 1) {
      back = back.replace(/[^/]+\/?$/, '');
    }
    return isPage(back) ? back : '/';
  }

  async function chooseTheme(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    set.cookie = themeCookie(parseTheme(form.field('theme')), isSecure);
    return seeOther(findBack(request));
  }

  /** Somebody who is logged in gets emails in that language, too. */
  async function chooseLanguage(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    const language = form.field('language');
    if (!isLanguage(language)) return seeOther(findBack(request));
    const visitor = await findVisitor(context, request);
    if (visitor.kind === 'account') {
      await context.registration.own.changeLanguage(visitor.account, language);
    }
    set.cookie = languageCookie(language, isSecure);
    return seeOther(findBack(request));
  }

  return new Elysia({ name: 'switches' })
    .post(
      LANGUAGE_PATH.slice(0, -1),
      ({ request, set }) => chooseLanguage(request, set),
      HIDDEN_FORM,
    )
    .post(THEME_PATH.slice(0, -1), ({ request, set }) => chooseTheme(request, set), HIDDEN_FORM);
}
