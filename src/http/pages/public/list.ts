// The public list as a page, at `/` and `/server/list/`; rendered once for all requests that show the same.

import { Elysia } from 'elysia';
import type { Clock } from '../../../lib/clock.ts';
import { currentLanguage } from '../../../messages/language.ts';
import { messages } from '../../../messages/messages.ts';
import type { Curve } from '../../../servers/history/history.ts';
import type { PublicList } from '../../../servers/servers.ts';
import type { Notice } from '../../../site/site.ts';
import type { Site } from '../../../views/layout.tsx';
import { MOST_ROWS, renderListPage } from '../../../views/list/list-page.tsx';
import {
  formatListQuery,
  formatOrder,
  LIST_KEYS,
  type ListQuery,
  parseListQuery,
  parseOrder,
} from '../../../views/list/list-query.ts';
import type { SiteLook } from '../../../views/site-look.ts';
import type { HttpContext } from '../../context.ts';
import { findVisitor, makeCookie, readCookie } from '../../cookies.ts';
import { answerKeptPage, type KeptPage, keepPage, SITE_PAGE_HEADERS } from '../../html.ts';
import { describePage } from '../../openapi.ts';
import { queryParameters } from '../../parameters.ts';
import { pathOf } from '../../path.ts';
import { type CookieJar, createAddressLimit } from '../../session.ts';
import { describeSite } from '../page.ts';
import { findPlayable } from './game.ts';
import { createSparklines } from './sparklines.ts';

/** Pages of one list that are kept; the one made first is forgotten first. */
const MOST_KEPT = 64;
/** Pages that are not ready and may be made for an address: one a second, after a burst. */
const RENDER_BUDGET = { refill: 5, everyMs: 1_000, capacity: 60 };

const LIST_PATHS = ['/', '/server/list'] as const;
const LIST_QUERY = queryParameters(...LIST_KEYS);

type RequestedList = Readonly<Partial<Record<(typeof LIST_KEYS)[number], string>>>;

export function listPageRoutes(context: HttpContext, clock: Clock) {
  const { servers } = context;
  const admit = createAddressLimit(context, clock, RENDER_BUDGET, (seconds) =>
    messages.failure.tooManyPages(seconds),
  );
  const { history } = servers;
  const describeFailure = (error: unknown) => context.events.partFailed('history', error);
  const sparklines = createSparklines({ clock, history, onFailure: describeFailure });
  let keptFor: PublicList | undefined;
  let keptLook: SiteLook | undefined;
  let keptNotice: Notice | undefined;
  let kept = new Map<string, Promise<KeptPage>>();

  /** The history is an extra: without it the list is shown all the same. */
  async function drawTotals(): Promise<Curve | undefined> {
    try {
      return (await history.drawTotals('24h')).players;
    } catch (error) {
      describeFailure(error);
      return undefined;
    }
  }

  async function make(list: PublicList, site: Site, path: string, query: ListQuery) {
    const { listings, madeAt } = list;
    const isPlayable = findPlayable(context);
    const found = servers.search.find(list, query);
    // Where nothing can be played in the browser, that filter has no effect.
    const chosen = query.webOnly && isPlayable !== undefined ? found.filter(isPlayable) : found;
    const choices = servers.search.listChoices(list);
    const [sparks, totals] = await Promise.all([
      sparklines.read(chosen.slice(0, MOST_ROWS)),
      drawTotals(),
    ]);
    const page = {
      site,
      path,
      query,
      listings,
      ...choices,
      chosen,
      sparks,
      totals,
      madeAt,
      isPlayable,
    };
    return keepPage(renderListPage(page));
  }

  async function answer(
    request: Request,
    requested: RequestedList,
    set: CookieJar,
  ): Promise<Response> {
    const path = pathOf(request) === '/' ? '/' : '/server/list/';
    const query = parseListQuery(new URLSearchParams(requested));
    const remembered = readCookie(request, 'list-order');
    if (!requested.sort) query.sort = parseOrder(remembered);
    const visitor = await findVisitor(context, request);
    const site = describeSite(context, visitor, `${path}${formatListQuery(query)}`);
    const list = servers.listPublic();
    if (keptFor !== list || keptLook !== site.look || keptNotice !== site.notice) {
      keptFor = list;
      keptLook = site.look;
      keptNotice = site.notice;
      kept = new Map();
    }
    const key = `${currentLanguage()} ${path} ${formatListQuery(query)} ${site.accountName ?? ''} ${site.adminPath ?? ''} ${findPlayable(context) !== undefined} ${site.theme}`;
    let page = kept.get(key);
    if (page === undefined) {
      admit(request);
      const pages = kept;
      if (pages.size >= MOST_KEPT) pages.delete(pages.keys().next().value ?? '');
      page = make(list, site, path, query);
      pages.set(key, page);
      page.catch(() => pages.delete(key));
    }
    const order = query.sort === undefined ? '' : formatOrder(query.sort);
    if (requested.sort && order !== remembered) {
      set.cookie = makeCookie('list-order', order, context.baseUrl.startsWith('https:'));
    }
    return visitor.kind === 'account'
      ? answerKeptPage(request, await page, SITE_PAGE_HEADERS)
      : answerKeptPage(request, await page);
  }

  const app = new Elysia({ name: 'list page' });
  for (const path of LIST_PATHS) {
    app.get(path, ({ request, query, set }) => answer(request, query, set), {
      ...LIST_QUERY,
      detail: describePage(
        {
          summary: 'The public list as a page; search, filters and sort order are query parameters',
        },
        304,
        429,
      ),
    });
  }
  return app;
}
