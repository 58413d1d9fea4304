// Serves files of the web client under the names that the game contains.

import { Elysia } from 'elysia';
import { FILE_HEADERS, LASTING } from '../../platform/http/assets.ts';
import { answerFailure } from '../../platform/http/errors.ts';
import { answerKeptPage, type KeptPage, keepFile } from '../../platform/http/html.ts';
import { HIDDEN } from '../../platform/http/openapi.ts';
import { FILE_NAME, pathParameter } from '../../platform/http/parameters.ts';
import { pathOf } from '../../platform/http/path.ts';
import { messages } from '../../platform/messages/messages.ts';
import { STATIC_PATH, type WebClient, type WebClientFile } from './web-client-ports.ts';

/** Files that the game requests from this site, even if its script comes from another host. */
const SAME_ORIGIN_ONLY = /^(?:default\.zip|sounds\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.wav)$/;

/** Routes of `/static/<name>` and `/static/sounds/<name>`. */
export function staticRoutes({ webClient }: { webClient: WebClient }) {
  const kept = new WeakMap<WebClientFile, KeptPage>();

  const keep = (file: WebClientFile): KeptPage =>
    kept.getOrInsertComputed(file, () => keepFile(file, file.type === 'application/zip'));

  function answer(request: Request): Response | Promise<Response> {
    const path = pathOf(request);
    // A path with a slash at the end names no file.
    const name = path.slice(STATIC_PATH.length);
    if (webClient.kind === 'elsewhere' && SAME_ORIGIN_ONLY.test(name)) {
      const location = new URL(name, webClient.url).href;
      return new Response(null, {
        status: 307,
        headers: { location, 'cache-control': 'no-cache' },
      });
    }
    const file = webClient.kind === 'folder' ? webClient.files().get(name) : undefined;
    if (file === undefined) return answerFailure(request, 404, messages.failure.nothingHere);
    // An address with the digest of the content never shows other content.
    const isNamed = request.url.endsWith(`?v=${file.digest}`);
    return answerKeptPage(request, keep(file), {
      ...FILE_HEADERS,
      'content-type': file.type,
      'cache-control': isNamed ? LASTING : 'no-cache',
    });
  }

  const app = new Elysia({ name: 'static' });
  for (const path of ['/static/:name', '/static/sounds/:name'] as const) {
    const hook = { ...pathParameter('name', FILE_NAME), ...HIDDEN };
    app.get(path, ({ request }) => answer(request), hook);
  }
  return app;
}
