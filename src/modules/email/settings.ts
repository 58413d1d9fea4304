// The settings of the module: the mail server and the sender address.

import {
  brokenUrl,
  checkQuery,
  isDecodable,
  type LoginUrlRules,
  readLoginUrl,
} from '../../platform/config/login-url.ts';
import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import { one, refuse, toggle } from '../../platform/config/values.ts';
import { isMailbox } from '../../platform/lib/mailbox.ts';

const MAIL_SERVER: LoginUrlRules = {
  name: 'mail server',
  form: 'Use smtp://user:password@host:587, or smtps:// for implicit TLS (port 465)',
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

export const settings = {
  smtp_url: {
    type: one('url', parseSmtpUrl),
    fallbackNote: 'none, so no email is sent',
    isSecret: true,
    needsRestart: true,
    help: 'Mail server: smtp://user:password@host:port, or smtps:// for implicit TLS.',
  },
  mail_from: {
    type: one('address', parseMailAddress, formatMailAddress),
    fallbackNote: 'none; needed with smtp_url',
    needsRestart: true,
    help: 'Sender address of emails, alone or as Name <address>.',
  },
  development: {
    type: toggle(),
    setting: 'isDevelopment',
    fallback: 'false',
    needsRestart: true,
    help: 'Whether emails, with their links and codes, are written to the log instead of being sent. Never use it with real accounts.',
  },
} as const satisfies OptionTable;

export interface EmailSettings
  extends SettingsOf<typeof settings>,
    Pick<PlatformSettings, 'baseUrl'> {}

/** Parses `smtp://user:password@host:port` or `smtps://…`. Throws `invalid` without quoting it. */
export function parseSmtpUrl(text: string): string {
  const broken = (how: string) => brokenUrl(MAIL_SERVER, how);
  if (!/^smtps?:\/\//i.test(text)) throw broken('does not start with smtp:// or smtps://');
  const url = readLoginUrl(MAIL_SERVER, text);
  if (!/^\/?$/.test(url.pathname)) throw broken('has a path');
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw broken('contains a % in its user name or password, which is written as %25');
  }
  if ((url.username === '') !== (url.password === '')) {
    throw broken('has a user name without a password, or the other way round');
  }
  checkQuery(MAIL_SERVER, url);
  return text;
}

interface MailAddress {
  name: string;
  address: string;
}

const MAX_NAME_LENGTH = 100;

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
