// The first page of administration.

import { version } from '../../../lib/version.ts';
import { adminMessages } from '../../../messages/messages.ts';
import { ACCOUNTS_PATH } from '../../../views/admin/accounts-page.tsx';
import { type OverviewNumber, renderOverviewPage } from '../../../views/admin/overview-page.tsx';
import {
  MAIL_PATH,
  REPORTS_PATH,
  serversAt,
  withQuery,
} from '../../../views/admin/server-paths.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

const messages = adminMessages.overview;

/** Routes of `/admin/`. */
export function overviewRoutes({
  administration,
  moderation,
  mail,
  registration,
  servers,
}: HttpContext): AdminRoute[] {
  async function show({ actor, role, frame }: AdminRequest): Promise<Response> {
    const [counts, unlisted, reports, outbox] = await Promise.all([
      administration.by(actor).countAccounts(),
      moderation.listUnlisted(),
      moderation.countOpenReports(),
      mail.listOutbox(),
    ]);
    const failed = outbox.filter(({ state }) => state === 'failed').length;
    const { numbers } = messages;
    const shown: OverviewNumber[] = [
      { label: numbers.accounts, value: counts.all, path: ACCOUNTS_PATH },
      { label: numbers.unverified, value: counts.unverified, path: standing('unverified') },
      { label: numbers.suspended, value: counts.suspended, path: standing('suspended') },
      { label: numbers.staff, value: counts.staff, path: standing('staff') },
      {
        label: numbers.live,
        value: servers.listPublic().listings.length,
        path: serversAt('public'),
      },
      { label: numbers.unlisted, value: unlisted.length, path: serversAt('unlisted') },
      { label: numbers.reports, value: reports, path: REPORTS_PATH },
      {
        ...{ label: numbers.failedEmails, value: failed },
        ...(role === 'administrator' ? { path: withQuery(MAIL_PATH, { state: 'failed' }) } : {}),
      },
    ];
    const attention: string[] = [];
    if (!mail.isOn) attention.push(messages.mailOff);
    const isByHand = !mail.isOn || registration.rules.verification === 'administrator';
    if (isByHand && counts.unverified > 0) {
      attention.push(messages.toVerify(counts.unverified));
    }
    if (reports > 0) attention.push(messages.reportsOpen(reports));
    if (failed > 0) attention.push(messages.emailsFailed(failed));
    return answerSitePage(renderOverviewPage({ frame, numbers: shown, attention, version }));
  }

  return [{ method: 'GET', path: '/admin', role: 'moderator', answer: show }];
}

function standing(which: string): string {
  return withQuery(ACCOUNTS_PATH, { standing: which });
}
