// Entries of the audit log as a table.
/** @jsxImportSource preact */

import type { Actor, LoggedAction } from '../../accounts/audit.ts';
import { adminMessages, serverAdminMessages } from '../../messages/messages.ts';
import { ActionDetail } from '../action-detail.tsx';
import { Moment } from '../time.tsx';
import { AdminTable } from './parts.tsx';
import { AUDIT_PATH, serverAdminPath, withQuery } from './server-paths.ts';

const messages = serverAdminMessages.audit;
const HASH = /^[0-9a-f]{32}$/;
/** Actions on the site, its notice and its emails: their subjects are neither typed nor names. */
const OF_SERVICE = /^(?:site|notice|emails?) /;
const EMAIL = /^email (\d+)$/;

/** The entries; `isOfOne` leaves out the subject, where all have the same. */
export function ActionsTable(properties: {
  caption: string;
  actions: readonly LoggedAction[];
  isOfOne?: boolean;
}) {
  const { caption, actions, isOfOne = false } = properties;
  const { at, by, action, subject, detail, reason } = messages.columns;
  return (
    <AdminTable
      caption={caption}
      heads={[at, by, action, ...(isOfOne ? [] : [subject]), detail, reason]}
      rows={actions.map((each) => ({
        key: each.id,
        cells: [
          <Moment key="at" at={each.at} />,
          <span key="by" class="unbroken">
            {nameActor(each.actor)}
          </span>,
          messages.actions[each.action],
          ...(isOfOne ? [] : [<Subject key="subject" entry={each} />]),
          each.detail === '' ? null : <ActionDetail key="detail" text={each.detail} />,
          each.reason === '' ? null : (
            <span key="reason" class="typed-text" dir="auto">
              {each.reason}
            </span>
          ),
        ],
      }))}
    />
  );
}

/** The name of who took an action. */
export function nameActor(actor: Actor): string {
  return actor.kind === 'account' ? actor.name : serverAdminMessages.commandLine;
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
