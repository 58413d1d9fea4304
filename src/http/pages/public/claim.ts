// The page where operators claim a server by a code in one of its heartbeats.

import { Elysia } from 'elysia';
import { operatorMessages } from '../../../messages/messages.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { renderClaimPage } from '../../../views/server/claim-page.tsx';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { alsoAnswers, describePage, SESSION_REQUIRED } from '../../openapi.ts';
import { answerForm } from '../form-failures.ts';
import { readPageForm } from './page-form.ts';
import { type AtServer, answerServerGone, findAtServer, serverParameter } from './server-page.ts';
import { describeSite } from './site.ts';

const PREFIX = '/server/claim/';

/** Routes of `/server/claim/<hash>/`. */
export function claimRoutes(context: HttpContext) {
  const { claims } = context.servers;

  function show(at: AtServer, status = 200, state: FormState = EMPTY_FORM): Response {
    const { request, visitor, account, hash, name, isVerified } = at;
    const claim = claims.findClaim(hash);
    const isOwn = claim?.accountId === account.id;
    if (name === '' && !isOwn) return answerServerGone(context, request, at);
    const page = renderClaimPage({
      ...{ state, hash, isVerified },
      site: describeSite(context, visitor, operatorPaths.claim(hash)),
      name: name === '' ? operatorMessages.own.nameless : name,
      owner: claim === undefined ? 'nobody' : isOwn ? 'reader' : 'somebody else',
      code: claims.findCode(account.id, hash),
    });
    return answerSitePage(page, isVerified ? status : 403);
  }

  async function requestCode(request: Request, params: { hash: string }): Promise<Response> {
    await readPageForm(request, context);
    const at = await findAtServer(context, request, params);
    if (at instanceof Response) return at;
    if (!at.isVerified || at.name === '') return show(at);
    return answerForm(
      async () => {
        await claims.requestCode(at.account.id, at.hash);
        // No redirect: another replica, which might answer then, does not know the code in clear.
        return show(at);
      },
      { show: (state, status) => show(at, status, state) },
    );
  }

  const path = `${PREFIX}:hash` as const;
  const atServer = serverParameter(context);
  return new Elysia({ name: 'claim' })
    .get(
      path,
      async ({ request, params }) => {
        const at = await findAtServer(context, request, params);
        return at instanceof Response ? at : show(at);
      },
      {
        ...atServer,
        detail: {
          ...describePage({
            operationId: 'getServerClaim',
            summary: 'Page to claim a server',
          }),
          ...alsoAnswers(303, 404),
          ...SESSION_REQUIRED,
        },
      },
    )
    .post(path, ({ request, params }) => requestCode(request, params), {
      ...atServer,
      parse: 'none',
      detail: { hide: true },
    });
}
