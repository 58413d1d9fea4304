// The description of the API: as JSON for programs, and as a page made from it.

import { Elysia } from 'elysia';
import type { SiteIdentity } from '../../../site/site.ts';
import type { ApiDescription } from '../../../views/api-description.ts';
import { renderApiDocsPage } from '../../../views/api-docs-page.tsx';
import { type ApiDescriber, DESCRIPTION_PATH } from '../../api-description.ts';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerKeptPage, answerSitePage, type KeptPage, keepPage } from '../../html.ts';
import { openTo } from '../../open-paths.ts';
import { describePage } from '../../openapi.ts';
import { NO_SNIFFING } from '../../security-headers.ts';
import { giveSession } from '../../session.ts';
import { describeSite } from './site.ts';

const JSON_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  ...openTo(DESCRIPTION_PATH),
  ...NO_SNIFFING,
};

/** Routes of `/openapi.json` and `/api/docs/`; the describer is asked for once all routes are there. */
export function apiDocsRoutes(context: HttpContext, findDescriber: () => ApiDescriber) {
  const made = new WeakMap<SiteIdentity, { description: ApiDescription; json: KeptPage }>();

  function read(): { description: ApiDescription; json: KeptPage } {
    const site = context.site.identity();
    let known = made.get(site);
    if (known === undefined) {
      const text = JSON.stringify(findDescriber().describe(site));
      known = { description: JSON.parse(text) as ApiDescription, json: keepPage(text, 'for good') };
      made.set(site, known);
    }
    return known;
  }

  return new Elysia({ name: 'api-docs' })
    .get(DESCRIPTION_PATH, ({ request }) => answerKeptPage(request, read().json, JSON_HEADERS), {
      detail: { hide: true },
    })
    .get(
      '/api/docs',
      async ({ request, set }) => {
        const visitor = await findVisitor(context, request);
        giveSession(context, visitor, set);
        const site = describeSite(context, visitor);
        return answerSitePage(renderApiDocsPage(site, read().description));
      },
      {
        detail: describePage({
          summary: 'The API documentation as a page',
        }),
      },
    );
}
