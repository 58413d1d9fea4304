// The page of one server, and the acts whose forms stand on it.

import { stripColourCodes } from '../../lib/colour-codes.ts';
import type { ActState } from '../../pages/admin/parts.tsx';
import type { ServerActName } from '../../pages/admin/server-acts.tsx';
import { renderServerAdminPage, type ServerView } from '../../pages/admin/server-page.tsx';
import { serverAdminPath } from '../../pages/admin/server-paths.ts';
import { EMPTY_FORM } from '../../pages/forms.tsx';
import { words } from '../../pages/words.ts';
import { createNameFilter } from '../../servers/moderation/name-filter.ts';
import { parseServerHash } from '../../servers/server-hash.ts';
import type { HttpContext } from '../context.ts';
import { answerFailure } from '../errors.ts';
import { answerOwnPage } from '../html.ts';
import { pathOf } from '../path.ts';
import { seeOther } from '../web/own-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { withState } from './server-list.ts';
import { SERVER_PAGE_ACTS } from './server-page-acts.ts';
import { tryAct } from './try-act.ts';

/** How much of what was done to a server its page shows. */
const HISTORY = 20;

/** Routes of `/admin/servers/<hash>/` and of what is done there. */
export function serverRoutes(context: HttpContext): AdminRoute[] {
  const { moderation } = context;

  async function show(
    { frame }: AdminRequest,
    hash: string,
    state: ActState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const server = await readServer(context, hash);
    return answerOwnPage(renderServerAdminPage({ frame, server, state }), status);
  }

  /** Answers with `next` where the path holds a hash at all; no server need have it. */
  function withHash(next: (asked: AdminRequest, hash: string) => Promise<Response>) {
    return (asked: AdminRequest): Response | Promise<Response> => {
      const hash = parseServerHash(asked.params.hash ?? '');
      return hash === undefined
        ? answerFailure(pathOf(asked.request), 404, words.failure.nothingHere)
        : next(asked, hash);
    };
  }

  function actRoute(name: ServerActName): AdminRoute {
    const { fields, run, ...rest } = SERVER_PAGE_ACTS[name];
    async function answer(asked: AdminRequest, hash: string): Promise<Response> {
      const { actor, form } = asked;
      const at = { moderation, actor, hash };
      const checks = Object.entries(fields).map(
        ([field, check]) => [field, (typed: string) => check(typed, moderation)] as const,
      );
      const refused = await tryAct(form, {
        ...{ name, ...rest },
        fields: Object.fromEntries(checks),
        run: (read) => run(at, read),
      });
      if (refused !== undefined) return show(asked, hash, refused.state, refused.status);
      return seeOther(`${serverAdminPath(hash)}?done=server-${name}`);
    }
    return {
      method: 'POST',
      path: `/admin/servers/:hash/${name}`,
      role: 'moderator',
      answer: withHash(answer),
    };
  }

  return [
    {
      method: 'GET',
      path: '/admin/servers/:hash',
      role: 'moderator',
      answer: withHash((asked, hash) => show(asked, hash)),
    },
    ...Object.keys(SERVER_PAGE_ACTS).map((name) => actRoute(name as ServerActName)),
  ];
}

/** Everything that there is about a hash. */
async function readServer(
  { moderation, audit }: Pick<HttpContext, 'moderation' | 'audit'>,
  hash: string,
): Promise<ServerView> {
  const isThis = (each: { hash: string }) => each.hash === hash;
  const [listed, featured, unlisted, words, countries, bans, claims, reports, log] =
    await Promise.all([
      moderation.listServers(),
      moderation.listFeatured(),
      moderation.listUnlisted(),
      moderation.listFilterWords(),
      moderation.listCountries(),
      moderation.listBans(),
      moderation.listClaims(),
      moderation.listReports({ hash }),
      audit.readPage({ subject: hash }),
    ]);
  const found = listed.find(isThis);
  const findWord = createNameFilter([...moderation.settingsWords, ...words]);
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
    history: log.acts.slice(0, HISTORY),
  };
}
