// The details of entries in the audit log: how their facts are written, and how they are read again.
//
// Entries are never changed, so what is written here stays English for ever. Pages read the facts from it and show
// them in the reader's language; what cannot be read, such as an entry of another version, they show as it is.

import { formatEnd } from './moment.ts';
import { describeRename, readRename } from './rename-detail.ts';

/** What a detail says. Kinds, roles and levels have the names under which they are stored; moments are milliseconds since the Unix epoch. */
export type DetailFacts =
  | { form: 'ban'; target: string; until: number | null }
  /** What a ban was about that was removed. */
  | { form: 'target'; target: string }
  | { form: 'suspension'; until: number | null }
  | { form: 'notice'; level: string; until: number | null; text: string }
  | { form: 'report'; id: number; about: string }
  /** Several reports, of which `more` are not named. */
  | { form: 'reports'; ids: readonly number[]; more: number }
  | { form: 'account'; role: string; isVerified: boolean }
  | { form: 'rename'; name: string }
  | ({ form: 'account details' } & AccountDetailFacts)
  | { form: 'role'; from: string; to: string }
  | { form: 'email'; email: string }
  | { form: 'version'; version: string }
  | { form: 'none' }
  /** What was typed, or a code: the same in every language. */
  | { form: 'text'; text: string };

/** What was changed of an account. */
export interface AccountDetailFacts {
  flags?: string | undefined;
  forumTitle?: string | undefined;
  isPremium?: boolean | undefined;
  role?: { from: string; to: string } | undefined;
}

/** An entry, as far as its detail depends on it. */
interface Entry {
  action: string;
  subject: string;
  detail: string;
}

/** The groups of the forms below; each form has those that are read from it. */
type Groups = Readonly<
  Record<
    | 'target'
    | 'end'
    | 'level'
    | 'text'
    | 'id'
    | 'about'
    | 'ids'
    | 'role'
    | 'state'
    | 'from'
    | 'to'
    | 'version',
    string
  >
> & { readonly more?: string };

const MOMENT = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
const END = `(?<end>for ever|no end|until ${MOMENT} UTC)`;
const ROLES = String.raw`from (?<from>\w+) to (?<to>\w+)`;

const BAN = new RegExp(String.raw`^(?<target>\w+), ${END}$`);
const SUSPENSION = new RegExp(`^${END}$`);
const NOTICE = new RegExp(String.raw`^(?<level>\w+), ${END}: (?<text>.*)$`, 's');
const REPORT = /^report (?<id>\d+), (?<about>\w+)$/;
const REPORTS = /^reports (?<ids>\d+(?:, \d+)*)(?: and (?<more>\d+) more)?$/;
const ACCOUNT = /^(?<role>\w+), (?<state>verified|unverified)$/;
const ROLE = new RegExp(`^${ROLES}$`);
const VERSION = /^version (?<version>\w+)$/;
// A title may hold quotation marks, and nothing after it does: it ends at the last one.
const ACCOUNT_DETAILS = new RegExp(
  `^(?:flags "(?<flags>[^"]*)")?(?:(?:^|, )forum title "(?<title>.*)")?(?:(?:^|, )premium (?<premium>yes|no))?(?:(?:^|, )role ${ROLES})?$`,
  's',
);
const NONE = 'none';

/** The text of the facts, as it is stored. */
export function writeDetail(facts: DetailFacts): string {
  switch (facts.form) {
    case 'ban':
      return `${facts.target}, ${writeEnd(facts.until, 'for ever')}`;
    case 'target':
      return facts.target;
    case 'suspension':
      return writeEnd(facts.until, 'for ever');
    case 'notice':
      return `${facts.level}, ${writeEnd(facts.until, 'no end')}: ${facts.text}`;
    case 'report':
      return `report ${facts.id}, ${facts.about}`;
    case 'reports':
      return `reports ${facts.ids.join(', ')}${facts.more === 0 ? '' : ` and ${facts.more} more`}`;
    case 'account':
      return `${facts.role}, ${facts.isVerified ? 'verified' : 'unverified'}`;
    case 'rename':
      return describeRename(facts.name);
    case 'account details':
      return writeAccountDetails(facts);
    case 'role':
      return writeRoles(facts);
    case 'email':
      return facts.email;
    case 'version':
      return `version ${facts.version}`;
    case 'none':
      return NONE;
    case 'text':
      return facts.text;
  }
}

/** The facts of an entry's detail; `undefined` where it has none, or another form than those of `writeDetail`. */
export function readDetail({ action, subject, detail }: Entry): DetailFacts | undefined {
  if (detail === '') return undefined;
  switch (action) {
    case 'ban added':
      return match(BAN, detail, ({ target, end }) => ({
        form: 'ban',
        target,
        until: readEnd(end),
      }));
    case 'ban removed':
      return { form: 'target', target: detail };
    case 'account suspended':
      return match(SUSPENSION, detail, ({ end }) => ({ form: 'suspension', until: readEnd(end) }));
    case 'notice set':
      return match(NOTICE, detail, ({ level, end, text }) => ({
        ...{ form: 'notice', level, until: readEnd(end), text },
      }));
    case 'report closed':
      return readReports(detail);
    case 'account created':
      return match(ACCOUNT, detail, ({ role, state }) => ({
        ...{ form: 'account', role, isVerified: state === 'verified' },
      }));
    case 'account renamed':
      return match(/^to \S+$/, detail, () => ({ form: 'rename', name: readRename(detail) }));
    case 'account details changed':
      return readAccountDetails(detail);
    case 'role changed':
      return match(ROLE, detail, ({ from, to }) => ({ form: 'role', from, to }));
    case 'email retried':
    case 'email deleted':
      return { form: 'email', email: detail };
    case 'country set':
      return { form: 'text', text: detail };
    case 'site changed':
      return readSiteDetail(subject, detail);
    default:
      return undefined;
  }
}

/** The facts of what was changed of an account; `undefined` where the text has another form. */
export function readAccountDetails(
  text: string,
): ({ form: 'account details' } & AccountDetailFacts) | undefined {
  if (text === '') return undefined;
  const found = ACCOUNT_DETAILS.exec(text)?.groups;
  if (found === undefined) return undefined;
  const { flags, title, premium, from, to } = found;
  return {
    form: 'account details',
    ...(flags !== undefined && { flags }),
    ...(title !== undefined && { forumTitle: title }),
    ...(premium !== undefined && { isPremium: premium === 'yes' }),
    ...(from !== undefined && to !== undefined && { role: { from, to } }),
  };
}

function writeAccountDetails({ flags, forumTitle, isPremium, role }: AccountDetailFacts): string {
  const parts = [
    flags === undefined ? '' : `flags "${flags}"`,
    forumTitle === undefined ? '' : `forum title "${forumTitle}"`,
    isPremium === undefined ? '' : `premium ${isPremium ? 'yes' : 'no'}`,
    role === undefined ? '' : `role ${writeRoles(role)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function writeRoles({ from, to }: { from: string; to: string }): string {
  return `from ${from} to ${to}`;
}

function readReports(detail: string): DetailFacts | undefined {
  return (
    match(REPORT, detail, ({ id, about }) => ({ form: 'report', id: Number(id), about })) ??
    match(REPORTS, detail, ({ ids, more }) => ({
      ...{ form: 'reports', ids: ids.split(', ').map(Number), more: Number(more ?? 0) },
    }))
  );
}

/** What was set about the site: a text of its administrators, unless it says that there is none, or which version. */
function readSiteDetail(subject: string, detail: string): DetailFacts | undefined {
  if (detail === NONE) return { form: 'none' };
  if (subject !== 'site rules' && subject !== 'privacy notice') {
    return { form: 'text', text: detail };
  }
  return match(VERSION, detail, ({ version }) => ({ form: 'version', version }));
}

function writeEnd(until: number | null, never: string): string {
  return until === null ? never : `until ${formatEnd(until)} UTC`;
}

function readEnd(text: string): number | null {
  return text.startsWith('until ')
    ? Date.parse(`${text.slice(6, 16)}T${text.slice(17, 22)}Z`)
    : null;
}

function match(
  form: RegExp,
  text: string,
  read: (groups: Groups) => DetailFacts,
): DetailFacts | undefined {
  const found = form.exec(text);
  return found === null ? undefined : read((found.groups ?? {}) as unknown as Groups);
}
