// The page where players report a server to the moderators.

import { Elysia } from 'elysia';
import { LONGEST_REPORT } from '../../../servers/moderation/moderation.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { renderReportPage } from '../../../views/server/report-page.tsx';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describeOwnerPage, HIDDEN_FORM } from '../../openapi.ts';
import { answerForm, type PageForm, seeOther } from './page-form.ts';
import {
  type AtServer,
  answerServerGone,
  forServerForm,
  forServerPage,
  serverParameter,
} from './server-page.ts';
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

  function send(at: AtServer, form: PageForm): Promise<Response> {
    if (!at.isVerified || at.name === '') return show(at);
    const email = form.field('email');
    const typed = {
      ...{ kind: form.field('kind'), text: form.field('text') },
      wantsEmail: email === 'yes' && mayEmail(at),
    };
    const by = { accountId: at.account.id, address: context.addressOf(at.request) };
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
      forServerPage(context, (at) => show(at)),
      {
        ...atServer,
        detail: describeOwnerPage(
          {
            operationId: 'getServerReport',
            summary: 'Page to report a server',
          },
          404,
        ),
      },
    )
    .post(path, forServerForm(context, send), {
      ...atServer,
      ...HIDDEN_FORM,
    });
}
