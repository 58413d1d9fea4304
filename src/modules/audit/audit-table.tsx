// Shows entries of the audit log as a table: on its own page, and on those of accounts and servers.
/** @jsxImportSource preact */

import type { Actor } from '../../platform/lib/actor.ts';
import { labels, staffFormMessages, staffMessages } from '../../platform/messages/messages.ts';
import { ColouredName } from '../../platform/views/parts.tsx';
import { AdminTable, type Column, typedText, When } from '../../platform/views/staff-parts.tsx';
import { AUDIT_PATH, serverAdminPath, withQuery } from '../../platform/views/staff-paths.ts';
import { ActionDetail } from './action-detail.tsx';
import { findServerName, readDetail } from './audit-details.ts';
import type { LoggedAction } from './audit-log.ts';
import type { AuditWords } from './audit-words.ts';
import { auditMessages } from './messages.ts';

const messages = auditMessages;
const HASH = /^[0-9a-f]{32}$/;

/** The actions on one account or server; `all` is the path of the whole log. */
export function History(properties: {
  words: AuditWords;
  caption: string;
  actions: readonly LoggedAction[];
  all?: { path: string; label: string };
}) {
  const { words, caption, actions, all } = properties;
  return (
    <>
      <h2>{labels.history}</h2>
      {actions.length === 0 ? (
        <p>{labels.nothingYet}</p>
      ) : (
        <>
          <AdminTable caption={caption} columns={auditColumns(words, true)} rows={actions} />
          {all !== undefined && (
            <p>
              <a href={all.path}>{all.label}</a>
            </p>
          )}
        </>
      )}
    </>
  );
}

/** The columns of entries. The subject is left out when all entries have the same one. */
export function auditColumns(words: AuditWords, isOfOne: boolean): Column<LoggedAction>[] {
  const { columns } = messages;
  const subject: Column<LoggedAction> = [
    columns.subject,
    (entry) => <Subject words={words} entry={entry} />,
  ];
  return [
    [labels.when, ({ at }) => <When at={at} />],
    [labels.by, ({ actor }) => <ActorName actor={actor} />],
    [labels.action, ({ action }) => words.nameAction(action), 'state'],
    ...(isOfOne ? [] : [subject]),
    [
      labels.detail,
      ({ detail }) => (isEmpty(detail) ? null : <ActionDetail text={detail} words={words} />),
    ],
    [labels.reason, ({ reason }) => typedText(reason)],
  ];
}

const isEmpty = (detail: string) => detail === '' || readDetail(detail)?.form === 'server';

export function ActorName({ actor }: { actor: Actor }) {
  const name = actor.kind === 'account' ? actor.name : staffFormMessages.commandLine;
  const key = actor.kind === 'account' ? actor.key : undefined;
  return (
    <>
      <span class="unbroken">{name}</span>
      {key !== undefined && <span class="hint"> {messages.byKey(key)}</span>}
    </>
  );
}

/** The subject of an action, linked to the server's page or to all actions on the same part of the service. */
function Subject({ words, entry }: { words: AuditWords; entry: LoggedAction }) {
  const { action, subject, detail } = entry;
  if (HASH.test(subject)) {
    const name = findServerName(detail);
    if (name === undefined) {
      return (
        <a class="small-hash" href={serverAdminPath(subject)}>
          {subject}
        </a>
      );
    }
    return (
      <a href={serverAdminPath(subject)}>
        <ColouredName name={name} /> <span class="small-hash">{subject}</span>
      </a>
    );
  }
  const part = words.nameSubject(action, subject);
  if (part !== undefined) return <a href={withQuery(AUDIT_PATH, { subject })}>{part}</a>;
  return <bdi>{subject || staffMessages.none}</bdi>;
}
