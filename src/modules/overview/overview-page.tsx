// Pages about the service: the overview, the audit log, and the checks of `muster doctor`.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { ReportPorts } from '../../platform/http/errors.ts';
import { readAdded, readPart } from '../../platform/http/page.ts';
import { adminPage, pageBefore, parseId } from '../../platform/http/staff-page.ts';
import { DAY_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Examination, Finding } from '../../platform/lib/finding.ts';
import type { SiteIdentity } from '../../platform/lib/site-facts.ts';
import { version } from '../../platform/lib/version.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import {
  formats,
  labels,
  staffFormMessages,
  staffMessages,
} from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { Notice } from '../../platform/views/forms.tsx';
import { START_PATH } from '../../platform/views/layout.tsx';
import { ActionFields } from '../../platform/views/staff-actions.tsx';
import {
  AdminTable,
  NoRows,
  Status,
  showList,
  typedText,
  When,
} from '../../platform/views/staff-parts.tsx';
import {
  ACCOUNTS_PATH,
  AUDIT_PATH,
  DOCTOR_PATH,
  MAIL_PATH,
  REPORTS_PATH,
  SERVERS_PATH,
  SITE_PATH,
  WEBHOOKS_PATH,
  withQuery,
} from '../../platform/views/staff-paths.ts';
import type { AccountAdministration } from '../administration/administration.ts';
import { auditColumns } from '../audit/audit-table.tsx';
import type { AuditReader, LoggedAction } from '../audit/index.ts';
import { auditMessages } from '../audit/messages.ts';
import { doctorMessages } from '../doctor/messages.ts';
import type { EmailAdmin } from '../email/index.ts';
import type { History } from '../history/index.ts';
import type { ServerModeration } from '../moderation/index.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { overviewMessages } from './messages.ts';

const messages = overviewMessages;

interface OverviewPorts extends ReportPorts {
  baseUrl: string;
  administration: Pick<AccountAdministration, 'countToVerify'>;
  moderation: Pick<ServerModeration, 'countOpenReports'>;
  mail: Pick<EmailAdmin, 'isOn' | 'countFailed'>;
  servers: {
    countOdd(): Promise<number>;
    webhooks: Pick<Webhooks, 'countDisabled'>;
    history: Pick<History, 'drawTotals'>;
  };
  hasTwoFactor(accountId: number): Promise<boolean>;
  players: { countRegistrations(): Promise<{ counts: readonly number[] }> };
  site: { identity(): SiteIdentity };
  readiness: { read(): { checks: Readonly<Record<string, { status: string; message: string }>> } };
  parts: OverviewParts;
}

/** A kind of task, how many are open, and the page that settles them, if the reader may open it. */
type Task = readonly [count: number | boolean, text: ComponentChildren, path?: string | undefined];

interface OverviewParts {
  /** Each finds what waits for staff in another module. */
  tasks?: readonly (() => Promise<Task>)[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends OverviewParts {}
}

/** Routes of the overview. */
export function overviewRoutes(context: OverviewPorts) {
  return adminPage({
    path: '/admin',
    role: 'moderator',
    section: { label: () => messages.sections.overview },
    async show({ actor, frame }) {
      const isAdministrator = frame.role === 'administrator';
      const { servers } = frame.site.online;
      const steps = isAdministrator ? await listSteps(context, actor.id, servers) : [];
      const { waiting, broken } = await listTasks(context, isAdministrator);
      const failed: Task = [true, staffMessages.partFailed];
      const { tasks = [] } = context.parts;
      for (const task of await Promise.all(tasks.map((find) => readAdded(context, find, failed)))) {
        (task === failed ? broken : waiting).push(task);
      }
      const growth = await readGrowth(context);
      const isCalm = [...waiting, ...broken].every(([count]) => Number(count) === 0);
      const body = (
        <>
          {isCalm && <p>{messages.calm}</p>}
          <Tasks title={messages.waiting} is="waiting" tasks={waiting} />
          <Tasks title={messages.broken} is="bad" tasks={broken} />
          <Tasks title={messages.toSetUp} is="neutral" tasks={steps} />
          <h2>{messages.grown}</h2>
          <dl class="numbers">
            {growth.map(([label, count, before]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formats.formatCount(count)}</dd>
                <dd class="hint">{before}</dd>
              </div>
            ))}
          </dl>
          <p class="hint">{messages.runs(version)}</p>
        </>
      );
      return { body };
    },
  });
}

/** What waits for staff, and what does not work. */
async function listTasks(
  { administration, mail, moderation, readiness, servers }: OverviewPorts,
  isAdministrator: boolean,
): Promise<Record<'waiting' | 'broken', Task[]>> {
  const [toVerify, reports, odd, failed, off] = await Promise.all([
    administration.countToVerify(),
    moderation.countOpenReports(),
    servers.countOdd(),
    mail.countFailed(),
    servers.webhooks.countDisabled(),
  ]);
  const pathOf = (path: string) => (isAdministrator ? path : undefined);
  const failures = Object.values(readiness.read().checks)
    .filter(({ status }) => status !== 'ok')
    .map(({ message }): Task => [true, <bdi lang="en">{message}</bdi>, pathOf(DOCTOR_PATH)]);
  return {
    waiting: [
      [toVerify, messages.toVerify(toVerify), withQuery(ACCOUNTS_PATH, { standing: 'unverified' })],
      [reports, messages.reportsOpen(reports), REPORTS_PATH],
      [odd, messages.odd(odd), withQuery(SERVERS_PATH, { state: 'odd' })],
    ],
    broken: [
      ...failures,
      [failed, messages.emailsFailed(failed), pathOf(withQuery(MAIL_PATH, { state: 'failed' }))],
      [off, messages.webhooksOff(off), pathOf(WEBHOOKS_PATH)],
    ],
  };
}

/** What the site and the reader's account still lack. */
async function listSteps(
  { baseUrl, hasTwoFactor, mail, site }: OverviewPorts,
  accountId: number,
  servers: number,
): Promise<Task[]> {
  const { isNamed, contact, rules } = site.identity();
  const { steps } = messages;
  return [
    [!mail.isOn, steps.mail, MAIL_PATH],
    [!baseUrl.startsWith('https:'), steps.https, DOCTOR_PATH],
    [!isNamed, steps.name, SITE_PATH],
    [contact === undefined, steps.contact, `${SITE_PATH}links/`],
    [rules === undefined, steps.rules, `${SITE_PATH}rules/`],
    [!(await hasTwoFactor(accountId)), steps.twoFactor, accountPath('security')],
    [servers === 0, steps.server, START_PATH],
  ];
}

/** What grew, each with its number now and a sentence about its number a week ago. */
async function readGrowth(
  context: OverviewPorts,
): Promise<(readonly [label: string, count: number, before: string])[]> {
  const [totals, registrations] = await Promise.all([
    readPart(context, 'history', () => context.servers.history.drawTotals('7d')),
    readPart(context, 'registrations', context.players.countRegistrations),
  ]);
  const { labels: names, aWeekBefore, inTheWeekBefore } = messages.growth;
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const counts = registrations?.counts ?? [];
  return [
    ...(['players', 'servers'] as const).flatMap((what) => {
      const curve = totals?.[what];
      if (curve === undefined) return [];
      const day = Math.round(DAY_MS / curve.stepMs);
      const most = (peaks: readonly (number | null)[]) => Math.max(0, ...peaks.map(Number));
      const before = most(curve.peaks.slice(0, day));
      return [[names[what], most(curve.peaks.slice(-day)), aWeekBefore(before)] as const];
    }),
    [names.accounts, sum(counts.slice(-7)), inTheWeekBefore(sum(counts.slice(-14, -7)))],
  ];
}

/** The open tasks of one group. */
function Tasks(properties: {
  title: string;
  is: Parameters<typeof Status>[0]['is'];
  tasks: readonly Task[];
}) {
  const { title, is, tasks } = properties;
  const left = tasks.filter(([count]) => Number(count) > 0);
  if (left.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="tasks">
        {left.map(([, text, path], index) => (
          <li key={index}>
            <Status is={is}>{path === undefined ? text : <a href={path}>{text}</a>}</Status>
          </li>
        ))}
      </ul>
    </>
  );
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
    section: {
      group: 'site',
      label: () => overviewMessages.sections.doctor,
      countOpen: async () =>
        latest?.findings.en.filter(({ status }) => status === 'failed').length ?? 0,
    },
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

const DOTS = { failed: 'bad', warning: 'waiting', skipped: 'neutral', ok: 'good' } as const;
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
              <Status is={DOTS[finding.status]}>{doctorMessages.states[finding.status]}</Status>
            ),
            'state',
          ],
          [message, (finding) => typedText(finding.message)],
          [advice, (finding) => typedText(finding.advice)],
        ]}
        rows={sorted}
      />
      <p class="hint">
        {doctorMessages.ranAt} <When at={at} />
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
