// The page where players report a server to the moderators.

import { Elysia } from 'elysia';
import { LONGEST_REPORT } from '../../../servers/moderation/moderation.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { renderReportPage } from '../../../views/server/report-page.tsx';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { alsoAnswers, describePage, SESSION_REQUIRED } from '../../openapi.ts';
import { answerForm, readPageForm, seeOther } from './page-form.ts';
import { type AtServer, answerServerGone, findAtServer, serverParameter } from './server-page.ts';
import { describeSite } from './site.ts';

const PREFIX = '/server/report/';
/** Longest text that is shown again. */
const KEPT_LENGTH = 5_000;

/** Routes of `/server/report/<hash>/`. */
export function reportRoutes(context: HttpContext) {
  const { reports } = context.servers;

  /** Only addresses that are confirmed get emails, where any can be sent. */
  const mayEmail = ({ account }: AtServer) =>
    context.mail.isOn && account.emailConfirmedAt !== null;

  async function show(at: AtServer, status = 200, state: FormState = EMPTY_FORM) {
    const { request, visitor, account, hash, name, isVerified } = at;
    if (name === '') return answerServerGone(context, request, at);
    const page = renderReportPage({
      ...{ state, hash, name, isVerified, longestText: LONGEST_REPORT },
      offersEmail: mayEmail(at),
      site: describeSite(context, visitor, operatorPaths.report(hash)),
      isSent: await reports.hasOpenReport(account.id, hash),
    });
    return answerSitePage(page, isVerified ? status : 403);
  }

  async function send(request: Request, params: { hash: string }): Promise<Response> {
    const form = await readPageForm(request, context);
    const at = await findAtServer(context, request, params);
    if (at instanceof Response) return at;
    if (!at.isVerified || at.name === '') return show(at);
    const email = form.field('email');
    const typed = {
      ...{ kind: form.field('kind'), text: form.field('text') },
      wantsEmail: email === 'yes' && mayEmail(at),
    };
    const by = { accountId: at.account.id, address: context.addressOf(request) };
    return answerForm(
      async () => {
        await reports.report(by, at.hash, typed);
        return seeOther(operatorPaths.report(at.hash));
      },
      {
        values: { kind: typed.kind, text: typed.text, email },
        keptLength: KEPT_LENGTH,
        show: (state, status) => show(at, status, state),
      },
    );
  }

  const path = `${PREFIX}:hash` as const;
  const atServer = serverParameter(context);
  return new Elysia({ name: 'report' })
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
            operationId: 'getServerReport',
            summary: 'Page to report a server',
          }),
          ...alsoAnswers(303, 404),
          ...SESSION_REQUIRED,
        },
      },
    )
    .post(path, ({ request, params }) => send(request, params), {
      ...atServer,
      parse: 'none',
      detail: { hide: true },
    });
}
