// The rules, the privacy notice and the description of the API as pages; the description as JSON, too.

import { Elysia } from 'elysia';
import { messages, siteMessages } from '../../../messages/messages.ts';
import type { SiteDocument, SiteIdentity } from '../../../site/site.ts';
import type { ApiDescription } from '../../../views/api-description.ts';
import { renderApiDocsPage } from '../../../views/api-docs-page.tsx';
import { renderDocumentPage } from '../../../views/document-page.tsx';
import { PRIVACY_PATH, RULES_PATH } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerFailure } from '../../errors.ts';
import { answerKeptPage, answerSitePage, type KeptPage, keepPage } from '../../html.ts';
import { DESCRIPTION_PATH, describePage, HIDDEN } from '../../openapi.ts';
import { NO_SNIFFING, openTo } from '../../security-headers.ts';
import { type CookieJar, giveSession } from '../../session.ts';
import { describeSite } from './site.ts';

export function documentRoutes(context: HttpContext) {
  async function answer(
    { request, set }: { request: Request; set: CookieJar },
    shown: { document: SiteDocument | undefined; title: string; path: string },
  ): Promise<Response> {
    const { document, title, path } = shown;
    if (document === undefined) return answerFailure(request, 404, messages.failure.nothingHere);
    const visitor = await findVisitor(context, request);
    giveSession(context, visitor, set);
    const site = describeSite(context, visitor, path);
    return answerSitePage(renderDocumentPage({ site, title, path, document }));
  }

  return new Elysia({ name: 'documents' })
    .get(
      RULES_PATH.slice(0, -1),
      (requested) => {
        const { rules: document } = context.site.identity();
        const { title } = siteMessages.rules;
        return answer(requested, { document, title, path: RULES_PATH });
      },
      {
        detail: describePage({ summary: 'The rules of the site, if it has any' }, 404),
      },
    )
    .get(
      PRIVACY_PATH.slice(0, -1),
      (requested) => {
        const { privacy: document } = context.site.identity();
        const { title } = siteMessages.privacy;
        return answer(requested, { document, title, path: PRIVACY_PATH });
      },
      {
        detail: describePage({ summary: 'The privacy notice of the site, if it has one' }, 404),
      },
    );
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  ...openTo(DESCRIPTION_PATH),
  ...NO_SNIFFING,
};

/** Routes of `/openapi.json` and `/api/docs/`; the description is made once all routes are there. */
export function apiDocsRoutes(context: HttpContext, describe: (site: SiteIdentity) => object) {
  const made = new WeakMap<SiteIdentity, { description: ApiDescription; json: KeptPage }>();

  function read(): { description: ApiDescription; json: KeptPage } {
    const site = context.site.identity();
    let known = made.get(site);
    if (known === undefined) {
      const text = JSON.stringify(describe(site));
      known = { description: JSON.parse(text) as ApiDescription, json: keepPage(text, 'for good') };
      made.set(site, known);
    }
    return known;
  }

  return new Elysia({ name: 'api-docs' })
    .get(
      DESCRIPTION_PATH,
      ({ request }) => answerKeptPage(request, read().json, JSON_HEADERS),
      HIDDEN,
    )
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
