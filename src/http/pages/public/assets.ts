// The files that pages load, under names made from their content, so that browsers keep them for good.

import { Elysia } from 'elysia';
import { parseServerHash } from '../../../servers/servers.ts';
import { ASSETS, ASSETS_PATH } from '../../../views/assets.ts';
import { renderFaceSvg } from '../../../views/face.tsx';
import { messages } from '../../../views/messages.ts';
import { answerFailure } from '../../errors.ts';
import { answerKeptPage, type KeptPage, keepPage } from '../../html.ts';
import { pathParameter } from '../../openapi.ts';
import { pathOf } from '../../path.ts';
import { NO_SNIFFING } from '../../security-headers.ts';

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

  function answerMissing(path: string): Response {
    return answerFailure(path, 404, messages.failure.nothingHere);
  }

  function answerFile(request: Request): Response | Promise<Response> {
    const path = pathOf(request).replace(/\/$/, '');
    const file = files.get(path);
    if (file === undefined) return answerMissing(path);
    return answerKeptPage(request, file.page, { ...LASTING_HEADERS, 'content-type': file.type });
  }

  function answerFace(request: Request): Response | Promise<Response> {
    const path = pathOf(request).replace(/\/$/, '');
    const name = path.slice(`${ASSETS_PATH}face/`.length);
    const hash = name.endsWith('.svg') ? parseServerHash(name.slice(0, -4)) : undefined;
    if (hash === undefined) return answerMissing(path);
    const headers = { ...LASTING_HEADERS, 'content-type': 'image/svg+xml' };
    return answerKeptPage(request, keepPage(renderFaceSvg(hash)), headers);
  }

  return new Elysia({ name: 'assets' })
    .get('/assets/:name', ({ request }) => answerFile(request), {
      params: pathParameter('name', 'Name of the file, which pages know.'),
      detail: { hide: true },
    })
    .get('/assets/face/:name', ({ request }) => answerFace(request), {
      params: pathParameter('name', 'Hash of a server, and `.svg`.'),
      detail: { hide: true },
    });
}
