// The first page of administration.

import { version } from '../../../lib/version.ts';
import { adminMessages } from '../../../messages/messages.ts';
import {
  ACCOUNTS_PATH,
  MAIL_PATH,
  REPORTS_PATH,
  SERVERS_PATH,
  withQuery,
} from '../../../views/admin/admin-paths.ts';
import { renderOverviewPage } from '../../../views/admin/overview-page.tsx';
import type { HttpContext } from '../../context.ts';
import { pageRoutes } from './admin-page.ts';

const messages = adminMessages.overview;

/** Routes of `/admin/`. */
export function overviewRoutes(context: HttpContext) {
  const { administration, moderation, mail, registration, servers } = context;
  return pageRoutes({
    path: '/admin',
    role: 'moderator',
    async show({ actor, role, frame }) {
      const [counts, unlisted, reports, outbox] = await Promise.all([
        administration.by(actor).countAccounts(),
        moderation.listUnlisted(),
        moderation.countOpenReports(),
        mail.listOutbox(),
      ]);
      const failed = outbox.filter(({ state }) => state === 'failed').length;
      const isAdministrator = role === 'administrator';
      const numbers: [keyof typeof messages.numbers, number, path: string | undefined][] = [
        ['accounts', counts.all, ACCOUNTS_PATH],
        ['unverified', counts.unverified, standing('unverified')],
        ['suspended', counts.suspended, standing('suspended')],
        ['staff', counts.staff, standing('staff')],
        [
          'live',
          servers.listPublic().listings.length,
          withQuery(SERVERS_PATH, { state: 'public' }),
        ],
        ['unlisted', unlisted.length, withQuery(SERVERS_PATH, { state: 'unlisted' })],
        ['reports', reports, REPORTS_PATH],
        [
          'failedEmails',
          failed,
          isAdministrator ? withQuery(MAIL_PATH, { state: 'failed' }) : undefined,
        ],
      ];
      const attention: string[] = [];
      if (!mail.isOn) attention.push(messages.mailOff);
      const isByHand = !mail.isOn || registration.rules.verification === 'administrator';
      if (isByHand && counts.unverified > 0) attention.push(messages.toVerify(counts.unverified));
      if (reports > 0) attention.push(messages.reportsOpen(reports));
      if (failed > 0) attention.push(messages.emailsFailed(failed));
      return renderOverviewPage({ frame, numbers, attention, version });
    },
  });
}

function standing(which: string): string {
  return withQuery(ACCOUNTS_PATH, { standing: which });
}
