// The page with statistics; rendered once for all requests that show the same.

import { Elysia } from 'elysia';
import type { RegistrationCounts } from '../../../accounts/accounts.ts';
import { currentLanguage } from '../../../messages/language.ts';
import type { Curve } from '../../../servers/history/history.ts';
import type { Site } from '../../../views/layout.tsx';
import { STATISTICS_PATH } from '../../../views/layout.tsx';
import { renderStatisticsPage } from '../../../views/statistics-page.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerKeptPage, type KeptPage, keepPage, SITE_PAGE_HEADERS } from '../../html.ts';
import { describePage } from '../../openapi.ts';
import { describeSite } from '../page.ts';

/** Pages of the same numbers that are kept; the one made first is forgotten first. */
const MOST_KEPT = 64;

export function statisticsPageRoutes(context: HttpContext) {
  const { servers, accounts } = context;
  const { history } = servers;
  let keptFor: readonly unknown[] = [];
  let kept = new Map<string, KeptPage>();

  /** Each part is an extra: without it the rest is shown all the same. */
  async function readTotals(): Promise<Record<'24h' | '7d' | '90d', Curve> | undefined> {
    try {
      const [day, week, quarter] = await Promise.all([
        history.drawTotals('24h'),
        history.drawTotals('7d'),
        history.drawTotals('90d'),
      ]);
      return { '24h': day.players, '7d': week.players, '90d': quarter.players };
    } catch (error) {
      context.events.partFailed('history', error);
      return undefined;
    }
  }

  async function readRegistrations(): Promise<RegistrationCounts | 'failed' | undefined> {
    if (!context.areRegistrationsShown) return undefined;
    try {
      return await accounts.countRegistrations();
    } catch (error) {
      context.events.partFailed('registrations', error);
      return 'failed';
    }
  }

  async function findPage(site: Site): Promise<KeptPage> {
    const [totals, registrations] = await Promise.all([readTotals(), readRegistrations()]);
    // Without a wait from here on, so that a page shows what it is kept for.
    const breakdown = servers.breakDown();
    const sources = [breakdown, totals?.['24h'], registrations, site.look, site.notice];
    if (sources.some((source, index) => source !== keptFor[index])) {
      keptFor = sources;
      kept = new Map();
    }
    const key = `${currentLanguage()} ${site.theme} ${site.accountName ?? ''} ${site.adminPath ?? ''} ${site.registerPath ?? ''}`;
    let page = kept.get(key);
    if (page === undefined) {
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      const records = history.records();
      page = keepPage(renderStatisticsPage({ site, records, totals, breakdown, registrations }));
      kept.set(key, page);
    }
    return page;
  }

  async function answer(request: Request): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const page = await findPage(describeSite(context, visitor, STATISTICS_PATH));
    return visitor.kind === 'account'
      ? answerKeptPage(request, page, SITE_PAGE_HEADERS)
      : answerKeptPage(request, page);
  }

  return new Elysia({ name: 'statistics page' }).get(
    STATISTICS_PATH.slice(0, -1),
    ({ request }) => answer(request),
    {
      detail: describePage(
        {
          operationId: 'getStatisticsPage',
          summary: 'Players over time, records, servers by software and country, registrations',
        },
        304,
      ),
    },
  );
}
