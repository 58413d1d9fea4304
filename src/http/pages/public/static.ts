// The files of the web client, under the names that the game has built in.

import { Elysia } from 'elysia';
import { messages } from '../../../messages/messages.ts';
import { answerFailure } from '../../errors.ts';
import { answerKeptPage, type KeptPage, keepFile } from '../../html.ts';
import { pathOf } from '../../path.ts';
import { FILE_NAME, pathParameter } from '../../path-parameter.ts';
import { NO_SNIFFING } from '../../security-headers.ts';
import { STATIC_PATH, type WebClient, type WebClientFile } from '../../web-client.ts';

const HEADERS = {
  vary: 'Accept-Encoding',
  ...NO_SNIFFING,
  'content-security-policy': "default-src 'none'; sandbox",
};
const LASTING = 'public, max-age=31536000, immutable';
/** What the game requests from this installation, wherever its script was loaded from. */
const SAME_ORIGIN_ONLY = /^(?:default\.zip|sounds\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.wav)$/;

/** Routes of `/static/<name>` and `/static/sounds/<name>`. */
export function staticRoutes({ webClient }: { webClient: WebClient }) {
  const kept = new WeakMap<WebClientFile, KeptPage>();

  function keep(file: WebClientFile): KeptPage {
    let page = kept.get(file);
    if (page === undefined) {
      page = keepFile(file, file.type === 'application/zip');
      kept.set(file, page);
    }
    return page;
  }

  function answer(request: Request): Response | Promise<Response> {
    const path = pathOf(request);
    // With a slash at the end it is no name of a file.
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
    // An address that names the content never shows another.
    const isNamed = request.url.endsWith(`?v=${file.digest}`);
    return answerKeptPage(request, keep(file), {
      ...HEADERS,
      'content-type': file.type,
      'cache-control': isNamed ? LASTING : 'no-cache',
    });
  }

  return new Elysia({ name: 'static' })
    .get('/static/:name', ({ request }) => answer(request), {
      ...pathParameter('name', FILE_NAME),
      detail: { hide: true },
    })
    .get('/static/sounds/:name', ({ request }) => answer(request), {
      ...pathParameter('name', FILE_NAME),
      detail: { hide: true },
    });
}
