// The sentences of this module in the current language.

import { translate } from '../../platform/messages/translation.ts';
import * as emailDe from './email.de.ts';
import * as emailEn from './email.en.ts';
import * as emailAdminDe from './email-admin.de.ts';
import * as emailAdminEn from './email-admin.en.ts';

export const { emailAdminMessages, emailAuditSentences, emailAuditSubjects } = translate({
  en: emailAdminEn,
  de: emailAdminDe,
});
export const { emailMessages } = translate({ en: emailEn, de: emailDe });
