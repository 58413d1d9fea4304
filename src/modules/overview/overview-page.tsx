// Pages about the service: the overview, the audit log, and the checks of `muster doctor`.
/** @jsxImportSource preact */

import { adminPage, pageBefore, parseId } from '../../platform/http/staff-page.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Examination, Finding } from '../../platform/lib/finding.ts';
import { version } from '../../platform/lib/version.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import { labels, staffFormMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { Notice } from '../../platform/views/forms.tsx';
import { ActionFields } from '../../platform/views/staff-actions.tsx';
import { AdminTable, NoRows, showList, typedText } from '../../platform/views/staff-parts.tsx';
import {
  ACCOUNTS_PATH,
  AUDIT_PATH,
  MAIL_PATH,
  REPORTS_PATH,
  SERVERS_PATH,
  withQuery,
} from '../../platform/views/staff-paths.ts';
import { Moment } from '../../platform/views/time.tsx';
import type { RegistrationRules } from '../account/index.ts';
import type { AccountAdministration } from '../administration/administration.ts';
import { auditColumns } from '../audit/audit-table.tsx';
import type { AuditReader, LoggedAction } from '../audit/index.ts';
import { auditMessages } from '../audit/messages.ts';
import { doctorMessages } from '../doctor/messages.ts';
import type { EmailAdmin } from '../email/index.ts';
import type { ServerModeration } from '../moderation/index.ts';
import { overviewMessages } from './messages.ts';

const messages = overviewMessages;

interface OverviewPorts {
  administration: Pick<AccountAdministration, 'by'>;
  moderation: Pick<ServerModeration, 'listMarks' | 'countOpenReports'>;
  mail: Pick<EmailAdmin, 'isOn' | 'listOutbox'>;
  registration: { rules: Pick<RegistrationRules, 'verification'> };
  servers: { listPublic(): { listings: readonly unknown[] } };
}

export function overviewRoutes(context: OverviewPorts) {
  const { administration, moderation, mail, registration, servers } = context;
  return adminPage({
    path: '/admin',
    role: 'moderator',
    section: { label: () => overviewMessages.sections.overview },
    async show({ actor, frame }) {
      const [counts, unlisted, reports, outbox] = await Promise.all([
        administration.by(actor).countAccounts(),
        moderation.listMarks('unlisted'),
        moderation.countOpenReports(),
        mail.listOutbox(),
      ]);
      const failed = outbox.filter(({ state }) => state === 'failed').length;
      const live = servers.listPublic().listings.length;
      const accountsOf = (standing: string) => withQuery(ACCOUNTS_PATH, { standing });
      const serversOf = (state: string) => withQuery(SERVERS_PATH, { state });
      const failedMail = withQuery(MAIL_PATH, { state: 'failed' });
      /** The numbers, each with the path of its page. */
      const numbers: [keyof typeof messages.numbers | 'reports', number, string | undefined][] = [
        ['accounts', counts.all, ACCOUNTS_PATH],
        ['unverified', counts.unverified, accountsOf('unverified')],
        ['suspended', counts.suspended, accountsOf('suspended')],
        ['staff', counts.staff, accountsOf('staff')],
        ['live', live, serversOf('public')],
        ['unlisted', unlisted.length, serversOf('unlisted')],
        ['reports', reports, REPORTS_PATH],
        ['failedEmails', failed, frame.role === 'administrator' ? failedMail : undefined],
      ];
      const isByHand = !mail.isOn || registration.rules.verification === 'administrator';
      const toVerify = isByHand ? counts.unverified : 0;
      /** The tasks that wait, each with the page that settles it. */
      const attention: [isWaiting: boolean, text: string, path?: string | undefined][] = [
        [!mail.isOn, messages.mailOff],
        [toVerify > 0, messages.toVerify(toVerify), accountsOf('unverified')],
        [reports > 0, messages.reportsOpen(reports), REPORTS_PATH],
        [
          failed > 0,
          messages.emailsFailed(failed),
          frame.role === 'administrator' ? failedMail : undefined,
        ],
      ];
      const waiting = attention.filter(([isWaiting]) => isWaiting);
      const body = (
        <>
          {waiting.length === 0 ? (
            <p>{messages.calm}</p>
          ) : (
            <Notice kind="warning" title={messages.attention}>
              <ul>
                {waiting.map(([, text, path]) => (
                  <li key={text}>{path === undefined ? text : <a href={path}>{text}</a>}</li>
                ))}
              </ul>
            </Notice>
          )}
          <dl class="numbers">
            {numbers.map(([name, value, path]) => {
              const label = name === 'reports' ? labels.openReports : messages.numbers[name];
              return (
                <div key={name}>
                  <dt>{path === undefined ? label : <a href={path}>{label}</a>}</dt>
                  <dd>{value.toLocaleString('en-US')}</dd>
                </div>
              );
            })}
          </dl>
          <p class="hint">{messages.runs(version)}</p>
        </>
      );
      return { body };
    },
  });
}

/** Routes of `/admin/audit/`. The log is read-only. */
export function auditRoutes({ audit }: { audit: AuditReader }) {
  return adminPage({
    path: '/admin/audit',
    role: 'moderator',
    section: { group: 'site', label: () => overviewMessages.sections.audit },
    search: ['actor', 'action', 'subject'],
    formerly: { action: 'act' },
    about: 'action',
    async show({ query }, search, isRefused) {
      const beforeId = isRefused ? undefined : parseId(query.get('before'));
      const { actions, nextBeforeId } = isRefused
        ? { actions: [], nextBeforeId: undefined }
        : await audit.readPage({ ...search, actor: actorIn(search.actor), beforeId });
      const texts = auditMessages;
      const { words } = audit;
      const { all } = staffFormMessages;
      const actionNames = Object.fromEntries(
        words.actions.map((kind) => [kind, words.nameAction(kind)]),
      );
      return showList<LoggedAction>({
        ...texts,
        page: pageBefore(actions, AUDIT_PATH, search, { beforeId, nextBeforeId }),
        intro: <p>{texts.intro}</p>,
        search: [
          { name: 'actor', label: texts.actor, isLiteral: true },
          { name: 'action', label: labels.action, options: optionsOf(actionNames, all) },
          { name: 'subject', label: texts.subject, isLiteral: true },
        ],
        columns: auditColumns(words, false),
      });
    },
  });
}

/** The typed actor. The page's own name for the command line also works, because no account can have it. */
const actorIn = (typed: string) =>
  typed.toLowerCase() === staffFormMessages.commandLine.toLowerCase() ? 'command line' : typed;

/** Routes of `/admin/doctor/`, for administrators only: findings name paths, addresses and settings. */
export function doctorRoutes({ examine }: { examine: (() => Promise<Examination>) | undefined }) {
  let latest: Examination | undefined;
  let running: Promise<void> | undefined;

  return adminPage({
    path: '/admin/doctor',
    role: 'administrator',
    section: { group: 'site', label: () => overviewMessages.sections.doctor },
    done: overviewMessages.done,
    show() {
      const submit = latest === undefined ? doctorMessages.run : doctorMessages.again;
      const body = (
        <>
          <p>{doctorMessages.intro}</p>
          <ActionFields name="run" submit={submit} reason="none" />
          {latest === undefined ? <NoRows text={doctorMessages.never} /> : <Findings {...latest} />}
        </>
      );
      return { body };
    },
    actions: {
      run: {
        reason: 'none',
        async run() {
          if (examine === undefined) throw new Failure('conflict', doctorMessages.notHere);
          // Other requests wait for the same run.
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

const WORST_FIRST: readonly Finding['status'][] = ['failed', 'warning', 'skipped', 'ok'];

function Findings({ findings: all, at }: Examination) {
  const findings = all[currentLanguage()];
  const count = (status: Finding['status']) => findings.filter((it) => it.status === status).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  const { check, message } = doctorMessages.columns;
  const { status, whatToDo: advice } = labels;
  const sorted = findings.toSorted(
    (a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status),
  );
  return (
    <>
      <Notice kind={failed > 0 ? 'danger' : warnings > 0 ? 'warning' : 'success'}>
        <p>
          {failed + warnings === 0
            ? doctorMessages.allWell
            : doctorMessages.problems(failed, warnings)}
        </p>
      </Notice>
      <AdminTable<Finding>
        caption={doctorMessages.caption}
        columns={[
          [check, (finding) => nameOfCheck(finding.check)],
          [
            status,
            (finding) => (
              <strong class={`state-${finding.status}`}>
                {doctorMessages.states[finding.status]}
              </strong>
            ),
          ],
          [message, (finding) => typedText(finding.message)],
          [advice, (finding) => typedText(finding.advice)],
        ]}
        rows={sorted}
      />
      <p class="hint">
        {doctorMessages.ranAt} <Moment at={at} />
      </p>
    </>
  );
}

/** A mirror's check has the host after the word. */
function nameOfCheck(check: string): string {
  const names: Readonly<Record<string, string>> = doctorMessages.checks;
  const [, host] = /^mirror (.+)/.exec(check) ?? [];
  return host === undefined ? (names[check] ?? check) : `${names.mirror} ${host}`;
}
