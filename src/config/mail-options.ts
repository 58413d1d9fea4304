// The options of mail, as a part of the table of options.

import { one } from './declare-option.ts';
import { formatMailAddress, parseMailAddress, parseSmtpUrl } from './mail.ts';
import type { Option } from './options.ts';
import { parseSwitch } from './values.ts';

/** Options of mail, in the order in which they are shown. */
export const MAIL_OPTIONS: readonly Option[] = [
  one(
    {
      key: 'smtp_url',
      argument: 'url',
      fallbackNote: 'none, so no mail is sent',
      isSecret: true,
      help: 'Mail server: smtp://user:password@host:port, or smtps:// where TLS comes first.',
    },
    parseSmtpUrl,
  ),
  one(
    {
      key: 'mail_from',
      argument: 'address',
      fallbackNote: 'none; needed with smtp_url',
      help: 'Address that letters are from, alone or as Name <address>.',
      format: (value) => (value === undefined ? '' : formatMailAddress(value)),
    },
    parseMailAddress,
  ),
  one(
    {
      key: 'development',
      argument: 'true|false',
      fallback: 'false',
      help: 'Whether letters, with their links and codes, are written to the log in place of being sent; never for real accounts.',
    },
    parseSwitch,
  ),
];
