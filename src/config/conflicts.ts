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
  return conflicts;
}
