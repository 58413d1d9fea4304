// Parses what mail needs: the mail server's URL, which holds a password, and the address that letters are from.

import { Failure } from '../lib/failure.ts';
import { isMailbox } from '../lib/mailbox.ts';
import { refuse } from './values.ts';

/** Who letters are from; `name` may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

const LONGEST_NAME = 100;

/** What may stand in the query, and what it may be. Debugging is not among it: it would log the password. */
const QUERY: Readonly<Record<string, RegExp>> = {
  'tls.rejectUnauthorized': /^(true|false)$/,
  'tls.servername': /^[\w.-]{1,253}$/,
  requireTLS: /^(true|false)$/,
  ignoreTLS: /^(true|false)$/,
  authMethod: /^(PLAIN|LOGIN|CRAM-MD5)$/,
  name: /^[\w.-]{1,253}$/,
};

const FORM = 'write smtp://user:password@host:587, or smtps:// where TLS comes first (port 465)';

/** The sentences quote nothing of the URL: anything in a broken one may be its password. */
function broken(what: string): Failure {
  return new Failure('invalid', `The mail server's URL ${what}: ${FORM}.`);
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
  if (!/^smtps?:\/\//i.test(text)) throw broken('does not begin with smtp:// or smtps://');
  if (!URL.canParse(text)) {
    throw broken(
      'cannot be read; in its user name and password, characters such as @ / : # and % stand as %40 %2F %3A %23 and %25',
    );
  }
  const url = new URL(text);
  if (url.hostname === '') throw broken('names no host');
  if (url.hash !== '') throw broken('has a #, which stands as %23 in a password');
  if (!/^\/?$/.test(url.pathname)) throw broken('has a path');
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw broken('has a % in its user name or password that stands as %25');
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
        ? `The mail server's URL has a query that is not known: ${Object.keys(QUERY).join(', ')} may stand there.`
        : `The mail server's URL has a value of ${key} that is not possible.`,
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
      'is not an address that mail can be from: write muster@example.net or "Our server <muster@example.net>".',
    );
  }
  if (name.length > LONGEST_NAME || /[\p{C}"\\<>\u2028\u2029]/u.test(name)) {
    throw refuse(
      text,
      `has a name that cannot stand in a mail: use one line of up to ${LONGEST_NAME} characters without quotes.`,
    );
  }
  return { name, address };
}

/** The text that `parseMailAddress` reads back. */
export function formatMailAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}
