// The switches of language and of light and dark on every page. They store the choice and lead back to the page.

import { makeCookie } from '../../platform/http/cookies.ts';
import { parseTheme, themeCookie } from '../../platform/http/negotiation.ts';
import { parseOwnPath } from '../../platform/http/next-path.ts';
import { type PageRequest, pageRoutes } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { isLanguage } from '../../platform/messages/language.ts';
import { LANGUAGE_PATH, THEME_PATH } from '../../platform/views/layout.tsx';
import type { Account } from '../account/index.ts';
import type { ProfilePorts } from './profile-parts.tsx';

/** How many path segments an action's path may be below its page. */
const MAX_STEPS = 4;

/** Routes of `/language/` and `/theme/`. `isPage` tells whether a path can be opened. */
export function switchRoutes(context: ProfilePorts, isPage: (path: string) => boolean) {
  /** Finds the page with the form. A page that an action answered has a path that only takes forms. */
  function findBack(request: Request): string {
    const url = URL.parse(request.headers.get('referer') ?? '');
    const path = url === null ? '/' : parseOwnPath(url.pathname + url.search);
    let back = path.split('?', 1)[0] ?? '/';
    if (isPage(back)) return path;
    for (let step = 0; step < MAX_STEPS && !isPage(back); step += 1) {
      back = back.replace(/[^/]+\/?$/, '');
    }
    return isPage(back) ? back : '/';
  }

  /** Sets the language of pages, and of emails for a logged-in owner. */
  async function chooseLanguage({
    request,
    set,
    form,
    visitor,
  }: PageRequest<Account>): Promise<Response> {
    const language = form.field('language');
    if (isLanguage(language)) {
      if (visitor.kind === 'account') {
        await context.profile.own.changeLanguage(visitor.account, language);
      }
      set.cookie = makeCookie(context, 'language', language);
    }
    return seeOther(findBack(request));
  }

  function chooseTheme({ request, set, form }: PageRequest<Account>): Response {
    set.cookie = themeCookie(context, parseTheme(form.field('theme')));
    return seeOther(findBack(request));
  }

  return pageRoutes(context, [
    { path: LANGUAGE_PATH, who: 'anybody', post: chooseLanguage },
    { path: THEME_PATH, who: 'unseen', post: chooseTheme },
  ]);
}
