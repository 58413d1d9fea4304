// The live servers, searched and page by page.

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { SERVERS_PATH } from '../../pages/admin/server-paths.ts';
import {
  type AwayServer,
  renderServersPage,
  type ServerRow,
} from '../../pages/admin/servers-page.tsx';
import { countryName } from '../../pages/country.tsx';
import type { ListedServer, ServerModeration } from '../../servers/moderation/moderation.ts';
import { createNameFilter, type NameFilter } from '../../servers/moderation/name-filter.ts';
import { parseServerHash } from '../../servers/server-hash.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { readAsked } from './asked.ts';
import { createSearch, pageOf } from './paging.ts';

/** Routes of `/admin/servers/`. */
export function serverListRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show({ frame, query }: AdminRequest): Promise<Response> {
    const asked = readAsked(query, ['text', 'state']);
    const [listed, words, decided] = await Promise.all([
      moderation.listServers(),
      moderation.listFilterWords(),
      listDecided(moderation, asked.state),
    ]);
    const findWord = createNameFilter([...moderation.settingsWords, ...words]);
    const isFound = createSearch(asked.text);
    const ofState = new Set(decided.map(({ hash }) => hash));
    const rows = listed
      .map((server) => withState(server, findWord))
      .filter((server) => isInState(server, asked.state) || ofState.has(server.hash))
      .filter(({ name, hash, ip, port }) =>
        isFound(name, stripColourCodes(name), hash, `${ip}:${port}`),
      );
    const page = pageOf(rows, query, SERVERS_PATH, asked);
    const hash = parseServerHash(asked.text);
    const live = new Set(listed.map((server) => server.hash));
    const absentHash = hash === undefined || live.has(hash) ? undefined : hash;
    const away = decided.filter((it) => !live.has(it.hash) && isFound(it.hash, it.detail));
    return answerOwnPage(renderServersPage({ frame, values: asked, page, absentHash, away }));
  }

  return [{ method: 'GET', path: '/admin/servers', role: 'moderator', answer: show }];
}

/** The servers, live or not, of which moderators decided what a state asks for. */
async function listDecided(moderation: ServerModeration, state: string): Promise<AwayServer[]> {
  if (state === 'featured') {
    return (await moderation.listFeatured()).map((hash) => ({ hash, detail: '' }));
  }
  if (state === 'country') {
    const set = await moderation.listCountries();
    return set.map(({ hash, country }) => ({ hash, detail: countryName(country) }));
  }
  if (state !== 'unlisted') return [];
  const unlisted = await moderation.listUnlisted();
  return unlisted.map(({ hash, reason, unlistedAt }) => {
    return { hash, detail: reason, since: unlistedAt };
  });
}

/** The server with what keeps it out of the public list, the work of moderators first. */
export function withState(server: ListedServer, findWord: NameFilter): ServerRow {
  return { ...server, state: stateOf(server, findWord) };
}

function stateOf(server: ListedServer, findWord: NameFilter): ServerRow['state'] {
  if (server.isUnlisted) return 'unlisted';
  if (findWord(server.name) !== undefined) return 'filtered';
  return server.isPublic ? 'public' : 'private';
}

function isInState({ state }: ServerRow, asked: string): boolean {
  if (asked === 'unlisted') return state === 'unlisted' || state === 'filtered';
  return asked === '' || state === asked;
}
