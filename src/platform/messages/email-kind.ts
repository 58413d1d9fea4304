// What a kind of email is: the facts that are stored of one, and what it says in the language of the moment.

import { stripColourCodes } from '../lib/colour-codes.ts';
import type { Language } from './language.ts';
import { formats } from './messages.ts';
import type { AccountPage } from './paths.ts';
import { type Translation, translate } from './translation.ts';

/** Whom an email is for. */
export interface EmailTo {
  /** Secret. */
  to: string;
  accountName: string;
  language: Language;
}

/** A paragraph, an address to open, which may have another text, or a code to type. */
export type EmailBlock = string | { link: string; label?: string } | { code: string };

export type LinkTo = (page: AccountPage, token?: string) => string;

/** What a notice holds besides: a reason and its end, a new name, how the second factor changed, or a server. */
export interface NoticeFacts {
  detail?: string;
  /** `null` for no end. */
  until?: number | null;
}

/** An email that is to be composed: who gets it, and which email it is, is found out later. */
export interface NewEmailJob extends NoticeFacts {
  /** That of the email, or of a composer that decides between several. */
  kind: string;
  /** `null` for an account that is not known, or no more. */
  accountId: number | null;
  accountName: string;
  /** That of the account; of a reset, that of the page where it was requested. */
  language: Language;
  /** The address that was given; of a reset, the name or the address that was typed. */
  recipient: string;
  /** Goes into the email; empty where it holds none. */
  token: string;
  code: string;
  createdAt: number;
  validUntil: number;
}

export interface EmailJob extends Required<NewEmailJob> {
  id: number;
}

/** What nearly every email holds: when it happened, or when it is of no use any more. Unix milliseconds. */
export interface At {
  at: number;
}
export interface Until {
  validUntil: number;
}

/** What an email is written with. */
export interface EmailContext {
  /** What the site is called. */
  site: string;
  /** Its `at`, or else its `validUntil`, in words. */
  moment: string;
  linkTo: LinkTo;
  /** Leads to the page of the account. */
  account: EmailBlock;
}

/** The names of kinds and facts are stored. Every `code` and every `token` is a secret. */
export interface EmailKind<Facts extends object> {
  /** Its sentences; `label` is what the page about the outbox calls it. */
  readonly say: { readonly label: string };
  /** Strangers can cause it. Such kinds share what one address gets within an hour, unless they stand apart. */
  readonly causedBy: 'strangers' | 'strangers, apart' | undefined;
  /** The facts of one that was requested as a job. */
  read(job: EmailJob): object;
  subject(email: EmailTo & Facts, context: EmailContext): string;
  write(email: EmailTo & Facts, context: EmailContext): readonly EmailBlock[];
}

/** Emails of earlier versions wait in the outbox, so a name stays. */
export type EmailTable = Readonly<Record<string, EmailKind<never>>>;

/** The emails of a table, as they are sent. */
export type EmailsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends EmailKind<infer Facts>
    ? { kind: Name } & Facts
    : never;
}[keyof Table];

/** Makes a kind of what it says in each language, its facts, and how they are read from a job: its time, unless given. */
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

/** Reads the detail of a job: the hash, a fact of some kinds, and the name, with blanks between. */
export function readAboutServer(detail: string, hasFact: boolean): [AboutServer, fact: string] {
  const [hash = '', ...rest] = detail.split(' ');
  const fact = (hasFact && rest.shift()) || '';
  return [{ hash, serverName: stripColourCodes(rest.join(' ')) }, fact];
}

/**
 * A name that others chose. Mail programs make links of what looks like an address; an invisible word joiner after each
 * mark of one keeps it from looking so.
 */
export const unlinked = (name: string) => name.replace(/[.:/@\uff0e\u3002](?=\S)/g, '$&\u2060');
