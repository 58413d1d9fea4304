// The settings of the module: the mail server, and who emails are from.

import { parseSmtpUrl } from '../../platform/config/login-url.ts';
import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import { formatMailAddress, one, parseMailAddress, toggle } from '../../platform/config/values.ts';

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
