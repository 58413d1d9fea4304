// The page where players report a server to the moderators.

import { LONGEST_REPORT } from '../../../servers/moderation/moderation.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { renderReportPage } from '../../../views/server/report-page.tsx';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { describeOwnerPage } from '../../openapi.ts';
import { formPage, type OwnerRequest, pageRoutes } from '../page.ts';
import { seeOther } from '../page-form.ts';
import { answerServerGone, serverOf, serverParameter } from './server-page.ts';

const KEPT_LENGTH = 5_000;

export function reportRoutes(context: HttpContext) {
  const { reports } = context.servers;

  /** Only addresses that are confirmed get emails, where any can be sent. */
  const mayEmail = ({ account }: OwnerRequest) =>
    context.mail.isOn && account.emailConfirmedAt !== null;

  async function show(requested: OwnerRequest, state: FormState) {
    const { account, site } = requested;
    const { hash, name } = serverOf(context, requested);
    if (name === '') return answerServerGone(context, requested, hash);
    const isVerified = account.verifiedAt !== null;
    const page = renderReportPage({
      ...{ state, hash, name, isVerified, longestText: LONGEST_REPORT },
      offersEmail: mayEmail(requested),
      site: site(operatorPaths.report(hash)),
      isSent: await reports.hasOpenReport(account.id, hash),
    });
    return isVerified ? page : answerSitePage(page, 403);
  }

  async function send(requested: OwnerRequest) {
    const { account, form, request } = requested;
    const { hash, name } = serverOf(context, requested);
    if (account.verifiedAt === null || name === '') return show(requested, EMPTY_FORM);
    await reports.report({ accountId: account.id, address: context.addressOf(request) }, hash, {
      kind: form.field('kind'),
      text: form.field('text'),
      wantsEmail: form.field('email') === 'yes' && mayEmail(requested),
    });
    return seeOther(operatorPaths.report(hash));
  }

  return pageRoutes(context, [
    {
      path: '/server/report/:hash',
      who: 'owner',
      parameter: serverParameter(context),
      detail: describeOwnerPage(
        { operationId: 'getServerReport', summary: 'Page to report a server' },
        404,
      ),
      ...formPage({
        ...{ show, submit: send, keptLength: KEPT_LENGTH },
        keep: ({ fields }) => fields('kind', 'text', 'email'),
      }),
    },
  ]);
}
