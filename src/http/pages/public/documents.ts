// The rules, the privacy notice and the description of the API as pages; the description as JSON, too.

import { Failure } from '../../../lib/failure.ts';
import { messages, siteMessages } from '../../../messages/messages.ts';
import type { SiteIdentity } from '../../../site/site.ts';
import type { ApiDescription } from '../../../views/api-description.ts';
import { renderApiDocsPage } from '../../../views/api-docs-page.tsx';
import { renderDocumentPage } from '../../../views/document-page.tsx';
import { PRIVACY_PATH, RULES_PATH } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { answerKeptPage, type KeptPage, keepPage } from '../../html.ts';
import { DESCRIPTION_PATH, describePage, HIDDEN } from '../../openapi.ts';
import { NO_SNIFFING, openTo } from '../../security-headers.ts';
import { type PageRoute, pageRoutes } from '../page.ts';

const DOCUMENTS = [
  { name: 'rules', path: RULES_PATH, summary: 'The rules of the site, if it has any' },
  { name: 'privacy', path: PRIVACY_PATH, summary: 'The privacy notice of the site, if it has one' },
] as const;

export function documentRoutes(context: HttpContext) {
  return pageRoutes(
    context,
    DOCUMENTS.map(({ name, path, summary }) => ({
      path,
      who: 'visitor',
      detail: describePage({ summary }, 404),
      get({ site }) {
        const document = context.site.identity()[name];
        if (document === undefined) throw new Failure('not_found', messages.failure.nothingHere);
        const { title } = siteMessages[name];
        return renderDocumentPage({ site: site(path), title, path, document });
      },
    })),
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

  const docs: PageRoute = {
    path: '/api/docs/',
    who: 'visitor',
    detail: describePage({ summary: 'The API documentation as a page' }),
    get: ({ site }) => renderApiDocsPage(site(), read().description),
  };
  return pageRoutes(context, [docs]).get(
    DESCRIPTION_PATH,
    ({ request }) => answerKeptPage(request, read().json, JSON_HEADERS),
    HIDDEN,
  );
}
