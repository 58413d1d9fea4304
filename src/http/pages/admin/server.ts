// The page of one server, and the actions whose forms are on it.

import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { createNameFilter } from '../../../servers/moderation/moderation.ts';
import type { ActionState } from '../../../views/admin/parts.tsx';
import type { ServerActionName } from '../../../views/admin/server-actions.tsx';
import { renderServerAdminPage, type ServerView } from '../../../views/admin/server-page.tsx';
import { serverAdminPath } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type ReadField } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { withState } from './server-list.ts';
import { SERVER_PAGE_ACTIONS } from './server-page-actions.ts';

/** How much of what was done to a server its page shows. */
const HISTORY = 20;

/** The page of a server, where an action may have been refused. */
export async function showServer(
  context: Pick<HttpContext, 'moderation' | 'audit'>,
  { frame }: Pick<AdminRequest, 'frame'>,
  hash: string,
  state: ActionState = EMPTY_FORM,
  status = 200,
): Promise<Response> {
  const server = await readServer(context, hash);
  return answerSitePage(renderServerAdminPage({ frame, server, state }), status);
}

/** Routes of `/admin/servers/<hash>/` and of what is done there. */
export function serverRoutes(context: HttpContext): AdminRoute[] {
  const { moderation } = context;

  /** Answers with `next` for the hash of the path; no server need have it. */
  function withHash(next: (requested: AdminRequest, hash: string) => Promise<Response>) {
    return (requested: AdminRequest) => next(requested, requested.params.hash ?? '');
  }

  function actionRoute(name: ServerActionName): AdminRoute {
    const { fields, run, ...rest } = SERVER_PAGE_ACTIONS[name];
    async function answer(requested: AdminRequest, hash: string): Promise<Response> {
      const { actor, form } = requested;
      const at = { moderation, actor, hash };
      const checks = Object.entries(fields).map(
        ([field, check]) => [field, (typed: string) => check(typed, moderation)] as const,
      );
      const submitted = {
        ...{ name, ...rest },
        fields: Object.fromEntries(checks),
        async run(read: ReadField) {
          await run(at, read);
          return `${serverAdminPath(hash)}?done=server-${name}`;
        },
      };
      return answerAction(form, submitted, (state, status) =>
        showServer(context, requested, hash, state, status),
      );
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
      answer: withHash((requested, hash) => showServer(context, requested, hash)),
    },
    ...Object.keys(SERVER_PAGE_ACTIONS).map((name) => actionRoute(name as ServerActionName)),
  ];
}

/** Everything that there is about a hash. */
async function readServer(
  { moderation, audit }: Pick<HttpContext, 'moderation' | 'audit'>,
  hash: string,
): Promise<ServerView> {
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
