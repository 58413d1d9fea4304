// Pages about the service itself: the overview, the audit log, the outbox, and the checks of `muster doctor`.

import { AUDIT_ACTIONS } from '../../../accounts/audit-ports.ts';
import { Failure } from '../../../lib/failure.ts';
import type { Examination } from '../../../lib/finding.ts';
import { version } from '../../../lib/version.ts';
import { adminMessages, doctorMessages, emailAdminMessages } from '../../../messages/messages.ts';
import {
  ACCOUNTS_PATH,
  AUDIT_PATH,
  MAIL_PATH,
  REPORTS_PATH,
  SERVERS_PATH,
  withQuery,
} from '../../../views/admin/admin-paths.ts';
import { renderAuditPage } from '../../../views/admin/audit-page.tsx';
import { renderDoctorPage } from '../../../views/admin/doctor-page.tsx';
import { renderMailPage } from '../../../views/admin/mail-page.tsx';
import { type OverviewNumber, renderOverviewPage } from '../../../views/admin/overview-page.tsx';
import type { HttpContext } from '../../context.ts';
import {
  adminPage,
  assertDone,
  type PageAction,
  pageBefore,
  pageOf,
  parseId,
} from './admin-page.ts';

const messages = adminMessages.overview;

export function overviewRoutes(context: HttpContext) {
  const { administration, moderation, mail, registration, servers } = context;
  return adminPage({
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
      const live = servers.listPublic().listings.length;
      const accountsOf = (standing: string) => withQuery(ACCOUNTS_PATH, { standing });
      const serversOf = (state: string) => withQuery(SERVERS_PATH, { state });
      const failedMail = withQuery(MAIL_PATH, { state: 'failed' });
      const numbers: OverviewNumber[] = [
        ['accounts', counts.all, ACCOUNTS_PATH],
        ['unverified', counts.unverified, accountsOf('unverified')],
        ['suspended', counts.suspended, accountsOf('suspended')],
        ['staff', counts.staff, accountsOf('staff')],
        ['live', live, serversOf('public')],
        ['unlisted', unlisted.length, serversOf('unlisted')],
        ['reports', reports, REPORTS_PATH],
        ['failedEmails', failed, role === 'administrator' ? failedMail : undefined],
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

/** Routes of `/admin/audit/`. There is no way to write into the log. */
export function auditRoutes({ audit }: HttpContext) {
  return adminPage({
    path: '/admin/audit',
    role: 'moderator',
    search: ['actor', 'act', 'subject'],
    about: 'act',
    async show({ frame, query }, state, search) {
      const { act: action, ...rest } = search;
      const isRefused = state.problems.length > 0;
      const beforeId = isRefused ? undefined : parseId(query.get('before'));
      const { actions, nextBeforeId } = isRefused
        ? { actions: [], nextBeforeId: undefined }
        : await audit.readPage({ ...rest, action, beforeId });
      const page = pageBefore(actions, AUDIT_PATH, search, { beforeId, nextBeforeId });
      return renderAuditPage({ frame, state, kinds: AUDIT_ACTIONS, page });
    },
  });
}

/** Routes of `/admin/mail/`, all of them for administrators: emails show addresses. */
export function mailRoutes({ mail }: HttpContext) {
  const onOne = (change: typeof mail.retryEmail, done: string): PageAction => ({
    async run(read, { actor, form }) {
      await change(actor, parseId(form.field('id')) ?? 0, read('reason'));
      return done;
    },
  });

  return adminPage({
    path: '/admin/mail',
    role: 'administrator',
    search: ['state'],
    async show({ frame, query, ownAddress }, state, search) {
      const all = await mail.listOutbox();
      const rows = all.filter((email) => search.state === '' || email.state === search.state);
      return renderMailPage({
        ...{ frame, isOn: mail.isOn, ownAddress, state },
        page: pageOf(rows, query, MAIL_PATH, search),
        isAny: all.length > 0,
        hasFailed: all.some((email) => email.state === 'failed'),
      });
    },
    actions: {
      retry: onOne(mail.retryEmail, 'email-retried'),
      drop: onOne(mail.dropFromOutbox, 'email-dropped'),
      'retry-failed': {
        async run(read, { actor }) {
          await mail.retryFailedEmails(actor, read('reason'));
          return 'emails-retried';
        },
      },
      test: {
        checks: {},
        async run(_, { ownAddress, actor }) {
          assertDone(mail.isOn, emailAdminMessages.testOff);
          await mail.queueTest(ownAddress, actor.name);
          return 'email-tested';
        },
      },
    },
  });
}

/** Routes of `/admin/doctor/`, for administrators: findings name paths, addresses and settings. */
export function doctorRoutes({ examine }: HttpContext) {
  let latest: Examination | undefined;
  let running: Promise<void> | undefined;

  return adminPage({
    path: '/admin/doctor',
    role: 'administrator',
    show: ({ frame }, state) => renderDoctorPage({ frame, latest, state }),
    actions: {
      run: {
        checks: {},
        async run() {
          if (examine === undefined) throw new Failure('conflict', doctorMessages.notHere);
          // Whoever asks meanwhile waits for the same run.
          running ??= examine()
            .then((examined) => {
              latest = examined;
            })
            .finally(() => {
              running = undefined;
            });
          await running;
          return 'doctor-run';
        },
      },
    },
  });
}
