// Parses the settings of email: the mail server's URL, which may hold a password, and the sender's address.

import { isMailbox } from '../lib/mailbox.ts';
import {
  brokenUrl,
  checkQuery,
  isDecodable,
  type LoginUrlRules,
  readLoginUrl,
} from './login-url.ts';
import { refuse } from './values.ts';

export interface MailAddress {
  name: string;
  address: string;
}

const MAX_NAME_LENGTH = 100;

const RULES: LoginUrlRules = {
  name: 'mail server',
  form: 'Use smtp://user:password@host:587, or smtps:// if TLS comes first (port 465)',
  parameter: 'query parameter',
  // No debugging: it would log the password.
  query: {
    'tls.rejectUnauthorized': /^(true|false)$/,
    'tls.servername': /^[\w.-]{1,253}$/,
    requireTLS: /^(true|false)$/,
    ignoreTLS: /^(true|false)$/,
    authMethod: /^(PLAIN|LOGIN|CRAM-MD5)$/,
    name: /^[\w.-]{1,253}$/,
  },
};

/** Parses `smtp://user:password@host:port` or `smtps://…`. Throws `invalid` without quoting it. */
export function parseSmtpUrl(text: string): string {
  const broken = (how: string) => brokenUrl(RULES, how);
  if (!/^smtps?:\/\//i.test(text)) throw broken('does not start with smtp:// or smtps://');
  const url = readLoginUrl(RULES, text);
  if (!/^\/?$/.test(url.pathname)) throw broken('has a path');
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw broken('contains a % in its user name or password, which is written as %25');
  }
  if ((url.username === '') !== (url.password === '')) {
    throw broken('has a user name without a password, or the other way round');
  }
  checkQuery(RULES, url);
  return text;
}

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

export function formatMailAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}
