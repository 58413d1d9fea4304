// What entries of the audit log say besides the action: stored as JSON, and told in the reader's language.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { readOr } from '../../platform/lib/failure.ts';
import { endMinute } from '../../platform/lib/moment.ts';
import type { DetailLabels } from '../../platform/messages/audit-table.ts';
import { staffMessages } from '../../platform/messages/messages.ts';
import { auditMessages } from './messages.ts';

const messages = auditMessages.details;

export type AuditDetail =
  | { form: 'ban'; target: string; until: number | null }
  | { form: 'ban removed'; target: string }
  /** A server that a ban of something else hit: what was banned, and the server's name. */
  | { form: 'server banned'; target: string; by: string; name: string }
  | { form: 'suspension'; until: number | null }
  | { form: 'notice'; level: string; until: number | null; text: string }
  | { form: 'report'; id: number; about: string }
  /** Several reports, of which `more` are not named. */
  | { form: 'reports'; ids: readonly number[]; more: number }
  | { form: 'account'; role: string; isVerified: boolean }
  | { form: 'rename'; name: string }
  | {
      form: 'account details';
      flags?: string | undefined;
      forumTitle?: string | undefined;
      isPremium?: boolean | undefined;
      role?: { from: string; to: string } | undefined;
    }
  | { form: 'role'; from: string; to: string }
  | { form: 'email'; email: string }
  | { form: 'version'; version: string }
  | { form: 'none' }
  /** Nothing but the name of the server, which other forms have beside what they say. */
  | { form: 'server' }
  /** What was typed, or a code: the same in every language. */
  | { form: 'text'; text: string };

/** The detail of an action on a server with the name that the server has at that moment. */
export function withServerName(text: string, server: string): string {
  if (server === '') return text;
  return JSON.stringify({ ...(text === '' ? { form: 'server' } : JSON.parse(text)), server });
}

/** The name that the server had then, where it is known. */
export function findServerName(text: string): string | undefined {
  const detail: { server?: unknown; form?: string; name?: unknown } = readDetail(text) ?? {};
  const name = detail.form === 'server banned' ? detail.name : detail.server;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The text that is stored; the same for the same detail, so that it can be searched for. */
export function writeDetail(detail: AuditDetail): string {
  return JSON.stringify(detail);
}

export function readDetail(text: string): AuditDetail | undefined {
  const detail = readOr(() => JSON.parse(text), undefined);
  return typeof detail?.form === 'string' ? detail : undefined;
}

/**
 * A stored detail in the reader's language; `formatMoment` writes the end of a ban, a suspension or a notice.
 * What another version stored in a form that is not known stays as it is.
 */
export function describeDetail(
  text: string,
  formatMoment: (atMs: number) => string,
  labels: DetailLabels = {},
): string {
  const detail = readDetail(text);
  return (detail && describeForm(detail, formatMoment, labels)) ?? text;
}

function describeForm(
  detail: AuditDetail,
  formatMoment: (atMs: number) => string,
  labels: DetailLabels,
): string | undefined {
  const { forEver, noEnd } = messages;
  const describeEnd = (until: number | null, never: string) =>
    until === null ? never : messages.until(formatMoment(endMinute(until)));
  switch (detail.form) {
    case 'ban': {
      const target = labelOf(labels.ban, detail.target);
      return messages.ban(target, describeEnd(detail.until, forEver));
    }
    case 'ban removed':
      return labelOf(labels.ban, detail.target);
    case 'server banned':
      return messages.banned(detail.by, stripColourCodes(detail.name));
    case 'suspension':
      return describeEnd(detail.until, forEver);
    case 'notice': {
      const level = labelOf(labels.notice, detail.level);
      return messages.notice(level, describeEnd(detail.until, noEnd), detail.text);
    }
    case 'report':
      return messages.report(detail.id, labelOf(labels.report, detail.about));
    case 'reports':
      return messages.reports(detail.ids.join(', '), detail.more);
    case 'account':
      return messages.account(labelOf(staffMessages.roles, detail.role), detail.isVerified);
    case 'rename':
      return messages.rename(detail.name);
    case 'account details': {
      const { flags, forumTitle, isPremium, role } = detail;
      const changes: string[] = [];
      if (flags !== undefined) changes.push(messages.flags(flags));
      if (forumTitle !== undefined) changes.push(messages.forumTitle(forumTitle));
      if (isPremium !== undefined) changes.push(messages.premium(isPremium));
      if (role !== undefined) changes.push(describeRoles(role, messages.newRole));
      return changes.join(', ');
    }
    case 'role':
      return describeRoles(detail, messages.role);
    case 'email':
      return labelOf(labels.email, detail.email);
    case 'version':
      return messages.version(detail.version);
    case 'none':
      return messages.none;
    case 'server':
      return '';
    case 'text':
      return detail.text;
    default:
      return undefined;
  }
}

function describeRoles(
  { from, to }: { from: string; to: string },
  describe: (from: string, to: string) => string,
): string {
  return describe(labelOf(staffMessages.roles, from), labelOf(staffMessages.roles, to));
}

/** The label; the name itself where another version stored one that is not known. */
function labelOf(labels: Readonly<Record<string, string>> = {}, name: string): string {
  return (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name;
}
