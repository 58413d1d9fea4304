// A kind of email: the facts stored for it, and its text in the current language.

import { stripColourCodes } from '../lib/colour-codes.ts';
import type { Language } from './language.ts';
import { formats } from './messages.ts';
import type { AccountPage } from './paths.ts';
import { type Translation, translate } from './translation.ts';

/** The recipient of an email. */
export interface EmailTo {
  /** Secret. */
  to: string;
  accountName: string;
  language: Language;
}

/**
 * A paragraph, a link, a code to type, or a note. An email has at most one link before its notes, and one code. The first
 * note begins the footer: why the reader gets the email, and how to stop it. HTML shows the label of a link; plain text
 * shows its address, or `text`.
 */
export type EmailBlock =
  | string
  | { link: string; label: string; text?: string }
  | { code: string }
  | { note: string };

/** The pages that emails link to. */
export type EmailPage = Extract<
  AccountPage,
  | ('verify' | 'confirmEmail' | 'reset' | 'undoEmail' | 'account' | 'appeal')
  | ('server' | 'ownServer' | 'webhooks')
>;

/** Facts of a notice besides its kind: a reason and its end, a new name, the second factor's change, or a server. */
export interface NoticeFacts {
  detail?: string;
  /** `null` for no end. */
  until?: number | null;
}

/** A request for an email. Its recipient and exact kind are found out later. */
export interface NewEmailJob extends NoticeFacts {
  /** Kind of the email, or of a composer that chooses between several. */
  kind: string;
  /** `null` when the account is unknown or deleted. */
  accountId: number | null;
  accountName: string;
  /** Language of the account; for a reset, of the page where it was requested. */
  language: Language;
  /** The address that was given; for a reset, the name or address that was typed. */
  recipient: string;
  /** The token for the text; empty when the email has none. */
  token: string;
  code: string;
  createdAt: number;
  validUntil: number;
}

export interface EmailJob extends Required<NewEmailJob> {
  id: number;
}

/** When the event happened, or when the email stops being useful, in Unix milliseconds. Nearly every email has it. */
export interface At {
  at: number;
}
export interface Until {
  validUntil: number;
}

/** The values that an email's text uses. */
export interface EmailContext {
  /** The site's name. */
  site: string;
  /** The email's `at`, or else its `validUntil`, in words. */
  moment: string;
  linkTo(page: EmailPage, token?: string): EmailBlock;
  /** Link to the page of the account. */
  account: EmailBlock;
}

/** The database stores the names of kinds and facts. Every `code` and every `token` is a secret. */
export interface EmailKind<Facts extends object> {
  /** Sentences of the email; `label` is its name on the page about the outbox. */
  readonly say: { readonly label: string };
  /** Set when strangers can cause the email. Such kinds share an address's hourly limit, unless they stand apart. */
  readonly causedBy: 'strangers' | 'strangers, apart' | undefined;
  /** The facts of an email that was requested as a job. */
  read(job: EmailJob): object;
  subject(email: EmailTo & Facts, context: EmailContext): string;
  write(email: EmailTo & Facts, context: EmailContext): readonly EmailBlock[];
}

/** Emails of earlier versions wait in the outbox, so a name stays for ever. */
export type EmailTable = Readonly<Record<string, EmailKind<never>>>;

/** The emails of a table, as they are sent. */
export type EmailsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends EmailKind<infer Facts>
    ? { kind: Name } & Facts
    : never;
}[keyof Table];

/** Makes a kind of email from its texts, its facts, and how a job holds them (by default only the time). */
export function emailKind<
  Facts extends object,
  English extends { label: string; subject?: (site: string) => string },
>({
  en,
  de,
  causedBy,
  read = ({ createdAt }) => ({ at: createdAt }) as Facts & At,
  subject = (_, { site, say }) => say.subject?.(site) ?? say.label,
  write,
}: {
  en: English;
  de: Translation<English>;
  causedBy?: EmailKind<Facts>['causedBy'];
  read?(job: EmailJob): Facts;
  subject?(
    email: EmailTo & NoInfer<Facts>,
    context: EmailContext & { say: Translation<English> },
  ): string;
  write(
    email: EmailTo & Facts,
    context: EmailContext & { say: Translation<English> },
  ): readonly EmailBlock[];
}): EmailKind<Facts> {
  const say = translate({ en, de });
  return {
    say,
    causedBy,
    read,
    subject: (email, context) => subject(email, { ...context, say }),
    write: (email, context) => write(email, { ...context, say }),
  };
}

export const inWords = (at: number) => formats.formatMomentLong(at);

/** A server that an email is about. */
export interface AboutServer {
  hash: string;
  serverName: string;
}

/** Reads the detail of a job: the hash, a fact (some kinds only), and the name, separated by blanks. */
export function readAboutServer(detail: string, hasFact: boolean): [AboutServer, fact: string] {
  const [hash = '', ...rest] = detail.split(' ');
  const fact = (hasFact && rest.shift()) || '';
  return [{ hash, serverName: stripColourCodes(rest.join(' ')) }, fact];
}

/**
 * A name that others chose. Mail programs turn text that looks like an address into a link. An invisible word joiner
 * after each dot, colon or similar mark prevents this.
 */
export const unlinked = (name: string) => name.replace(/[.:/@\uff0e\u3002](?=\S)/g, '$&\u2060');
