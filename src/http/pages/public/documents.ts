// The rules and the privacy notice of the site as pages, where it has them.

import { Elysia } from 'elysia';
import { messages, siteMessages } from '../../../messages/messages.ts';
import type { SiteDocument } from '../../../site/site.ts';
import { renderDocumentPage } from '../../../views/document-page.tsx';
import { PRIVACY_PATH, RULES_PATH } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerFailure } from '../../errors.ts';
import { answerSitePage } from '../../html.ts';
import { alsoAnswers, describePage } from '../../openapi.ts';
import { type CookieJar, giveSession } from '../../session.ts';
import { describeSite } from './site.ts';

/** Routes of `/rules/` and `/privacy/`. */
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
        detail: {
          ...describePage({ summary: 'The rules of the site, if it has any' }),
          ...alsoAnswers(404),
        },
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
        detail: {
          ...describePage({ summary: 'The privacy notice of the site, if it has one' }),
          ...alsoAnswers(404),
        },
      },
    );
}
