// The live servers, searched and page by page.

import { stripColourCodes } from '../../../lib/colour-codes.ts';
import type { ListedServer, ServerModeration } from '../../../servers/moderation/moderation.ts';
import { createNameFilter, type NameFilter } from '../../../servers/moderation/moderation.ts';
import { parseServerHash } from '../../../servers/servers.ts';
import { SERVERS_PATH } from '../../../views/admin/server-paths.ts';
import {
  type OfflineServer,
  renderServersPage,
  type ServerRow,
} from '../../../views/admin/servers-page.tsx';
import { countryName } from '../../../views/country.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { createSearch, pageOf } from './paging.ts';
import { readQuery } from './query.ts';

/** Routes of `/admin/servers/`. */
export function serverListRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show({ frame, query }: AdminRequest): Promise<Response> {
    const requested = readQuery(query, ['text', 'state']);
    const [listed, messages, decided] = await Promise.all([
      moderation.listServers(),
      moderation.listFilterWords(),
      listDecided(moderation, requested.state),
    ]);
    const findWord = createNameFilter([...moderation.configuredWords, ...messages]);
    const isFound = createSearch(requested.text);
    const ofState = new Set(decided.map(({ hash }) => hash));
    const rows = listed
      .map((server) => withState(server, findWord))
      .filter((server) => isInState(server, requested.state) || ofState.has(server.hash))
      .filter(({ name, hash, ip, port }) =>
        isFound(name, stripColourCodes(name), hash, `${ip}:${port}`),
      );
    const page = pageOf(rows, query, SERVERS_PATH, requested);
    const hash = parseServerHash(requested.text);
    const live = new Set(listed.map((server) => server.hash));
    const absentHash = hash === undefined || live.has(hash) ? undefined : hash;
    const offline = decided.filter((it) => !live.has(it.hash) && isFound(it.hash, it.detail));
    return answerSitePage(
      renderServersPage({ frame, values: requested, page, absentHash, offline }),
    );
  }

  return [{ method: 'GET', path: '/admin/servers', role: 'moderator', answer: show }];
}

/** The servers, live or not, of which moderators decided what a state asks for. */
async function listDecided(moderation: ServerModeration, state: string): Promise<OfflineServer[]> {
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

function isInState({ state }: ServerRow, requested: string): boolean {
  if (requested === 'unlisted') return state === 'unlisted' || state === 'filtered';
  return requested === '' || state === requested;
}
