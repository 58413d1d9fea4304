// The rules, the privacy notice and the API description as pages, and the API description as JSON.
/** @jsxImportSource preact */

import {
  ApiDocsPage,
  apiPartPaths,
  renderApiReference,
} from '../../platform/http/api-docs-page.tsx';
import { type ApiPart, selectPart } from '../../platform/http/api-document.ts';
import { answerKeptPage, keepPage } from '../../platform/http/html.ts';
import { DESCRIPTION_PATH, HIDDEN } from '../../platform/http/openapi.ts';
import { type PagePorts, type PageRoute, pageRoutes } from '../../platform/http/page.ts';
import { NO_SNIFFING, openTo } from '../../platform/http/security-headers.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import type { SiteIdentity } from '../../platform/lib/site-facts.ts';
import { currentLanguage, LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { messages } from '../../platform/messages/messages.ts';
import { PRIVACY_PATH, RULES_PATH } from '../../platform/views/layout.tsx';
import { renderSiteDocument } from '../../platform/views/markdown.ts';
import { documentRoute } from './document-parts.tsx';
import { siteMessages } from './messages.ts';

type SitePagePorts = PagePorts & { site: { identity(): SiteIdentity }; parts: ApiParts };

/** The further pages of the API reference, each from the module with its operations. */
interface ApiParts {
  apiParts?: readonly ApiPart[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends ApiParts {}
}

export function documentRoutes(context: SitePagePorts) {
  function renderOwn(name: 'rules' | 'privacy') {
    const document = context.site.identity()[name];
    if (document === undefined) throw new Failure('not_found', messages.failure.nothingHere);
    const { title = siteMessages[name].title, html } = renderSiteDocument(document);
    return { title, html };
  }

  return pageRoutes(context, [
    documentRoute(RULES_PATH, () => renderOwn('rules')),
    documentRoute(PRIVACY_PATH, () => renderOwn('privacy')),
  ]);
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  ...openTo(DESCRIPTION_PATH),
  ...NO_SNIFFING,
};

/** Routes of `/openapi.json` and the pages of `/api/docs/`. The description is built once all routes exist. */
export function apiDocsRoutes(context: SitePagePorts, describe: (site: SiteIdentity) => object) {
  const writeDescription = createReloaded(context.site.identity, (site) =>
    JSON.stringify(describe(site)),
  );
  const readDescription = createReloaded(writeDescription, (json) => keepPage(json, 'for good'));
  const parts: readonly ApiPart[] = ['open', ...(context.parts.apiParts ?? [])];
  const pages = parts.map((part): PageRoute => {
    const readReference = () =>
      createReloaded(writeDescription, (json) =>
        renderApiReference(selectPart(JSON.parse(json), part), part, parts),
      );
    // A page depends only on the visitor's language.
    const referenceIn = Object.fromEntries(
      LANGUAGES.map((language) => [language, readReference()]),
    ) as Record<Language, () => string>;
    const path = apiPartPaths[part];
    return {
      path,
      who: 'visitor',
      get: ({ site }) => (
        <ApiDocsPage site={site(path)} part={part} reference={referenceIn[currentLanguage()]()} />
      ),
    };
  });
  return pageRoutes(context, pages).get(
    DESCRIPTION_PATH,
    ({ request }) => answerKeptPage(request, readDescription(), JSON_HEADERS),
    HIDDEN,
  );
}
