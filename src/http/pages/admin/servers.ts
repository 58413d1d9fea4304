// The live servers, searched and page by page; the page of one server, and the actions whose forms are on it.

import type { Actor } from '../../../accounts/audit.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import {
  createNameFilter,
  type ListedServer,
  type NameFilter,
  parseReason,
  requireCountry,
  requireReason,
  requireTarget,
  type ServerModeration,
} from '../../../servers/moderation/moderation.ts';
import type { BanKind } from '../../../servers/moderation/ports.ts';
import { parseServerHash } from '../../../servers/servers.ts';
import { SERVERS_PATH } from '../../../views/admin/admin-paths.ts';
import type { AdminFrame } from '../../../views/admin/frame.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import {
  renderServerAdminPage,
  type ServerActionName,
  type ServerView,
} from '../../../views/admin/server-page.tsx';
import {
  type OfflineServer,
  renderServersPage,
  type ServerRow,
} from '../../../views/admin/servers-page.tsx';
import { countryName } from '../../../views/parts.tsx';
import type { HttpContext } from '../../context.ts';
import { adminPage, createSearch, type PageAction, pageOf, type ReadField } from './admin-page.ts';

const HISTORY = 20;

export function serverListRoutes({ moderation }: HttpContext) {
  return adminPage({
    path: '/admin/servers',
    role: 'moderator',
    search: ['text', 'state'],
    async show({ frame, query }, state, search) {
      const [listed, words, decided] = await Promise.all([
        moderation.listServers(),
        moderation.listFilterWords(),
        listDecided(moderation, search.state),
      ]);
      const findWord = createNameFilter([...moderation.configuredWords, ...words]);
      const isFound = createSearch(search.text);
      const ofState = new Set(decided.map(({ hash }) => hash));
      const rows = listed
        .map((server) => withState(server, findWord))
        .filter((server) => isInState(server, search.state) || ofState.has(server.hash))
        .filter(({ name, hash, ip, port }) =>
          isFound(name, stripColourCodes(name), hash, `${ip}:${port}`),
        );
      const hash = parseServerHash(search.text);
      const live = new Set(listed.map((server) => server.hash));
      return renderServersPage({
        ...{ frame, state, page: pageOf(rows, query, SERVERS_PATH, search) },
        absentHash: hash === undefined || live.has(hash) ? undefined : hash,
        offline: decided.filter((it) => !live.has(it.hash) && isFound(it.hash, it.detail)),
      });
    },
  });
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
function withState(server: ListedServer, findWord: NameFilter): ServerRow {
  if (server.isUnlisted) return { ...server, state: 'unlisted' };
  if (findWord(server.name) !== undefined) return { ...server, state: 'filtered' };
  return { ...server, state: server.isPublic ? 'public' : 'private' };
}

function isInState({ state }: ServerRow, requested: string): boolean {
  if (requested === 'unlisted') return state === 'unlisted' || state === 'filtered';
  return requested === '' || state === requested;
}

/** Routes of `/admin/servers/<hash>/`; no server need have the hash. */
export function serverRoutes(context: HttpContext) {
  return adminPage({
    path: '/admin/servers/:hash',
    role: 'moderator',
    show: ({ frame, key }, state) => showServer(context, frame, key, state),
    actions: actionsOf(context.moderation),
  });
}

/** The page of a server, where an action may have been refused. */
export async function showServer(
  context: HttpContext,
  frame: AdminFrame,
  hash: string,
  state: ActionState,
): Promise<string> {
  return renderServerAdminPage({ frame, server: await readServer(context, hash), state });
}

function actionsOf(moderation: ServerModeration): Record<ServerActionName, PageAction> {
  type Change = (actor: Actor, hash: string, read: ReadField) => Promise<unknown>;
  type ByReason = (actor: Actor, hash: string, reason: string) => Promise<unknown>;

  const action = (
    name: ServerActionName,
    change: Change,
    checks: PageAction['checks'] = { reason: parseReason },
  ): PageAction => ({
    checks,
    async run(read, { actor, key }) {
      await change(actor, key, read);
      return `server-${name}`;
    },
  });

  const byReason = (name: ServerActionName, change: ByReason, reason = parseReason) =>
    action(name, (actor, hash, read) => change(actor, hash, read('reason')), { reason });

  const ban = (name: ServerActionName, kind: BanKind, checks: PageAction['checks'] = {}) =>
    action(
      name,
      (actor, hash, read) => {
        const target = { kind, subject: kind === 'server' ? hash : read('subject') };
        return moderation.addBan(actor, target, { reason: read('reason'), lasts: read('lasts') });
      },
      { ...checks, lasts: moderation.parseEnd, reason: requireReason },
    );

  /** A ban whose subject is typed. */
  const banTyped = (name: ServerActionName, kind: BanKind): PageAction => ({
    ...ban(name, kind, { subject: (subject) => requireTarget({ kind, subject }) }),
    about: 'subject',
  });

  return {
    feature: byReason('feature', moderation.featureServer),
    unfeature: byReason('unfeature', moderation.unfeatureServer),
    unlist: byReason('unlist', moderation.unlistServer, requireReason),
    relist: byReason('relist', moderation.relistServer),
    country: action(
      'country',
      (actor, hash, read) => moderation.setCountry(actor, hash, read('country'), read('reason')),
      { country: requireCountry, reason: parseReason },
    ),
    'country-reset': byReason('country-reset', moderation.resetCountry),
    ban: ban('ban', 'server'),
    'ban-address': banTyped('ban-address', 'range'),
    'ban-name': banTyped('ban-name', 'name'),
    'claim-clear': byReason('claim-clear', moderation.clearClaimTexts, requireReason),
    'claim-remove': byReason('claim-remove', moderation.removeClaim, requireReason),
  };
}

async function readServer({ moderation, audit }: HttpContext, hash: string): Promise<ServerView> {
  const isThis = (each: { hash: string }) => each.hash === hash;
  const [listed, featured, unlisted, messages, countries, bans, claims, reports, log] =
    await Promise.all([
      moderation.listServers(),
      moderation.listFeatured(),
      moderation.listUnlisted(),
      moderation.listFilterWords(),
      moderation.listCountries(),
      moderation.listBans(),
      moderation.listClaims(),
      moderation.findReportedServer(hash),
      audit.readPage({ subject: hash }),
    ]);
  const found = listed.find(isThis);
  const findWord = createNameFilter([...moderation.configuredWords, ...messages]);
  const ban = bans.find(
    (each) => each.kind === 'server' && each.subject === hash && !moderation.hasExpired(each),
  );
  return {
    hash,
    name: found === undefined ? hash : stripColourCodes(found.name),
    live: found && withState(found, findWord),
    isFeatured: featured.includes(hash),
    unlisted: unlisted.find(isThis),
    word: found && findWord(found.name),
    country: countries.find(isThis)?.country,
    banReason: ban?.reason,
    claim: claims.find(isThis),
    reports,
    history: log.actions.slice(0, HISTORY),
  };
}
