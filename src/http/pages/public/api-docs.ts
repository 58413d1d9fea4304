// The readable page of the API, made from the description that programs get.

import { Elysia } from 'elysia';
import type { ApiDescription } from '../../../views/api-description.ts';
import { renderApiDocsPage } from '../../../views/api-docs-page.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { describePage } from '../../openapi.ts';
import { giveSession } from '../../session.ts';
import { describeSite } from './site.ts';

/** Route of `/api/docs/`; the description is requested once, since no route is added later. */
export function apiDocsRoutes(
  context: HttpContext,
  requestDescription: () => Response | Promise<Response>,
) {
  let description: ApiDescription | undefined;

  return new Elysia({ name: 'api-docs' }).get(
    '/api/docs',
    async ({ request, set }) => {
      description ??= (await (await requestDescription()).json()) as ApiDescription;
      const visitor = await findVisitor(context, request);
      giveSession(context, visitor, set);
      const site = describeSite(context, visitor);
      return answerSitePage(renderApiDocsPage(site, description));
    },
    {
      detail: describePage({
        summary: 'This description as a page',
      }),
    },
  );
}
