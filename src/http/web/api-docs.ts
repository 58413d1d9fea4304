// The readable page of the API, made from the description that programs get.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { apiDocsPage } from '../../pages/api-docs-page.tsx';
import type { PlainPage } from '../../pages/plain-page.tsx';
import { answerPage } from '../html.ts';
import { describeAnswer } from '../openapi.ts';

/** Route of `/api/docs/`; the description is asked for once, since no route comes later. */
export function apiDocsRoutes(askForDescription: () => Response | Promise<Response>) {
  let page: PlainPage | undefined;

  return new Elysia({ name: 'api-docs' }).get(
    '/api/docs',
    async () => {
      page ??= apiDocsPage(await (await askForDescription()).json());
      return answerPage(200, page);
    },
    {
      detail: {
        summary: 'This description as a page',
        tags: ['Pages'],
        responses: describeAnswer({ 'text/html': Type.String({ description: 'A page.' }) }),
      },
    },
  );
}
