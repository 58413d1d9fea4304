// The page where players report a server to the moderators.

import { Elysia } from 'elysia';
import { EMPTY_FORM, type FormState } from '../../pages/forms.tsx';
import { renderReportPage } from '../../pages/server/report-page.tsx';
import { operatorPaths } from '../../pages/server/server-about.tsx';
import { LONGEST_REPORT } from '../../servers/moderation/reports.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { describePage, pathParameter } from '../openapi.ts';
import { readOwnForm, seeOther } from './own-form.ts';
import { type AtServer, answerGone, findAtServer, tryForm } from './own-page.ts';
import { describeSite } from './site.ts';

const PREFIX = '/server/report/';
/** What is shown again of a text that was refused. */
const KEPT_LENGTH = 5_000;

/** Routes of `/server/report/<hash>/`. */
export function reportRoutes(context: HttpContext) {
  const { reports } = context.servers;

  async function show(at: AtServer, status = 200, state: FormState = EMPTY_FORM) {
    const { visitor, account, hash, name, isVerified } = at;
    if (name === '') return answerGone();
    const page = renderReportPage({
      ...{ state, hash, name, isVerified, longestText: LONGEST_REPORT },
      site: describeSite(context, visitor, operatorPaths.report(hash)),
      isSent: await reports.hasOpenReport(account.id, hash),
    });
    return answerOwnPage(page, isVerified ? status : 403);
  }

  async function send(request: Request): Promise<Response> {
    const form = await readOwnForm(request, context);
    const at = await findAtServer(context, request, PREFIX);
    if (at instanceof Response) return at;
    if (!at.isVerified || at.name === '') return show(at);
    const typed = { kind: form.field('kind'), text: form.field('text') };
    const by = { accountId: at.account.id, address: context.addressOf(request) };
    const refusal = await tryForm(() => reports.report(by, at.hash, typed));
    if (refusal === undefined) return seeOther(operatorPaths.report(at.hash));
    const values = { kind: typed.kind.slice(0, 20), text: typed.text.slice(0, KEPT_LENGTH) };
    return show(at, refusal.status, { values, problems: refusal.problems });
  }

  const path = `${PREFIX}:hash` as const;
  return new Elysia({ name: 'report' })
    .get(
      path,
      async ({ request }) => {
        const at = await findAtServer(context, request, PREFIX);
        return at instanceof Response ? at : show(at);
      },
      {
        params: pathParameter('hash', 'Hash of the server.'),
        detail: describePage({
          operationId: 'getServerReport',
          summary: 'Where players report a server',
        }),
      },
    )
    .post(path, ({ request }) => send(request), { parse: 'none', detail: { hide: true } });
}
