// The audit log as a page with a search, and its entries as a table on other pages.
/** @jsxImportSource preact */

import type { Actor, LoggedAction } from '../../accounts/audit.ts';
import type { AuditAction } from '../../accounts/audit-ports.ts';
import { adminMessages, serverAdminMessages } from '../../messages/messages.ts';
import { ActionDetail } from '../action-detail.tsx';
import { optionsOf } from '../form-fields.tsx';
import type { FormState } from '../forms.tsx';
import { Moment } from '../time.tsx';
import { AUDIT_PATH, serverAdminPath, withQuery } from './admin-paths.ts';
import type { AdminFrame } from './frame.tsx';
import {
  AdminTable,
  type Column,
  hasFilter,
  Pager,
  type PagerLinks,
  renderListPage,
  typedText,
} from './parts.tsx';

const messages = serverAdminMessages.audit;
const HASH = /^[0-9a-f]{32}$/;
/** Actions on the site, its notice and its emails: their subjects are neither typed nor names. */
const OF_SERVICE = /^(?:site|notice|emails?) /;
const EMAIL = /^email (\d+)$/;

/** The page; `state` has the search under `actor`, `act` and `subject`. */
export function renderAuditPage(
  facts: PagerLinks & {
    frame: AdminFrame;
    /** The names of all actions. */
    kinds: readonly AuditAction[];
    actions: readonly LoggedAction[];
    state: FormState;
  },
): string {
  const { frame, kinds, actions, state, ...links } = facts;
  const labels = Object.fromEntries(kinds.map((kind) => [kind, messages.actions[kind]]));
  return renderListPage<LoggedAction>({
    ...{ frame, state, section: AUDIT_PATH, ...messages },
    intro: <p>{messages.intro}</p>,
    search: [
      { name: 'actor', label: messages.actor, isLiteral: true },
      { name: 'act', label: messages.action, options: optionsOf(labels, serverAdminMessages.all) },
      { name: 'subject', label: messages.subject, isLiteral: true },
    ],
    columns: columnsOf(false),
    rows: actions,
    hasMore: hasFilter(state),
    children: <Pager {...links} />,
  });
}

/** The entries; `isOfOne` leaves out the subject, where all have the same. */
export function ActionsTable(properties: {
  caption: string;
  actions: readonly LoggedAction[];
  isOfOne: boolean;
}) {
  const { caption, actions, isOfOne } = properties;
  return <AdminTable caption={caption} columns={columnsOf(isOfOne)} rows={actions} />;
}

function columnsOf(isOfOne: boolean): Column<LoggedAction>[] {
  const { columns } = messages;
  const subject: Column<LoggedAction> = [columns.subject, (entry) => <Subject entry={entry} />];
  return [
    [columns.at, ({ at }) => <Moment at={at} />],
    [columns.by, ({ actor }) => <ActorName actor={actor} />],
    [columns.action, ({ action }) => messages.actions[action]],
    ...(isOfOne ? [] : [subject]),
    [columns.detail, ({ detail }) => (detail === '' ? null : <ActionDetail text={detail} />)],
    [columns.reason, ({ reason }) => typedText(reason)],
  ];
}

/** Who took an action. */
export function ActorName({ actor }: { actor: Actor }) {
  const name = actor.kind === 'account' ? actor.name : serverAdminMessages.commandLine;
  return <span class="unbroken">{name}</span>;
}

/** The subject of an action, with a link to the page of a server, or to all that was done to a part of the service. */
function Subject({ entry: { action, subject } }: { entry: LoggedAction }) {
  if (HASH.test(subject)) {
    return (
      <a class="small-hash" href={serverAdminPath(subject)}>
        {subject}
      </a>
    );
  }
  const part = OF_SERVICE.test(action) ? namePart(subject) : undefined;
  if (part !== undefined) return <a href={withQuery(AUDIT_PATH, { subject })}>{part}</a>;
  return <bdi>{subject || adminMessages.none}</bdi>;
}

/** What the log calls a part of the service, in the reader's language; `undefined` where it is not known. */
function namePart(subject: string): string | undefined {
  const { subjects, email } = messages;
  if (Object.hasOwn(subjects, subject)) return subjects[subject as keyof typeof subjects];
  const id = EMAIL.exec(subject)?.[1];
  return id && email(id);
}
