// What entries of the audit log and of an account's own log say besides the action, in the reader's language.
/** @jsxImportSource preact */

import type { AuditEntry } from '../accounts/audit-ports.ts';
import {
  type AccountDetailFacts,
  type DetailFacts,
  readAccountDetails,
  readDetail,
} from '../lib/audit-details.ts';
import { splitAtPhrase } from '../lib/split-phrase.ts';
import {
  adminMessages,
  emailAdminMessages,
  formats,
  serverAdminMessages,
  siteAdminMessages,
} from '../messages/messages.ts';

const messages = serverAdminMessages.audit.details;

/** The detail of an entry of the audit log; as it is stored, in English, where its form is not known. */
export function ActionDetail({
  entry,
}: {
  entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'>;
}) {
  const facts = readDetail(entry);
  const text = facts && describeFacts(facts);
  if (facts === undefined || text === undefined) return <AsStored text={entry.detail} />;
  const until = 'until' in facts ? facts.until : null;
  return <bdi>{until === null ? text : <WithMoment text={text} at={until} />}</bdi>;
}

/** The same for what an account's own log says of changed details. */
export function ChangedDetails({ text }: { text: string }) {
  const facts = readAccountDetails(text);
  const described = facts && describeFacts(facts);
  return described === undefined ? <AsStored text={text} /> : <bdi>{described}</bdi>;
}

function AsStored({ text }: { text: string }) {
  return <bdi lang="en">{text}</bdi>;
}

/** The text with its moment marked, so that no line breaks within it. */
function WithMoment({ text, at }: { text: string; at: number }) {
  const moments = [`${formats.formatMoment(at)} UTC`];
  const [before, moment, after] = splitAtPhrase(text, moments) ?? [text, '', ''];
  return (
    <>
      {before}
      <time dateTime={new Date(at).toISOString()}>{moment}</time>
      {after}
    </>
  );
}

/** The facts in the reader's language; `undefined` where they name what this version does not know. */
function describeFacts(facts: DetailFacts): string | undefined {
  switch (facts.form) {
    case 'ban': {
      const target = labelOf(serverAdminMessages.bans.kinds, facts.target);
      return target && messages.ban(target, describeEnd(facts.until, messages.forEver));
    }
    case 'target':
      return labelOf(serverAdminMessages.bans.kinds, facts.target);
    case 'suspension':
      return describeEnd(facts.until, messages.forEver);
    case 'notice': {
      const level = labelOf(siteAdminMessages.notice.levels, facts.level);
      const end = describeEnd(facts.until, messages.noEnd);
      return level && messages.notice(level, end, facts.text);
    }
    case 'report': {
      const about = labelOf(serverAdminMessages.reports.kinds, facts.about);
      return about && messages.report(facts.id, about);
    }
    case 'reports':
      return messages.reports(facts.ids.join(', '), facts.more);
    case 'account': {
      const role = labelOf(adminMessages.roles, facts.role);
      return role && messages.account(role, facts.isVerified);
    }
    case 'rename':
      return messages.rename(facts.name);
    case 'account details':
      return describeAccountDetails(facts);
    case 'role':
      return describeRoles(facts, messages.role);
    case 'email':
      return labelOf(emailAdminMessages.kinds, facts.email);
    case 'version':
      return messages.version(facts.version);
    case 'none':
      return messages.none;
    case 'text':
      return facts.text;
  }
}

function describeAccountDetails(facts: AccountDetailFacts): string | undefined {
  const { flags, forumTitle, isPremium, role } = facts;
  const changes: string[] = [];
  if (flags !== undefined) changes.push(messages.flags(flags));
  if (forumTitle !== undefined) changes.push(messages.forumTitle(forumTitle));
  if (isPremium !== undefined) changes.push(messages.premium(isPremium));
  if (role !== undefined) {
    const roles = describeRoles(role, messages.newRole);
    if (roles === undefined) return undefined;
    changes.push(roles);
  }
  return changes.join(', ');
}

function describeRoles(
  { from, to }: { from: string; to: string },
  say: (from: string, to: string) => string,
): string | undefined {
  const [before, after] = [labelOf(adminMessages.roles, from), labelOf(adminMessages.roles, to)];
  return before && after && say(before, after);
}

function describeEnd(until: number | null, never: string): string {
  return until === null ? never : messages.until(formats.formatMoment(until));
}

function labelOf(labels: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}
