// Parses the settings of email: the mail server's URL, which may hold a password, and the sender's address.

import { Failure } from '../lib/failure.ts';
import { isMailbox } from '../lib/mailbox.ts';
import { refuse } from './values.ts';

/** The sender of emails; `name` may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

const MAX_NAME_LENGTH = 100;

/** The query parameters that are allowed, and their values. No debugging: it would log the password. */
const QUERY: Readonly<Record<string, RegExp>> = {
  'tls.rejectUnauthorized': /^(true|false)$/,
  'tls.servername': /^[\w.-]{1,253}$/,
  requireTLS: /^(true|false)$/,
  ignoreTLS: /^(true|false)$/,
  authMethod: /^(PLAIN|LOGIN|CRAM-MD5)$/,
  name: /^[\w.-]{1,253}$/,
};

const FORM = 'Use smtp://user:password@host:587, or smtps:// if TLS comes first (port 465)';

/** Never quotes the URL: any part of a broken one may be the password. */
function broken(what: string): Failure {
  return new Failure('invalid', `The URL of the mail server ${what}. ${FORM}.`);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses `smtp://user:password@host:port` or `smtps://…`. Throws `invalid` without quoting it. */
export function parseSmtpUrl(text: string): string {
  if (!/^smtps?:\/\//i.test(text)) throw broken('does not start with smtp:// or smtps://');
  if (!URL.canParse(text)) {
    throw broken(
      'cannot be read. In its user name and password, write characters such as @ / : # and % as %40 %2F %3A %23 and %25',
    );
  }
  const url = new URL(text);
  if (url.hostname === '') throw broken('has no host');
  if (url.hash !== '') throw broken('contains a #, which is written as %23 in a password');
  if (!/^\/?$/.test(url.pathname)) throw broken('has a path');
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw broken('contains a % in its user name or password, which is written as %25');
  }
  if ((url.username === '') !== (url.password === '')) {
    throw broken('has a user name without a password, or the other way round');
  }
  for (const [key, value] of url.searchParams) {
    const form = Object.hasOwn(QUERY, key) ? QUERY[key] : undefined;
    if (form?.test(value)) continue;
    throw new Failure(
      'invalid',
      form === undefined
        ? `The URL of the mail server has an unknown query parameter. Use ${Object.keys(QUERY).join(', ')}.`
        : `The URL of the mail server has an invalid value for ${key}.`,
    );
  }
  return text;
}

/** Parses `address` or `Name <address>`. Throws `invalid`. */
export function parseMailAddress(text: string): MailAddress {
  const match = /^(?:(.*?)\s*<([^<>]*)>|([^<>]*))$/su.exec(text);
  const address = match?.[2] ?? match?.[3] ?? '';
  const name = (match?.[1] ?? '').replace(/^"(.*)"$/su, '$1');
  if (!isMailbox(address)) {
    throw refuse(
      text,
      'is not a valid sender address. Use muster@example.net or "Our server <muster@example.net>".',
    );
  }
  if (name.length > MAX_NAME_LENGTH || /[\p{C}"\\<>\u2028\u2029]/u.test(name)) {
    throw refuse(
      text,
      `has a name that cannot be used in an email. Use one line of up to ${MAX_NAME_LENGTH} characters without quotes.`,
    );
  }
  return { name, address };
}

/** The text that `parseMailAddress` reads back. */
export function formatMailAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}
