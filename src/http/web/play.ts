// The play URL that a heartbeat is answered with: a plain page that names the server.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { parseServerHash } from '../../servers/server-hash.ts';
import type { HttpContext } from '../context.ts';
import { answerPage } from '../html.ts';
import { describeAnswer, pathParameter } from '../openapi.ts';
import { pathOf } from '../path.ts';
import { keepSession } from '../session.ts';

const PageSchema = Type.String({ description: 'A page.' });
const PLAY_PATH = '/server/play/';

/** Route of `/server/play/<hash>/`, for private servers too. */
export function playRoutes(context: HttpContext) {
  const { servers, baseUrl } = context;

  function show(request: Request): Response {
    const text = pathOf(request).slice(PLAY_PATH.length).replace(/\/$/, '');
    const hash = parseServerHash(text);
    const found = hash === undefined ? undefined : servers.findServer(hash);
    if (found === undefined) {
      return answerPage(404, {
        title: 'No server is live here',
        paragraphs: [
          'Either the address is not complete, or the server has stopped sending heartbeats, or it moved to another address or port.',
          'Servers come back under the same address as soon as they send heartbeats again.',
        ],
      });
    }
    const { name, players, maxPlayers } = found.listing;
    return answerPage(200, {
      title: name,
      paragraphs: [
        `${players} of ${maxPlayers} players are on this server.`,
        'To join, paste the address of this page into your launcher:',
        `${baseUrl}${PLAY_PATH}${found.listing.hash}/`,
      ],
    });
  }

  return new Elysia({ name: 'play' }).get(
    '/server/play/:hash',
    async ({ request, set }) => {
      const page = show(request);
      await keepSession(context, request, set);
      return page;
    },
    {
      params: pathParameter('hash', 'Hash of the server.'),
      detail: {
        summary: 'The page of a server',
        tags: ['Pages'],
        responses: describeAnswer({ 'text/html': PageSchema }),
      },
    },
  );
}
