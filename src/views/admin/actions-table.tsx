// Entries of the audit log as a table.
/** @jsxImportSource preact */

import type { Actor, LoggedAction } from '../../accounts/audit.ts';
import { adminMessages, serverAdminMessages } from '../../messages/messages.ts';
import { Moment } from '../time.tsx';
import { AdminTable } from './parts.tsx';
import { serverAdminPath } from './server-paths.ts';

const messages = serverAdminMessages.audit;
/** A minute as the details of actions contain it. */
const MINUTE = /(\d{4}-\d\d-\d\d \d\d:\d\d(?: UTC)?)/;
const HASH = /^[0-9a-f]{32}$/;

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
          <span key="act" class="unbroken">
            {messages.actions[each.action]}
          </span>,
          ...(isOfOne ? [] : [<Subject key="subject" text={each.subject} />]),
          each.detail === '' ? null : <Detail key="detail" text={each.detail} />,
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

/** The details of an action; a line never breaks within a moment. */
function Detail({ text }: { text: string }) {
  const parts = text.split(MINUTE);
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <time dateTime={`${part.slice(0, 16).replace(' ', 'T')}Z`}>{part}</time>
        ),
      )}
    </bdi>
  );
}

/** The subject of an action, with a link to the page of a server. */
function Subject({ text }: { text: string }) {
  if (HASH.test(text)) return <a href={serverAdminPath(text)}>{text}</a>;
  return <bdi>{text || adminMessages.none}</bdi>;
}
