// The switch between light, dark and what the system says: remembers the choice and leads back to the page.

import { Elysia } from 'elysia';
import { THEME_PATH } from '../../../views/theme-switch.tsx';
import type { HttpContext } from '../../context.ts';
import type { CookieJar } from '../../session.ts';
import { parseTheme, themeCookie } from '../../theme.ts';
import { parseOwnPath } from './next-path.ts';
import { readPageForm, seeOther } from './page-form.ts';

/** How many actions deep a page may be that a form was refused on. */
const MOST_STEPS = 4;

/** Route of `/theme/`. `isPage` says whether a path can be opened. */
export function themeRoutes(context: HttpContext, isPage: (path: string) => boolean) {
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

  async function choose(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    set.cookie = themeCookie(parseTheme(form.field('theme')), isSecure);
    return seeOther(findBack(request));
  }

  return new Elysia({ name: 'theme' }).post(
    THEME_PATH.slice(0, -1),
    ({ request, set }) => choose(request, set),
    { parse: 'none', detail: { hide: true } },
  );
}
