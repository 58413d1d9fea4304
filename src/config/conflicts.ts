// Settings that are right one by one, and wrong together.

import type { OptionKey, OptionValues } from './options.ts';

/** A sentence about settings that do not go together, and the one to change. */
export interface Conflict {
  key: OptionKey;
  sentence: string;
}

/** What is wrong with the settings as a whole; broken ones were found out before. */
export function listConflicts(
  values: OptionValues,
  broken: ReadonlySet<OptionKey>,
): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const isSmtpSet = values.smtp_url !== undefined;
  if (isSmtpSet && values.mail_from === undefined && !broken.has('mail_from')) {
    conflicts.push({
      key: 'mail_from',
      sentence:
        'mail_from (MUSTER_MAIL_FROM): smtp_url is set, so the address that letters are from is needed too, such as muster@example.net.',
    });
  }
  if (isSmtpSet && values.development) {
    conflicts.push({
      key: 'development',
      sentence:
        'development (MUSTER_DEVELOPMENT): letters are either sent (smtp_url) or written to the log (development): set one of the two.',
    });
  }
  if (values.web_client_dir !== undefined && values.web_client_url !== undefined) {
    conflicts.push({
      key: 'web_client_url',
      sentence:
        'web_client_url (MUSTER_WEB_CLIENT_URL): web_client_dir is set too, and there is one web client: name its folder or its address.',
    });
  }
  return conflicts;
}
