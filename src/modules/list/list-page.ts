// The public list as a page.

import { Elysia } from 'elysia';
import type { VNode } from 'preact';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { type CookieJar, makeCookie, readCookie } from '../../platform/http/cookies.ts';
import { answerKeptPage } from '../../platform/http/html.ts';
import { answerKept, createKeptPages } from '../../platform/http/kept-pages.ts';
import { HIDDEN } from '../../platform/http/openapi.ts';
import {
  describeSite,
  leadToRequired,
  type PagePorts,
  readPart,
} from '../../platform/http/page.ts';
import { queryParameters } from '../../platform/http/parameters.ts';
import { pathOf } from '../../platform/http/path.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { findVisitor } from '../../platform/http/session.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { messages } from '../../platform/messages/messages.ts';
import type { Site } from '../../platform/views/layout.tsx';
import type { Claims } from '../claims/index.ts';
import type { History } from '../history/index.ts';
import { findPlayable, type GamePorts } from '../web-client/game-section.tsx';
import { renderEmptyPage } from './empty-list.tsx';
import {
  formatListQuery,
  formatOrder,
  LIST_KEYS,
  type ListQuery,
  parseListQuery,
  parseOrder,
} from './list-query.ts';
import { MAX_ROWS, renderListPage } from './list-view.tsx';
import { isOwn } from './mixed-origins.ts';
import type { Ranking } from './ranking.ts';
import type { PublicList } from './ready-list.ts';
import type { SearchQuery, ServerSearch } from './search.ts';
import { formatCursor, parseCursor } from './search-cursor.ts';
import { hashStart, SPARKS_PATH } from './spark-hours.ts';
import { describeSpark } from './sparkline.ts';
import { createSparklines } from './sparklines-page.ts';

/** How many pages the site renders for an address when none is ready: five a second after a burst. */
const RENDER_BUDGET = { refill: 5, everyMs: 1_000, capacity: 60 };

const JSON_HEADERS = { ...NO_SNIFFING, 'content-type': 'application/json' };

const LIST_PATHS = ['/', '/server/list'] as const;
const LIST_QUERY = queryParameters(...LIST_KEYS);

/** What a reader's own list changes on the page. Another module may add it. */
export interface OwnList {
  /** Differs whenever the stored list does. */
  version: string;
  hidden: ReadonlySet<string>;
  /** The servers that the reader joined lately. */
  showRecent(): Promise<VNode | undefined>;
  /** The line that tells how many servers are left out. */
  showHidden(count: number): VNode;
}

interface ListParts {
  ownLists?: readonly ((accountId: number) => Promise<OwnList>)[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends ListParts {}
}

type RequestedList = Readonly<Partial<Record<(typeof LIST_KEYS)[number], string>>>;

type ListPagePorts = PagePorts &
  GamePorts & {
    parts: ListParts;
    registration: { firstAdministrator: { isMissing(): Promise<boolean> } };
    servers: {
      listShown(): PublicList;
      search: ServerSearch;
      ranking: Pick<Ranking, 'isOn'>;
      history: Pick<History, 'drawTotals' | 'rhythms' | 'findCurve' | 'findSeriesOf'>;
      claims: Pick<Claims, 'all'>;
      formersOf(hash: string): string[];
    };
  };

export function listPageRoutes(context: ListPagePorts, clock: Clock) {
  const { servers } = context;
  const admit = createAddressLimit(context, clock, RENDER_BUDGET, (seconds) =>
    messages.failure.tooManyPages(seconds),
  );
  const { make, makeSparks } = createListMaker(context, clock);
  const findPage = createKeptPages();
  const findSparks = createKeptPages();

  /** Reads who asks for which list. */
  async function read(request: Request, requested: RequestedList) {
    const path = pathOf(request) === '/' ? '/' : '/server/list/';
    const query = parseListQuery(new URLSearchParams(requested));
    const remembered = readCookie(request, 'list-order');
    if (!requested.sort) query.sort = parseOrder(remembered);
    const visitor = await findVisitor(context, request);
    const site = describeSite(context, visitor, `${path}${formatListQuery(query)}`);
    const list = servers.listShown();
    // For most readers, who are not logged in, nothing is read.
    const isOwner = visitor.kind === 'account';
    const own = isOwner ? await findOwnList(context, visitor.account.id) : undefined;
    return { path, query, remembered, visitor, site, list, own };
  }

  async function answer(
    request: Request,
    requested: RequestedList,
    set: CookieJar,
  ): Promise<Response> {
    const { path, query, remembered, visitor, site, list, own } = await read(request, requested);
    const lead = leadToRequired(context, visitor, request);
    if (lead !== undefined) return lead;
    const isNew = await findNew(context, list);
    const choice = [path, formatListQuery(query), findPlayable(context) !== undefined, isNew];
    if (own !== undefined) choice.push(own.version);
    const page = findPage([list, servers.claims.all], site, choice, async () => {
      admit(request);
      return list.listings.length === 0
        ? renderEmptyPage(site, isNew)
        : make(list, site, path, query, own);
    });
    const order = query.sort === undefined ? '' : formatOrder(query.sort);
    if (requested.sort && order !== remembered) {
      set.cookie = makeCookie(context, 'list-order', order);
    }
    return answerKept(request, visitor, page);
  }

  async function answerSparks(request: Request, requested: RequestedList): Promise<Response> {
    const { query, site, list, own } = await read(request, requested);
    const sparks = await findSparks([list], site, [formatListQuery(query), own?.version], () => {
      admit(request);
      return makeSparks(list, query, own);
    });
    return answerKeptPage(request, sparks, JSON_HEADERS);
  }

  const app = new Elysia({ name: 'list page' });
  for (const path of LIST_PATHS) {
    app.get(path, ({ request, query, set }) => answer(request, query, set), {
      ...LIST_QUERY,
      ...HIDDEN,
    });
  }
  return app.get(SPARKS_PATH, ({ request, query }) => answerSparks(request, query), {
    ...LIST_QUERY,
    ...HIDDEN,
  });
}

const withoutHidden = (search: SearchQuery, hidden: ReadonlySet<string>): SearchQuery => ({
  ...search,
  isWanted: (listing) => !hidden.has(listing.hash) && search.isWanted?.(listing) !== false,
});

/** Whether nothing is set up yet: no server is listed, and nobody administers the site. */
async function findNew(context: ListPagePorts, { listings }: PublicList): Promise<boolean> {
  if (listings.length > 0) return false;
  const { isMissing } = context.registration.firstAdministrator;
  return (await readPart(context, 'first administrator', isMissing)) ?? false;
}

/** The own list of a logged-in reader. */
async function findOwnList(context: ListPagePorts, accountId: number) {
  const [ownList] = context.parts.ownLists ?? [];
  return ownList && readPart(context, 'own list', () => ownList(accountId));
}

/** Makes the pages of the list and their sparklines. */
function createListMaker(context: ListPagePorts, clock: Clock) {
  const { servers } = context;
  const { history } = servers;
  const onFailure = (error: unknown) =>
    context.report('page_part_failed', { part: 'history', error });
  const sparklines = createSparklines({ clock, history, onFailure });

  /** The servers that a page of the list shows, and all that its search found. */
  function findRows(list: PublicList, query: ListQuery, own: OwnList | undefined) {
    const isPlayable = findPlayable(context);
    // When no server can be played in the browser, that filter has no effect.
    const all = { ...query, isWanted: query.webOnly ? isPlayable : undefined };
    const search = own?.hidden.size ? withoutHidden(all, own.hidden) : all;
    const order = query.sort === undefined ? '' : formatOrder(query.sort);
    const found = servers.search.find(list, search);
    // Anything but a cursor of this order begins at the first page.
    const after = query.after === '' ? undefined : parseCursor(query.after, order);
    const { results, end } = servers.search.findPage(list, search, { limit: MAX_ROWS, after });
    const shown = results.map(({ listing }) => listing);
    // The history has only the servers of this site.
    const listedHere = shown.filter(isOwn);
    const next = end && formatCursor(end, order);
    const hidden = search === all ? 0 : servers.search.find(list, all).length - found.length;
    return { isPlayable, found, shown, listedHere, next, hidden, rows: results };
  }

  async function make(
    list: PublicList,
    site: Site,
    path: string,
    query: ListQuery,
    own: OwnList | undefined,
  ) {
    const { listings, madeAt } = list;
    const { found, shown, listedHere, hidden, ...page } = findRows(list, query, own);
    const choices = servers.search.listChoices(list);
    const [sparks, totals] = await Promise.all([
      sparklines.read(listedHere),
      readPart(context, 'history', async () => (await history.drawTotals('24h')).players),
    ]);
    return renderListPage({
      ...page,
      site,
      path,
      query,
      listings,
      sparks,
      totals,
      madeAt,
      rhythmOf: history.rhythms.find,
      formersOf: servers.formersOf,
      choices,
      found: found.length,
      first: shown[0] ? found.indexOf(shown[0]) : 0,
      isByPeople: servers.ranking.isOn(),
      recent: own && (await readPart(context, 'own list', own.showRecent)),
      hidden: hidden > 0 ? own?.showHidden(hidden) : undefined,
    });
  }

  /** The sparklines of the servers that a page shows, by the first digits of their hashes. */
  async function makeSparks(
    list: PublicList,
    query: ListQuery,
    own: OwnList | undefined,
  ): Promise<string> {
    const { listedHere } = findRows(list, query, own);
    const sparks = await sparklines.read(listedHere);
    const described = listedHere.flatMap(({ hash }) => {
      const spark = sparks.get(hash);
      return spark === undefined ? [] : [[hashStart(hash), describeSpark(spark, list.madeAt)]];
    });
    return JSON.stringify(Object.fromEntries(described));
  }

  return { make, makeSparks };
}
