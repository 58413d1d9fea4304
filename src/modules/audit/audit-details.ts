// The details of audit log entries: stored as JSON, and shown in the reader's language.

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
  /** A server that is hit by a ban of something else: the ban's target and the server's name. */
  | { form: 'server banned'; target: string; by: string; name: string }
  | { form: 'suspension'; until: number | null }
  | { form: 'notice'; level: string; until: number | null; text: string }
  | { form: 'report'; id: number; about: string }
  /** Several reports; `more` of them are not named. */
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
  /** Only the name of the server. Other forms carry it beside their own details. */
  | { form: 'server' }
  /** Typed text, or a code: the same in every language. */
  | { form: 'text'; text: string };

/** Adds the server's name at that moment to the detail of an action. */
export function withServerName(text: string, server: string): string {
  if (server === '') return text;
  return JSON.stringify({ ...(text === '' ? { form: 'server' } : JSON.parse(text)), server });
}

/** Returns the server's name at the time of the action, if it is known. */
export function findServerName(text: string): string | undefined {
  const detail: { server?: unknown; form?: string; name?: unknown } = readDetail(text) ?? {};
  const name = detail.form === 'server banned' ? detail.name : detail.server;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Returns the text to store. Equal details give equal texts, so that they can be searched. */
export function writeDetail(detail: AuditDetail): string {
  return JSON.stringify(detail);
}

export function readDetail(text: string): AuditDetail | undefined {
  const detail = readOr(() => JSON.parse(text), undefined);
  return typeof detail?.form === 'string' ? detail : undefined;
}

/**
 * Describes a stored detail in the reader's language; `formatMoment` writes the end of a ban, suspension or notice.
 * A detail in an unknown form, stored by another version, is shown unchanged.
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

/** Returns the label, or the name itself if another version stored an unknown one. */
function labelOf(labels: Readonly<Record<string, string>> = {}, name: string): string {
  return (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name;
}
