// The files that pages load, under names made from their content, so that browsers keep them for good.

import { Elysia } from 'elysia';
import { ASSETS, ASSETS_PATH } from '../../../views/assets.ts';
import { renderFaceSvg } from '../../../views/face.tsx';
import { messages } from '../../../views/messages.ts';
import { answerFailure } from '../../errors.ts';
import { answerKeptPage, type KeptPage, keepPage } from '../../html.ts';
import { FILE_NAME, matching, pathParameter } from '../../path-parameter.ts';
import { NO_SNIFFING } from '../../security-headers.ts';

const FaceSchema = matching(/^[0-9a-fA-F]{32}\.svg$/, {
  description: 'Hash of a server, and `.svg`.',
});

const LASTING_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
  ...NO_SNIFFING,
  // A picture that is opened by itself is a document, and may run nothing.
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Routes of `/assets/<digest>.<extension>` and `/assets/face/<hash>.svg`. */
export function assetRoutes() {
  const files = new Map<string, { page: KeptPage; type: string }>(
    ASSETS.map(({ path, type, text }) => [path, { page: keepPage(text), type }]),
  );

  function answerFile(request: Request, name: string): Response | Promise<Response> {
    const file = files.get(`${ASSETS_PATH}${name}`);
    if (file === undefined) {
      return answerFailure(request, 404, messages.failure.nothingHere);
    }
    return answerKeptPage(request, file.page, { ...LASTING_HEADERS, 'content-type': file.type });
  }

  function answerFace(request: Request, name: string): Response | Promise<Response> {
    const hash = name.slice(0, -'.svg'.length).toLowerCase();
    const headers = { ...LASTING_HEADERS, 'content-type': 'image/svg+xml' };
    return answerKeptPage(request, keepPage(renderFaceSvg(hash)), headers);
  }

  return new Elysia({ name: 'assets' })
    .get('/assets/:name', ({ request, params }) => answerFile(request, params.name), {
      ...pathParameter('name', FILE_NAME),
      detail: { hide: true },
    })
    .get('/assets/face/:name', ({ request, params }) => answerFace(request, params.name), {
      ...pathParameter('name', FaceSchema),
      detail: { hide: true },
    });
}
